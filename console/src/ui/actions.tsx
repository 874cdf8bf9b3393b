import { useQuery } from '@tanstack/react-query';
import type { Action } from '@tradepost/sdk';
import { type ReactNode, useState } from 'react';
import styles from './actions.module.css';
import { useChange } from './change.ts';
import { Confirm } from './confirm.tsx';
import { Button, Row } from './controls.tsx';
import { Failure } from './states.tsx';
import { spoken } from './status.tsx';

/** What the console can do of the actions that the service names, and how it says them. */
export type KnownAction = {
  words: string;
  run: () => Promise<unknown>;
  /** Asked before it is done. */
  question?: string;
};

type Props = {
  orgId: string;
  /** By which the actions are kept: they change with the record. */
  queryKey: readonly unknown[];
  read: (signal: AbortSignal) => Promise<Action[]>;
  known: Readonly<Record<string, KnownAction | undefined>>;
  /** Other actions, before those. */
  children?: ReactNode;
};

/** What can be done with a record, as the service says it. What cannot be done says why, in the words of the service. */
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
    <div className={styles.actions}>
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
        <Confirm
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
        </Confirm>
      )}
    </div>
  );
}

const Refused = ({ actions, known }: { actions: readonly Action[]; known: Props['known'] }) =>
  actions.length > 0 && (
    <details>
      <summary>What cannot be done now, and why</summary>
      <ul>
        {actions.map(({ name = '', reason }) => (
          <li key={name}>
            {known[name]?.words ?? spoken(name)}: {reason}
          </li>
        ))}
      </ul>
    </details>
  );
