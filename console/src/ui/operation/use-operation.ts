import { TradepostError } from '@tradepost/sdk';
import { useEffect, useRef, useState } from 'react';
import { useChange } from '../change.ts';
import type { Field } from '../form/fields.ts';
import { type FieldFinding, placeFindings } from '../form/findings.ts';
import { applyPatch, isSame, type Json, patchOf, withValue } from '../form/pointers.ts';
import { callOperation } from './call.ts';
import { inputOf, isUpdate, type Operation, type Params } from './operation.ts';

export type Sending = {
  orgId: string;
  operation: Operation;
  params: Params;
  /** The initial values of the form. A change to a record sends only the differences from these values. */
  start: Json;
  /** Values that are sent without a field. */
  preset: Json;
  /** The tag of the record that the form changes. */
  ifMatch?: string | undefined;
};

/** Returns the state of an operation's form: values, findings, and sending. */
export function useOperation(
  { orgId, operation, params, start, preset, ifMatch }: Sending,
  fields: readonly Field[],
  done: (answer: unknown) => unknown,
) {
  const [record, setRecord] = useState(start);
  const [edited, setEdited] = useState<readonly string[]>([]);
  const sent = useRef<string>(undefined);
  const sending = useChange(
    orgId,
    () => {
      sent.current = ifMatch;
      const values = applyPatch(isUpdate(operation) ? patchOf(start, record) : record, preset);
      return callOperation(orgId, operation, { ...inputOf(operation, params, values), ifMatch });
    },
    done,
  );
  const { error, send } = sending;
  // The record was read again after the refusal. A new tag means that no field of the form has changed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each refusal sends at most once more
  useEffect(() => {
    const isStale = error instanceof TradepostError && error.code === 'changed_meanwhile';
    if (isStale && ifMatch !== sent.current) send();
  }, [error]);
  const steps = [{ name: '', label: '', help: '', fields }];
  const findings = placeFindings(findingsOf(operation, error), steps).filter(
    ({ pointer }) => !edited.some((at) => pointer === at || pointer.startsWith(`${at}/`)),
  );
  return {
    record,
    isDirty: !isSame(record, start),
    set: (at: string, value: unknown) => {
      setRecord((before) => withValue(before, at, value));
      setEdited((before) => (before.includes(at) ? before : [...before, at]));
    },
    findings,
    send: () => {
      setEdited([]);
      send();
    },
    isPending: sending.isPending,
    error,
  };
}

/** Returns the findings of a refused request, with the pointers of the form: parameters are in `$query`. */
function findingsOf({ body }: Operation, error: unknown): Omit<FieldFinding, 'step'>[] {
  const errors = error instanceof TradepostError ? error.errors : [];
  return errors.map(({ pointer, message }) => {
    const inBody = body === 'list' ? `/$items${pointer}` : pointer;
    const isParameter = pointer !== '' && !pointer.startsWith('/');
    return { pointer: isParameter ? `/$query/${pointer}` : inBody, message, isError: true };
  });
}
