import { lazy, Suspense } from 'react';
import { useChange } from '../change.ts';
import { ConfirmDialog } from '../dialog.tsx';
import { toast } from '../toast.tsx';
import { type Action, ofRecord } from './action.ts';
import { callOperation } from './call.ts';
import { useHelps } from './helps.ts';
import { askedParams, inputOf, type Params } from './operation.ts';

const load = () => import('./dialog.tsx');
const Dialog = lazy(async () => ({ default: (await load()).OperationDialog })) as unknown as Awaited<
  ReturnType<typeof load>
>['OperationDialog'];

/** Loads the code of forms before the first form is opened. The dialog reports a failure. */
export const loadForms = (): void => void load().catch(() => {});

export type GivenAction<Row> = {
  orgId: string;
  action: Action<Row>;
  row: Row;
  /** The path parameters of the page and the action. */
  params: Params;
  ifMatch?: string | undefined;
  onDone?: ((answer: unknown) => void) | undefined;
};

/** Returns whether an action is sent without a form: the user enters no values, and the response is not displayed. */
export function isDirect<Row>({ action, row, params }: GivenAction<Row>): boolean {
  const { operation, omit = [], preset, Preview, Result, secrets } = action;
  const given = ofRecord(preset, row) ?? {};
  const isEntered = (known: object) => (field: { name: string }) =>
    !omit.includes(field.name) && !Object.hasOwn(known, field.name);
  return (
    !(Preview || Result || secrets) &&
    askedParams(operation, params).length === 0 &&
    !(operation.fields ?? []).some(isEntered(given)) &&
    !(operation.query ?? []).some(isEntered(Object(given.$query)))
  );
}

/** Shows the message of an action after success. */
function finish<Row>({ action: { done }, onDone }: GivenAction<Row>, answer: unknown): void {
  const message = typeof done === 'function' ? done(answer) : done;
  if (message) toast(message);
  onDone?.(answer);
}

/** Returns the change that sends an action without a form. */
export function useDirect<Row>(given: GivenAction<Row>, after?: () => void) {
  const { orgId, action, row, params } = given;
  return useChange(
    orgId,
    () => {
      // Without a form, nothing that others have changed can be overwritten, so the record's tag is not sent.
      const values = ofRecord(action.preset, row) ?? {};
      return callOperation(orgId, action.operation, inputOf(action.operation, params, values));
    },
    (answer) => {
      after?.();
      finish(given, answer);
    },
  );
}

type DialogProps<Row> = GivenAction<Row> & { onClose: () => void };

/** The dialog of an action: its question, or the form of its operation. */
export function ActionDialog<Row>(props: DialogProps<Row>) {
  const { action, onClose, ifMatch } = props;
  if (isDirect(props)) return <Question {...props} />;
  return (
    <Suspense fallback={null}>
      <Dialog
        orgId={props.orgId}
        action={action as never}
        row={props.row as never}
        params={props.params}
        ifMatch={action.operation.hasTag ? ifMatch : undefined}
        onDone={(answer) => {
          onClose();
          finish(props, answer);
        }}
        onClose={onClose}
      />
    </Suspense>
  );
}

const OperationHelp = ({ operation }: Pick<Action<unknown>, 'operation'>) => useHelps(operation)[''];

function Question<Row>(props: DialogProps<Row>) {
  const { action, row, onClose } = props;
  const { operation, label = operation.title } = action;
  const direct = useDirect(props, onClose);
  return (
    <ConfirmDialog
      title={`${label}?`}
      action={label}
      isPending={direct.isPending}
      error={direct.error}
      onConfirm={() => direct.send()}
      onClose={() => {
        direct.reset();
        onClose();
      }}
    >
      <p>
        {ofRecord(action.question, row) ?? (
          <Suspense fallback={null}>
            <OperationHelp operation={operation} />
          </Suspense>
        )}
      </p>
    </ConfirmDialog>
  );
}
