import { type FailureKind, MarketplaceError } from '../errors.ts';
import { wordsOf } from './words.ts';

/** An error that a client throws: an error response of the service, or a network failure. */
type ClientError = {
  name?: string;
  message?: string;
  code?: string;
  reason?: string;
  $metadata?: { httpStatusCode?: number };
  $response?: { headers?: Record<string, string> };
  ValidationExceptionFieldList?: readonly { Field?: string; Message?: string }[];
  fields?: readonly { name?: string; message?: string }[];
  cause?: unknown;
};

/** The effect of a call. After a lost response to a write, the outcome is unknown. */
export type Effect = 'reads' | 'writes';

const longest = 500;

/** Error names with which the services reject credentials: missing, expired or without permission. */
const unauthorized = new Set([
  'AccessDenied',
  'AccessDeniedException',
  'AuthFailure',
  'ExpiredToken',
  'ExpiredTokenException',
  'IncompleteSignature',
  'InvalidAccessKeyId',
  'InvalidClientTokenId',
  'InvalidSecurity',
  'InvalidSignatureException',
  'MissingAuthenticationToken',
  'MissingAuthenticationTokenException',
  'NotAuthorized',
  'OptInRequired',
  'SignatureDoesNotMatch',
  'UnauthorizedOperation',
  'UnrecognizedClientException',
  'DisabledApiException',
]);
const throttled = new Set([
  'Throttling',
  'ThrottlingException',
  'ThrottledException',
  'RequestThrottled',
  'RequestThrottledException',
  'RequestLimitExceeded',
  'TooManyRequestsException',
  'SlowDown',
  'OverLimit',
  'ResourceInUseException',
]);
/** Connection failures before data was sent. */
const neverSent = new Set([
  'ECONNREFUSED',
  'EAI_AGAIN',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EHOSTDOWN',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
]);

/** Retry delay if an entity is locked or the service returns no retry time. */
const usualPauseMs = 5_000;

const kindOf = (thrown: ClientError, effect: Effect): FailureKind => {
  const name = thrown.name ?? '';
  const status = thrown.$metadata?.httpStatusCode;
  // The client corrects its clock by this response, so the next call succeeds.
  if (isSkewed(thrown)) return 'unreachable';
  if (throttled.has(name) || status === 429 || status === 423) return 'throttled';
  if (isAboutOneThing(thrown)) return 'refused';
  if (unauthorized.has(name) || status === 401 || status === 403) return 'unauthorized';
  if (status !== undefined && status >= 400 && status < 500)
    return status === 408 ? lostResponseKind(effect) : 'refused';
  if (status !== undefined) return lostResponseKind(effect);
  return isNeverSent(thrown) ? 'unreachable' : lostResponseKind(effect);
};

const isSkewed = ({ name = '', message = '' }: ClientError): boolean =>
  name === 'RequestTimeTooSkewed' || /^Signature (?:expired|not yet current)/.test(message);

/**
 * Returns whether access is denied to a single resource. Only the message text distinguishes this from a
 * general denial.
 */
const isAboutOneThing = ({ name = '', message = '' }: ClientError): boolean =>
  name === 'AccessDeniedException' &&
  message !== '' &&
  !/not authorized to perform|explicit deny|security token/i.test(message);

/** A read whose response was lost had no effect. */
const lostResponseKind = (effect: Effect): FailureKind => (effect === 'reads' ? 'unreachable' : 'unknown');

function isNeverSent(thrown: ClientError): boolean {
  const cause = thrown.cause as ClientError | undefined;
  const code = String(thrown.code ?? cause?.code ?? '');
  if (neverSent.has(code) || code.startsWith('ERR_TLS')) return true;
  return thrown.name === 'TimeoutError' && /establish a connection/.test(thrown.message ?? '');
}

const readables: Readonly<Record<Exclude<FailureKind, 'refused'>, string>> = {
  throttled: 'The marketplace is limiting calls. The call is retried automatically.',
  unauthorized:
    'The marketplace rejects the credentials. Check the integration’s settings, then verify it again.',
  unreachable: 'The marketplace cannot be reached. The call is retried automatically.',
  unknown: 'The marketplace’s response was lost.',
};

/**
 * Converts a client error to a marketplace error. For credentials errors only the error name is kept, because
 * the message may contain signed content.
 */
export function toMarketplaceError(thrown: unknown, effect: Effect): MarketplaceError {
  if (thrown instanceof MarketplaceError) return thrown;
  const error = (thrown ?? {}) as ClientError;
  const kind = kindOf(error, effect);
  const name = codeOf(error);
  const raw = kind === 'unauthorized' ? name : `${name}: ${detailsOf(error)}`.slice(0, longest);
  return new MarketplaceError(raw, {
    kind,
    readable: kind === 'refused' ? wordsOf(error.reason ?? name) : readables[kind],
    retryAfterMs: kind === 'throttled' ? pauseOf(error) : undefined,
  });
}

const codeOf = ({ name, code, $metadata }: ClientError): string =>
  (name && name !== 'Error' ? name : code) ?? `HTTP ${$metadata?.httpStatusCode ?? 'failure'}`;

/** Returns the reason, fields and message of a service's error. */
function detailsOf({
  message = '',
  reason,
  ValidationExceptionFieldList = [],
  fields = [],
}: ClientError): string {
  const named = [
    ...ValidationExceptionFieldList.map(({ Field, Message }) => `${Field}: ${Message}`),
    ...fields.map((field) => `${field.name}: ${field.message}`),
  ];
  return [reason, message, ...named].filter(Boolean).join('; ');
}

function pauseOf({ $response }: ClientError): number {
  const said = Number($response?.headers?.['retry-after']);
  return Number.isFinite(said) && said >= 0 ? Math.max(1000, said * 1000) : usualPauseMs;
}

/** Returns the denied action, if the service names it. */
export const deniedAction = (thrown: unknown): string | undefined => {
  const { name = '', message = '' } = (thrown ?? {}) as ClientError;
  if (!/^AccessDenied|^UnauthorizedOperation|^NotAuthorized/.test(name)) return undefined;
  return /not authorized to perform:? ([\w-]{1,64}:\w{1,64})/i.exec(message)?.[1];
};

/** Creates the error for one missing permission, which the seller must add. Other calls continue. */
export const missingRight = (action: string): MarketplaceError =>
  new MarketplaceError(`AccessDeniedException: ${action}`, {
    kind: 'refused',
    missingRight: action,
    readable: `The role lacks the right to do this (${action.replace(/^aws-marketplace:/, '')}). Add it as the integration's setup describes, then try again.`,
  });

/** Returns whether an error is from `missingRight` instead of from denied access to one resource. */
export const isMissingRight = (error: unknown): boolean =>
  error instanceof MarketplaceError && /^AccessDeniedException: [\w-]+:\w+$/.test(error.message);

/** Returns undefined if the service does not find the named entity. */
export function noneIfAbsent(thrown: unknown): undefined {
  if ((thrown as ClientError | undefined)?.name === 'ResourceNotFoundException') return undefined;
  throw thrown;
}

/** Returns undefined if the marketplace rejects the request. */
export function noneIfRefused(error: unknown): undefined {
  if (error instanceof MarketplaceError && error.permanent) return undefined;
  throw error;
}

/** Creates the error for a rejection that is known without a call. */
export const refusal = (code: string, readable = wordsOf(code)): MarketplaceError =>
  new MarketplaceError(code, { kind: 'refused', readable });
