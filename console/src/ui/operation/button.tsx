import { lazy, Suspense, useState } from 'react';
import { useOrganization } from '../../organization.ts';
import { useChange } from '../change.ts';
import { Button } from '../controls.tsx';
import { ConfirmDialog } from '../dialog.tsx';
import { Failure } from '../states.tsx';
import { toast } from '../toast.tsx';
import { type Action, ofRecord } from './action.ts';
import { callOperation } from './call.ts';
import { askedParams, inputOf, type Params } from './operation.ts';

const load = () => import('./dialog.tsx');
const Dialog = lazy(async () => ({ default: (await load()).OperationDialog })) as unknown as Awaited<
  ReturnType<typeof load>
>['OperationDialog'];

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
  const { orgId, action, row, onDone } = props;
  const { operation } = action;
  const [isOpen, setIsOpen] = useState(false);
  const { organization, missingPermission } = useOrganization(orgId);
  const params = { ...props.params, ...action.params?.(row) };
  const done = (answer: unknown) => {
    setIsOpen(false);
    const message = typeof action.done === 'function' ? action.done(answer) : action.done;
    if (message) toast(message);
    onDone?.(answer);
  };
  const direct = useChange(
    orgId,
    () => {
      // Without a form, nothing that others have changed can be overwritten, so the record's tag is not sent.
      const values = ofRecord(action.preset, row) ?? {};
      return callOperation(orgId, operation, inputOf(operation, params, values));
    },
    done,
  );
  const question = ofRecord(action.question, row);
  const reason =
    (operation.permission && missingPermission(operation.permission)) ?? props.reason ?? action.reason?.(row);
  const isDirect =
    askedParams(operation, params).length === 0 && !hasForm(action, row) && !action.secrets && !action.Result;
  const label = action.label ?? operation.title;
  if (action.isTest && organization?.environment !== 'TEST') return null;
  return (
    <>
      <Button
        {...(action.kind ? { kind: action.kind } : {})}
        {...(action.icon ? { icon: action.icon } : {})}
        reason={reason}
        disabled={direct.isPending}
        onPointerEnter={() => void (isDirect || load().catch(() => {}))}
        onClick={() => (isDirect && question === undefined ? direct.send() : setIsOpen(true))}
      >
        {label}
      </Button>
      {isDirect && !isOpen && direct.error && <Failure error={direct.error} />}
      {isOpen && isDirect && (
        <ConfirmDialog
          title={`${label}?`}
          action={label}
          isPending={direct.isPending}
          error={direct.error}
          onConfirm={() => direct.send()}
          onClose={() => {
            direct.reset();
            setIsOpen(false);
          }}
        >
          <p>{question}</p>
        </ConfirmDialog>
      )}
      {isOpen && !isDirect && (
        <Suspense fallback={null}>
          <Dialog
            orgId={orgId}
            action={action as never}
            row={row as never}
            params={params}
            ifMatch={operation.hasTag ? props.ifMatch : undefined}
            onDone={done}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}

/** Returns whether the user enters values: the operation has fields that are neither preset nor omitted. */
function hasForm<Row>({ operation, omit = [], preset, Preview }: Action<Row>, row: Row): boolean {
  const given = ofRecord(preset, row) ?? {};
  const inQuery = Object(given.$query) as object;
  const isOpen = (known: object) => (field: { name: string }) =>
    !omit.includes(field.name) && !Object.hasOwn(known, field.name);
  return (
    Preview !== undefined ||
    (operation.fields ?? []).some(isOpen(given)) ||
    (operation.query ?? []).some(isOpen(inQuery))
  );
}
