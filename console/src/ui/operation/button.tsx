import { useState } from 'react';
import { useOrganization } from '../../organization.ts';
import { Button } from '../controls.tsx';
import { Failure } from '../states.tsx';
import { type Action, ofRecord } from './action.ts';
import { ActionDialog, isDirect, loadForms, useDirect } from './action-dialog.tsx';
import type { Params } from './operation.ts';

export type OperationButtonProps<Row> = {
  orgId: string;
  action: Action<Row>;
  row: Row;
  /** The path parameters of the page. */
  params?: Params;
  /** The tag of the record, for changes to the record. */
  ifMatch?: string | undefined;
  /** The service's reason why the action is unavailable. */
  reason?: string | undefined;
  onDone?: (answer: unknown) => void;
};

/**
 * A button for an action. The button opens the operation's form, asks for a confirmation, or sends the operation
 * directly if it has neither fields nor a question.
 */
export function OperationButton<Row>(props: OperationButtonProps<Row>) {
  const { orgId, action, row } = props;
  const [isOpen, setIsOpen] = useState(false);
  const { organization, missingPermission } = useOrganization(orgId);
  const given = { ...props, params: { ...props.params, ...action.params?.(row) } };
  const direct = useDirect(given);
  const isSent = isDirect(given) && ofRecord(action.question, row) === undefined;
  if (action.isTest && organization?.environment !== 'TEST') return null;
  return (
    <>
      <Button
        {...(action.kind ? { kind: action.kind } : {})}
        {...(action.icon ? { icon: action.icon } : {})}
        reason={unavailable(props, missingPermission)}
        disabled={direct.isPending}
        onPointerEnter={isSent ? undefined : loadForms}
        onClick={() => (isSent ? direct.send() : setIsOpen(true))}
      >
        {action.label ?? action.operation.title}
      </Button>
      {isSent && direct.error && <Failure error={direct.error} />}
      {isOpen && <ActionDialog {...given} onClose={() => setIsOpen(false)} />}
    </>
  );
}

/** Returns the reason why an action is unavailable: a missing permission, the service's reason, or the table's. */
export const unavailable = <Row,>(
  { action, row, reason }: Pick<OperationButtonProps<Row>, 'action' | 'row' | 'reason'>,
  missingPermission: (permission: string) => string | undefined,
): string | undefined =>
  (action.operation.permission ? missingPermission(action.operation.permission) : undefined) ??
  reason ??
  action.reason?.(row);
