import { type FormEvent, Suspense, useEffect, useMemo, useRef } from 'react';
import { Button, Row, Stack } from '../controls.tsx';
import { FillingProvider } from '../form/context.ts';
import { focusOn } from '../form/findings.ts';
import { Fields } from '../form/form.tsx';
import { Refusal } from '../refusal.tsx';
import { Loading } from '../states.tsx';
import { useUnsaved } from '../unsaved.ts';
import { type Action, ofRecord, startOf, submitLabel } from './action.ts';
import { formFields } from './form-fields.ts';
import { useHelps } from './helps.ts';
import { askedParams, type Params } from './operation.ts';
import { tagOf } from './record-tag.ts';
import { useOperation } from './use-operation.ts';

export type OperationFormProps<Row> = {
  orgId: string;
  action: Action<Row>;
  row: Row;
  params: Params;
  /** The tag of the record, for changes to the record. */
  ifMatch?: string | undefined;
  onDone: (answer: unknown) => void;
  onClose?: (isDirty: boolean) => void;
};

/** The form of an operation, shown when its help texts are loaded. */
export const OperationForm = <Row,>(props: OperationFormProps<Row>) => (
  <Suspense fallback={<Loading />}>
    <LoadedForm {...props} />
  </Suspense>
);

function LoadedForm<Row>({ orgId, action, row, params, ifMatch, onDone, onClose }: OperationFormProps<Row>) {
  const helps = useHelps(action.operation);
  const { operation, Preview, help: introduction = helps[''] } = action;
  const isChange =
    operation.verb === 'PATCH' && operation.id.startsWith('update') && operation.body !== undefined;
  const asked = askedParams(operation, params).join();
  const fields = useMemo(
    () => formFields(operation, action, asked === '' ? [] : asked.split(','), helps),
    [operation, action, asked, helps],
  );
  // The values at the start of editing are kept, so that only the user's changes are sent.
  const current = ofRecord(action.start, row) ?? (isChange ? startOf(operation, Object(row)) : undefined);
  const start = useRef(current ?? {}).current;
  const tag = tagOf({ start, current, opened: useRef(ifMatch).current, newest: ifMatch });
  const preset = ofRecord(action.preset, row) ?? {};
  const form = useOperation({ orgId, operation, params, start, preset, ifMatch: tag }, fields, onDone);
  const { error, findings, isDirty } = form;
  useUnsaved(isDirty && !form.isPending);
  const unplaced = findings.some(({ at }) => at === undefined) || findings.length === 0;
  const first = findings.find(({ at }) => at !== undefined)?.at;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus moves once for each response
  useEffect(() => {
    if (error && first !== undefined) focusOn(first);
  }, [error]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    form.send();
  };
  return (
    <FillingProvider
      value={{
        orgId,
        record: form.record,
        set: form.set,
        findings,
        focus: (at) => setTimeout(() => focusOn(at)),
      }}
    >
      <form noValidate onSubmit={submit}>
        <Stack>
          {introduction && <p className="text-quiet">{introduction}</p>}
          <Fields fields={fields} pointerOf={({ pointer }) => pointer} />
          {Preview && <Preview orgId={orgId} row={row} values={form.record} />}
          {error && unplaced && <Refusal label="Errors in the form" error={error} />}
          {error && !unplaced && <p role="alert">Correct the marked fields, then try again.</p>}
          <Row>
            <Button
              type="submit"
              kind={action.kind === 'danger' ? 'danger' : 'primary'}
              disabled={form.isPending}
              reason={isChange && !isDirty ? 'Nothing is changed.' : undefined}
            >
              {submitLabel(action)}
            </Button>
            {onClose && <Button onClick={() => onClose(isDirty)}>Cancel</Button>}
          </Row>
        </Stack>
      </form>
    </FillingProvider>
  );
}
