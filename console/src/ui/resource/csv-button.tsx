import { Download } from 'lucide-react';
import { tradepost } from '../../api.ts';
import { useOnce } from '../change.ts';
import { Button } from '../controls.tsx';
import type { Operation, Params } from '../operation/operation.ts';
import { Failure } from '../states.tsx';

type CsvButtonProps = {
  orgId: string;
  operation: Operation;
  params: Params;
  query: Readonly<Record<string, unknown>>;
};

/** A button that saves a complete list, with its filters, as a CSV file. */
export function CsvButton({ orgId, operation, params, query }: CsvButtonProps) {
  const saving = useOnce(['csv'], async () => {
    const path = (operation.path ?? '').replaceAll(/\{(\w+)\}/g, (_, name) =>
      encodeURIComponent(params[name] ?? ''),
    );
    const { order: _, ...filters } = query;
    const { text } = await tradepost.in(orgId).request('GET', `~/${path}`, {
      query: filters as Record<string, string>,
      headers: { accept: 'text/csv' },
    });
    const { download } = await import('../csv.ts');
    download(`${operation.group}.csv`, [text]);
  });
  if (!operation.hasCsv) return null;
  return (
    <>
      <Button icon={Download} disabled={saving.isPending} onClick={() => saving.send()}>
        Export
      </Button>
      {saving.error && <Failure error={saving.error} />}
    </>
  );
}
