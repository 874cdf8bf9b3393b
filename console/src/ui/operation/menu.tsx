import { Ellipsis, FlaskConical } from 'lucide-react';
import { useState } from 'react';
import { useOrganization } from '../../organization.ts';
import { Menu, type MenuItem } from '../menu.tsx';
import type { Action } from './action.ts';
import { ActionDialog } from './action-dialog.tsx';
import { type OperationButtonProps, unavailable } from './button.tsx';

type OperationMenuProps<Row> = Omit<OperationButtonProps<Row>, 'action' | 'reason' | 'onDone'> & {
  actions: readonly Action<Row>[];
  /** Returns the service's reason why an action is unavailable. */
  reasonOf?: (action: Action<Row>) => string | undefined;
  onDone?: (action: Action<Row>, answer: unknown) => void;
  /** Further items before and after the actions. */
  before?: readonly MenuItem[];
  after?: readonly MenuItem[];
};

/** The rarely used actions of a record, in a menu. Unavailable actions are listed with their reasons. */
export function OperationMenu<Row>({
  actions,
  reasonOf,
  onDone,
  before = [],
  after = [],
  ...given
}: OperationMenuProps<Row>) {
  const { orgId, row } = given;
  const [chosen, setChosen] = useState<Action<Row>>();
  const { organization, missingPermission } = useOrganization(orgId);
  const isTest = organization?.environment === 'TEST';
  const shown = actions.filter((action) => isTest || !action.isTest);
  const items = shown.map((action): MenuItem => {
    const reason = unavailable({ action, row, reason: reasonOf?.(action) }, missingPermission);
    const { label = action.operation.title, icon = action.isTest ? FlaskConical : undefined } = action;
    return {
      label,
      ...(icon ? { icon } : {}),
      ...(reason === undefined ? { onSelect: () => setChosen(action) } : { reason }),
    };
  });
  const all = [...before, ...items, ...after];
  if (all.length === 0) return null;
  return (
    <>
      <Menu
        label="More actions"
        className="inline-flex min-h-8.5 items-center gap-1.5 rounded-md border border-line bg-surface px-3 font-medium shadow-card hover:bg-raised"
        trigger={
          <>
            More <Ellipsis size={16} aria-hidden="true" />
          </>
        }
        items={all}
      />
      {chosen && (
        <ActionDialog
          {...given}
          action={chosen}
          params={{ ...given.params, ...chosen.params?.(row) }}
          onDone={(answer) => onDone?.(chosen, answer)}
          onClose={() => setChosen(undefined)}
        />
      )}
    </>
  );
}
