import { useInfiniteQuery } from '@tanstack/react-query';
import { answerOf } from '@tradepost/sdk';
import { useOrganization } from '../../organization.ts';
import { Card } from '../card.tsx';
import { Button } from '../controls.tsx';
import { OperationButton } from '../operation/button.tsx';
import type { Params } from '../operation/operation.ts';
import { nextOfRows, type Query } from '../pages.ts';
import { ShortTable } from '../short-table.tsx';
import { Failure, Loading } from '../states.tsx';
import { linkedColumns } from './columns.tsx';
import { CsvButton } from './csv-button.tsx';
import { pageReader, readKey, unfinishedMs } from './read.ts';
import type { AnySection } from './resource.ts';

type SectionProps<Parent> = {
  section: AnySection<Parent>;
  orgId: string;
  params: Params;
  record: Parent;
};

const pageSize = 50;

/** A list on the page of a record, with its actions. Further pages are loaded on request. */
export function Section<Parent>({ section, orgId, params: page, record }: SectionProps<Parent>) {
  const { operation, title, actions = [] } = section;
  const params = { ...page, ...section.params?.(record) };
  const query = { ...section.query, ...section.queryOf?.(record) };
  const { missingPermission } = useOrganization(orgId);
  const reason = operation.permission ? missingPermission(operation.permission) : undefined;
  // biome-ignore lint/suspicious/noExplicitAny: the sections of a page have rows of many types
  const read = pageReader<any>(orgId, operation, params, query, pageSize);
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage, refetch } = useInfiniteQuery({
    queryKey: [...readKey(orgId, operation, params, query), 'section'],
    queryFn: ({ signal, pageParam }) => read(pageParam, signal),
    initialPageParam: {} as Query,
    getNextPageParam: (rows) => nextOfRows.get(rows) ?? answerOf(rows)?.next,
    enabled: reason === undefined,
    refetchInterval: section.isLive ? unfinishedMs : false,
  });
  const rows = data?.pages.flat() ?? [];
  const buttons = actions
    .filter((action) => !action.isHidden?.(record))
    .map((action) => (
      <OperationButton
        key={action.label ?? action.operation.id}
        orgId={orgId}
        action={action}
        row={record}
        params={params}
      />
    ));
  return (
    <Card
      title={title}
      isFlush
      actions={
        <>
          {buttons}
          <CsvButton orgId={orgId} operation={operation} params={params} query={query} />
        </>
      }
    >
      {rows.length > 0 ? (
        <ShortTable
          label={title}
          isFlush
          isStacked={section.isStacked ?? false}
          rows={rows}
          keyOf={(row, at) => section.keyOf?.(row) ?? row.id ?? `${at}`}
          columns={linkedColumns(section, orgId, params, section.path, section.paramsOf)}
        />
      ) : (
        <div className="px-4 py-3 text-quiet">
          {reason ?? (error ? null : data ? section.empty : <Loading />)}
        </div>
      )}
      {error && <Failure error={error} again={() => void refetch()} />}
      {hasNextPage && (
        <div className="border-t border-line px-4 py-2">
          <Button disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </Card>
  );
}
