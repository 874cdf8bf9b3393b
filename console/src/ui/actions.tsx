import { useQuery } from '@tanstack/react-query';
import type { Action } from '@tradepost/sdk';
import { type ReactNode, useState } from 'react';
import { useChange } from './change.ts';
import { Button, Row } from './controls.tsx';
import { ConfirmDialog } from './dialog.tsx';
import type { MenuItem } from './menu.tsx';
import { Failure } from './states.tsx';
import { splitWords } from './words.ts';

/** The actions of the service that the console supports, with their texts. */
export type KnownAction = {
  words: string;
  run: () => Promise<unknown>;
  /** The confirmation question of the action. */
  question?: string;
  /** Whether the action has a button. The other actions are in the menu. */
  isMain?: boolean;
};

type Props = {
  orgId: string;
  /** The cache key of the actions, which depend on the record. */
  queryKey: readonly unknown[];
  read: (signal: AbortSignal) => Promise<Action[]>;
  known: Readonly<Record<string, KnownAction | undefined>>;
  /** The additional buttons, shown first. */
  children?: ReactNode;
  /** Creates the menu, which begins with the items `before` and ends with the items `after`. */
  menu: (before: readonly MenuItem[], after: readonly MenuItem[]) => ReactNode;
};

/**
 * The actions on a record, as listed by the service: buttons for the main actions, and a menu, which ends with the
 * destructive actions and the reasons for unavailable actions.
 */
export function Actions({ orgId, queryKey, read, known, children, menu }: Props) {
  const [asked, setAsked] = useState<KnownAction>();
  const { data = [], error } = useQuery({ queryKey, queryFn: ({ signal }) => read(signal) });
  const doing = useChange(
    orgId,
    ({ run }: KnownAction) => run(),
    () => setAsked(undefined),
  );
  const offered = data.flatMap(({ possible, destructive, name = '' }) => {
    const action = known[name];
    return possible && action ? [{ name, destructive, action }] : [];
  });
  const choose = (action: KnownAction) =>
    action.question === undefined ? doing.send(action) : setAsked(action);
  const itemsOf = (isLast: boolean): MenuItem[] =>
    offered
      .filter(({ action, destructive = false }) => !action.isMain && destructive === isLast)
      .map(({ action }, at) => ({
        label: action.words,
        onSelect: () => choose(action),
        isSeparated: isLast && at === 0,
      }));
  const refused = data
    .filter(({ possible }) => !possible)
    .map(({ name = '', reason }, at) => ({
      label: known[name]?.words ?? splitWords(name),
      reason: reason ?? 'Not available.',
      isSeparated: at === 0,
    }));
  return (
    // The space is reserved before the actions are known, so that nothing below them moves.
    <div className="grid min-h-8.5 content-start gap-3">
      <Row>
        {children}
        {offered
          .filter(({ action }) => action.isMain)
          .map(({ name, action }) => (
            <Button key={name} disabled={doing.isPending} onClick={() => choose(action)}>
              {action.words}
            </Button>
          ))}
        {menu(itemsOf(false), [...itemsOf(true), ...refused])}
      </Row>
      {error && <Failure error={error} />}
      {doing.error && !asked && <Failure error={doing.error} />}
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
