import { type FailureKind, MarketplaceError } from '../errors.ts';
import { inTable } from '../in-table.ts';

/** The effect of a call. After a lost response to a write, the outcome is unknown. */
export type Effect = 'reads' | 'writes';

/** A refusal or failure of a call, with the marketplace's code, such as FAILED_PRECONDITION. */
export class CallError extends MarketplaceError {
  readonly code: string;
  /** The members of the request that the marketplace refuses, if the response names them. */
  readonly violations: readonly Violation[];
  constructor(
    code: string,
    message: string,
    details: ConstructorParameters<typeof MarketplaceError>[1] & { violations?: readonly Violation[] },
  ) {
    super(`${code}: ${message}`.slice(0, longest), details);
    this.code = code;
    this.violations = details.violations ?? [];
  }
}

/** A refused member of a request, and the reason in the marketplace's words. */
export type Violation = { field: string; description: string };

const longest = 500;
/** Retry delay if the marketplace names none. */
const usualPauseMs = 5_000;

const readables: Readonly<Record<Exclude<FailureKind, 'refused'>, string>> = {
  throttled: 'The marketplace is limiting calls. The call is retried automatically.',
  unauthorized:
    'The marketplace rejects the credentials. Check the integration’s settings, then verify it again.',
  unreachable: 'The marketplace cannot be reached. The call is retried automatically.',
  unknown: 'The marketplace’s response was lost.',
};

const words: Readonly<Record<string, string>> = {
  FAILED_PRECONDITION:
    'The status of the record at the marketplace does not allow this. Synchronize the record to see its status.',
  INVALID_ARGUMENT: 'The marketplace does not accept a value of the request.',
  NOT_FOUND: 'The marketplace does not have this record, or it belongs to another seller.',
  UNIMPLEMENTED: 'The marketplace does not support this.',
};
const refusedReadable = (code: string): string =>
  inTable(words, code) ?? 'The marketplace refused the request.';

/** The part of a response that determines its failure. */
export type FailedResponse = { status: number; retryAfter: string | null; body: unknown };

type ErrorBody = { code: string; message: string; details: readonly Record<string, unknown>[] };

/** Reads the error in a response; the HTTP status is used if the response contains none. */
export function errorIn({ status, body }: Pick<FailedResponse, 'status' | 'body'>): ErrorBody {
  const { error } = (body ?? {}) as { error?: unknown };
  const given = (typeof error === 'object' && error !== null ? error : {}) as Record<string, unknown>;
  return {
    code: typeof given.status === 'string' ? given.status : `HTTP_${status}`,
    message: typeof given.message === 'string' ? given.message : '',
    details: Array.isArray(given.details) ? given.details : [],
  };
}

/** Returns the kind of a failed response. A denied call is `unauthorized` only where `isDenialGeneral`. */
function kindOf(status: number, effect: Effect, isDenialGeneral: boolean): FailureKind {
  if (status === 401) return 'unauthorized';
  if (status === 403) return isDenialGeneral ? 'unauthorized' : 'refused';
  if (status === 429) return 'throttled';
  if (status === 408 || (status >= 500 && status !== 501)) return lostKind(effect);
  return 'refused';
}

/** A read whose response was lost had no effect. */
const lostKind = (effect: Effect): 'unreachable' | 'unknown' =>
  effect === 'reads' ? 'unreachable' : 'unknown';

/**
 * Converts a response with an error status.
 * @param right the permission that the call needs; a denied call then reports the missing permission, and other calls
 * continue. If absent, a denied call means that the credentials are rejected.
 */
export function toCallError(response: FailedResponse, effect: Effect, right?: string): CallError {
  const { code, message, details } = errorIn(response);
  const { status } = response;
  const kind = kindOf(status, effect, right === undefined);
  if (status === 403 && right !== undefined)
    return new CallError(code, message, { kind, missingRight: right, readable: lacksRight(right) });
  // The message about rejected credentials may repeat a part of them.
  return new CallError(code, kind === 'unauthorized' ? `HTTP ${status}` : message, {
    kind,
    readable: kind === 'refused' ? refusedReadable(code) : readables[kind],
    retryAfterMs: kind === 'throttled' ? pauseOf(response) : undefined,
    violations: violationsIn(details),
  });
}

const violationsIn = (details: ErrorBody['details']): Violation[] =>
  details
    .flatMap(({ fieldViolations }) => (Array.isArray(fieldViolations) ? fieldViolations : []))
    .map(({ field, description }: Partial<Violation>) => ({
      field: String(field ?? ''),
      description: String(description ?? ''),
    }));

const lacksRight = (right: string): string =>
  `The service account lacks the right to do this (${right}). Add it as the integration's setup describes, then try again.`;

function pauseOf({ retryAfter, body }: FailedResponse): number {
  const { details } = errorIn({ status: 429, body });
  const delay = details
    .map(({ retryDelay }) => /^(\d+(?:\.\d+)?)s$/.exec(String(retryDelay))?.[1])
    .find(Boolean);
  const seconds = Number(retryAfter ?? delay ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? Math.max(1000, Math.ceil(seconds * 1000)) : usualPauseMs;
}

/** Converts a failure without a response. */
export function toNetworkError(cause: unknown, effect: Effect, wasSent: boolean): CallError {
  const kind = wasSent ? lostKind(effect) : 'unreachable';
  const { code, message } = (cause ?? {}) as { code?: string; message?: string };
  const name = wasSent ? (code ?? 'NO_RESPONSE') : 'NOT_SENT';
  return new CallError(name, message || (code ?? ''), { kind, readable: readables[kind] });
}

/** Creates the error for a rejection that is known without a call. */
export const refusal = (code: string, readable: string): MarketplaceError =>
  new MarketplaceError(code, { kind: 'refused', readable });

/** Creates the error for credentials that cannot work. */
export const badCredentials = (code: string, readable: string = readables.unauthorized): CallError =>
  new CallError(code, 'the credentials were rejected', { kind: 'unauthorized', readable });

export const hasCode = (error: unknown, code: string): error is CallError =>
  error instanceof CallError && error.code === code;

/** Whether a call was denied because the service account lacks a right that other calls do not need. */
export const isDenied = (error: unknown): boolean =>
  error instanceof CallError && error.missingRight !== undefined;

/** Returns undefined if the marketplace does not have the record. */
export function noneIfAbsent(error: unknown): undefined {
  if (hasCode(error, 'NOT_FOUND')) return undefined;
  throw error;
}
