import { useQuery } from '@tanstack/react-query';
import type { Action } from '@tradepost/sdk';
import { type ReactNode, useState } from 'react';
import { useChange } from './change.ts';
import { Button, Row } from './controls.tsx';
import { ConfirmDialog } from './dialog.tsx';
import { Failure } from './states.tsx';
import { splitWords } from './words.ts';

/** The actions of the service that the console supports, with their texts. */
export type KnownAction = {
  words: string;
  run: () => Promise<unknown>;
  /** The confirmation question of the action. */
  question?: string;
};

type Props = {
  orgId: string;
  /** The cache key of the actions, which depend on the record. */
  queryKey: readonly unknown[];
  read: (signal: AbortSignal) => Promise<Action[]>;
  known: Readonly<Record<string, KnownAction | undefined>>;
  /** The additional actions, shown first. */
  children?: ReactNode;
};

/** The actions on a record, as listed by the service. Unavailable actions have a reason. */
export function Actions({ orgId, queryKey, read, known, children }: Props) {
  const [asked, setAsked] = useState<KnownAction>();
  const { data, error } = useQuery({ queryKey, queryFn: ({ signal }) => read(signal) });
  const doing = useChange(
    orgId,
    ({ run }: KnownAction) => run(),
    () => setAsked(undefined),
  );
  const offered = (data ?? []).filter(({ possible, name = '' }) => possible && known[name]);
  const refused = (data ?? []).filter(({ possible }) => !possible);
  return (
    // The space is reserved before the actions are known, so that nothing below them moves.
    <div className="grid min-h-8.5 content-start gap-3">
      <Row>
        {children}
        {offered.map(({ name = '', destructive }) => {
          const action = known[name] as KnownAction;
          return (
            <Button
              key={name}
              {...(destructive ? { kind: 'danger' as const } : {})}
              disabled={doing.isPending}
              onClick={() => (action.question === undefined ? doing.send(action) : setAsked(action))}
            >
              {action.words}
            </Button>
          );
        })}
      </Row>
      {error && <Failure error={error} />}
      {doing.error && !asked && <Failure error={doing.error} />}
      <Refused actions={refused} known={known} />
      {asked && (
        <ConfirmDialog
          title={`${asked.words}?`}
          action={asked.words}
          isPending={doing.isPending}
          error={doing.error}
          onConfirm={() => doing.send(asked)}
          onClose={() => {
            doing.reset();
            setAsked(undefined);
          }}
        >
          <p>{asked.question}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}

const Refused = ({ actions, known }: { actions: readonly Action[]; known: Props['known'] }) =>
  actions.length > 0 && (
    <details className="text-quiet">
      <summary className="text-sm">Unavailable actions</summary>
      <ul className="mt-2 list-disc pl-5 text-sm">
        {actions.map(({ name = '', reason }) => (
          <li key={name}>
            {known[name]?.words ?? splitWords(name)}: {reason}
          </li>
        ))}
      </ul>
    </details>
  );
