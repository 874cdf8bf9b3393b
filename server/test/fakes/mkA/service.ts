import type { Clock } from '../http/clock.ts';
import type { FaultPlan } from '../http/faults.ts';
import type { CallLog } from '../http/log.ts';
import type { Rates } from '../http/rates.ts';
import { passing, type RawAnswer, type RawRequest } from '../http/server.ts';
import { checkRequest } from './constraints/requests.ts';
import { denied, ServiceError } from './errors.ts';
import type { Caller, Identities } from './identities.ts';
import type { Ids } from './ids.ts';
import { answerOf, errorAnswer, rightTo, scopes, type Target, targetOf } from './requests.ts';
import { readSignedRequest, verify } from './signatures.ts';

/** A call to an operation. */
export type Call = { caller: Caller; input: unknown; request: RawRequest };

/** Operation handlers, by `service.operation`. */
export type Operations = Readonly<Record<string, (call: Call) => unknown>>;

type Parts = {
  operations: Operations;
  /** Handles calls for documents, which may be unsigned. */
  documents: (operation: string, request: RawRequest, caller: Caller | undefined) => RawAnswer;
  identities: Identities;
  clock: Clock;
  wallNow: () => number;
  faults: FaultPlan;
  rates: Rates;
  log: CallLog;
  ids: Ids;
};

/**
 * Creates the handler that passes each call through the common steps: time, faults, signature, rate limit,
 * permissions, operation and log.
 */
export function createService(parts: Parts) {
  const { clock, faults, identities, ids, log, wallNow } = parts;
  return async (request: RawRequest): Promise<RawAnswer | 'DROP'> => {
    clock.catchUp();
    const requestId = ids.uuid();
    const dated = (answer: RawAnswer): RawAnswer => ({
      ...answer,
      headers: { ...answer.headers, date: new Date(wallNow()).toUTCString() },
    });
    let target: Target | undefined;
    let account: string | undefined;
    let input: unknown;
    const note = (outcome: string) =>
      log.add({
        operation: target?.operation ?? '',
        account,
        atMs: clock.now(),
        input,
        outcome,
      });
    try {
      target = targetOf(request);
      if (!target) throw new ServiceError('UnknownOperationException', 404, 'There is no such operation.');
      const met = faults.take(target.operation);
      for (const fault of met) if (fault.kind === 'DELAY') await passing(fault.ms, request.signal);
      const last = met.find(({ kind }) => kind !== 'DELAY');
      const dropped = last?.kind === 'DROP' ? last : undefined;
      const drop = () => {
        note('DROPPED');
        dropped?.onDrop?.();
        return 'DROP' as const;
      };
      if (dropped && !dropped.afterCommit) return drop();
      const caller = callerOf(target, request, identities, wallNow());
      account = caller?.accountId;
      if (last?.kind === 'ERROR')
        throw new ServiceError(last.code, last.status, last.message, {}, last.headers);
      limit(parts, target, account);
      authorize(identities, target, caller);
      input = target.read();
      checkRequest(target, input);
      const output = await answer(parts, target, { request, input, ...(caller && { caller }) });
      if (dropped) return drop();
      note('OK');
      return dated(answerOf(target, output, requestId));
    } catch (error) {
      const known = error instanceof ServiceError ? error : failed(error);
      note(known.code);
      return dated(errorAnswer(target?.protocol ?? 'JSON', known, requestId));
    }
  };
}

/**
 * Converts an exception to an error response. An unexpected exception is a bug in the local service; the
 * response contains the exception.
 */
function failed(error: unknown): ServiceError {
  const words = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return new ServiceError('InternalServiceException', 500, `The local service failed: ${words}`);
}

/** Identifies the signer of a call. Documents can be read without a signature. */
function callerOf(
  target: Target,
  request: RawRequest,
  identities: Identities,
  wallMs: number,
): Caller | undefined {
  const { signing, regions } = scopes[target.service];
  if (target.service === 's3' && !readSignedRequest(request)) return undefined;
  return verify(request, { protocol: target.protocol, service: signing, regions }, identities.keyOf, wallMs);
}

function limit({ rates }: Parts, { operation }: Target, account: string | undefined): void {
  const afterMs = rates.take(account ?? '', operation);
  if (afterMs === undefined) return;
  const headers = { 'retry-after': String(Math.ceil(afterMs / 1000)) };
  throw new ServiceError('ThrottlingException', 429, 'Rate exceeded', {}, headers);
}

function authorize(identities: Identities, target: Target, caller: Caller | undefined): void {
  if (!caller || target.service === 'sts') return;
  identities.authorize(caller, rightTo(target), (message) =>
    target.protocol === 'DOCUMENT' ? new ServiceError('AccessDenied', 403, message) : denied(message),
  );
}

function answer(
  parts: Parts,
  { service, operation }: Target,
  call: Partial<Call> & Pick<Call, 'request'>,
): unknown {
  const { caller, input, request } = call;
  if (service === 's3') return parts.documents(operation, request, caller);
  const run = parts.operations[`${service}.${operation}`];
  if (!run || !caller)
    throw new ServiceError('UnknownOperationException', 404, `${service}.${operation} is not played.`);
  return run({ caller, input, request });
}
