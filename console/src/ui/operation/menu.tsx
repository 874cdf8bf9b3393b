import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { useOrganization } from '../../organization.ts';
import { Menu } from '../menu.tsx';
import type { Action } from './action.ts';
import { ActionDialog } from './action-dialog.tsx';
import { type OperationButtonProps, unavailable } from './button.tsx';

type OperationMenuProps<Row> = Omit<OperationButtonProps<Row>, 'action' | 'reason' | 'onDone'> & {
  actions: readonly Action<Row>[];
  /** Returns the service's reason why an action is unavailable. */
  reasonOf?: (action: Action<Row>) => string | undefined;
  onDone?: (action: Action<Row>, answer: unknown) => void;
};

/** The rarely used actions of a record, in a menu. Unavailable actions are listed with their reasons. */
export function OperationMenu<Row>({ actions, reasonOf, onDone, ...given }: OperationMenuProps<Row>) {
  const { orgId, row } = given;
  const [chosen, setChosen] = useState<Action<Row>>();
  const { organization, missingPermission } = useOrganization(orgId);
  const isTest = organization?.environment === 'TEST';
  const shown = actions.filter((action) => isTest || !action.isTest);
  if (shown.length === 0) return null;
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
        items={shown.map((action) => {
          const reason = unavailable({ action, row, reason: reasonOf?.(action) }, missingPermission);
          const { label = action.operation.title, icon } = action;
          return {
            label,
            ...(icon ? { icon } : {}),
            ...(reason === undefined ? { onSelect: () => setChosen(action) } : { reason }),
          };
        })}
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
