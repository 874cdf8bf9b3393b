import { useQuery } from '@tanstack/react-query';
import { answerOf } from '@tradepost/sdk';
import { Card } from '../../ui/card.tsx';
import { Code } from '../../ui/code.tsx';
import type { Action } from '../../ui/operation/action.ts';
import { OperationButton } from '../../ui/operation/button.tsx';
import { callOperation } from '../../ui/operation/call.ts';
import type { Operation } from '../../ui/operation/operation.ts';
import { labelOf } from '../../ui/operation/words.ts';
import { type Fact, Facts } from '../../ui/page.tsx';
import { readKey } from '../../ui/resource/read.ts';
import { Failure, Loading } from '../../ui/states.tsx';
import { nameOf } from '../../ui/words.ts';

/** A configuration of the organization: its operations, and its facts if its fields do not say enough. */
export type Config = {
  title: string;
  help: string;
  read: Operation;
  edit: Omit<Action<unknown>, 'label'>;
  /** The actions besides the edit. */
  actions?: readonly Action<unknown>[];
  // biome-ignore lint/suspicious/noExplicitAny: each configuration has a record of its own
  facts?: (config: any) => readonly Fact[];
  empty?: string;
};

type Json = Readonly<Record<string, unknown>>;

/** A configuration in a card, with the button that changes it. */
export function ConfigCard({ orgId, config }: { orgId: string; config: Config }) {
  const { title, help, read, edit, actions = [] } = config;
  const { data, error, refetch } = useQuery({
    queryKey: readKey(orgId, read, {}),
    queryFn: ({ signal }) => callOperation(orgId, read, { signal }),
  });
  const all: readonly Action<unknown>[] = [{ ...edit, label: 'Edit' }, ...actions];
  return (
    <Card
      title={title}
      help={help}
      actions={
        data !== undefined &&
        all.map((action) => (
          <OperationButton
            key={action.label}
            orgId={orgId}
            action={action}
            row={data}
            ifMatch={answerOf(data)?.etag}
          />
        ))
      }
    >
      {error ? (
        <Failure error={error} again={() => void refetch()} />
      ) : data === undefined ? (
        <Loading />
      ) : (
        <Values config={config} value={data} />
      )}
    </Card>
  );
}

function Values({
  config: { facts, edit, empty = 'Nothing is set.' },
  value,
}: {
  config: Config;
  value: unknown;
}) {
  if (Array.isArray(value))
    return value.length === 0 ? (
      <p className="text-quiet">{empty}</p>
    ) : (
      value.map((entry) => <Entry key={JSON.stringify(entry)} of={entry as Json} />)
    );
  const shown = facts
    ? facts(value)
    : (edit.operation.fields ?? []).map(({ name }): Fact => {
        const label = edit.labels?.[name] ?? labelOf(name);
        return [label, inWords((value as Json)[name])];
      });
  const isEmpty = shown.every(([, one]) => one === undefined || one === null || one === '' || one === false);
  return isEmpty ? <p className="text-quiet">{empty}</p> : <Facts of={shown} />;
}

/** An entry of a configuration that is a list: its short values, and its mappings as JSON. */
function Entry({ of }: { of: Json }) {
  const entries = Object.entries(of);
  const short = entries.filter(([, value]) => typeof value !== 'object');
  const long = entries.filter(([, value]) => typeof value === 'object' && value !== null);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2 border-line not-last:border-b not-last:pb-4">
      <Facts of={short.map(([name, value]): Fact => [labelOf(name), inWords(value)])} />
      {long.map(([name, value]) => (
        <Code key={name} label={labelOf(name)} of={{ [name]: value }} />
      ))}
    </div>
  );
}

function inWords(value: unknown): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value === 'object') return JSON.stringify(value);
  return /^[A-Z][A-Z_\d]+$/.test(String(value)) ? nameOf(String(value)) : String(value);
}
