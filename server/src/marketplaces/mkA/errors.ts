import { type FailureKind, MarketplaceError } from '../errors.ts';
import { wordsOf } from './words.ts';

/** What the clients throw: an answer of the service, or a failure on the way to it. */
type Thrown = {
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

/** What a call does at the service: whether an answer that was lost leaves anything open. */
export type Effect = 'reads' | 'writes';

const longest = 500;

/** Names by which the services say that the credentials are none, are over, or may not. */
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
/** What a connection fails by before anything was sent. */
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

/** So long a locked entity, or a service that names no time, is left alone. */
const usualPauseMs = 5_000;

const kindOf = (thrown: Thrown, effect: Effect): FailureKind => {
  const name = thrown.name ?? '';
  const status = thrown.$metadata?.httpStatusCode;
  // The client sets its clock by such an answer: the next call is let in.
  if (isSkewed(thrown)) return 'unreachable';
  if (throttled.has(name) || status === 429 || status === 423) return 'throttled';
  if (isAboutOneThing(thrown)) return 'refused';
  if (unauthorized.has(name) || status === 401 || status === 403) return 'unauthorized';
  if (status !== undefined && status >= 400 && status < 500) return status === 408 ? lost(effect) : 'refused';
  if (status !== undefined) return lost(effect);
  return isNeverSent(thrown) ? 'unreachable' : lost(effect);
};

const isSkewed = ({ name = '', message = '' }: Thrown): boolean =>
  name === 'RequestTimeTooSkewed' || /^Signature (?:expired|not yet current)/.test(message);

/** Whether access is denied to what was named, and not to the caller as such, of whom it is said by these words. */
const isAboutOneThing = ({ name = '', message = '' }: Thrown): boolean =>
  name === 'AccessDeniedException' &&
  message !== '' &&
  !/not authorized to perform|explicit deny|security token/i.test(message);

/** A read whose answer was lost has changed nothing. */
const lost = (effect: Effect): FailureKind => (effect === 'reads' ? 'unreachable' : 'unknown');

function isNeverSent(thrown: Thrown): boolean {
  const cause = thrown.cause as Thrown | undefined;
  const code = String(thrown.code ?? cause?.code ?? '');
  if (neverSent.has(code) || code.startsWith('ERR_TLS')) return true;
  return thrown.name === 'TimeoutError' && /establish a connection/.test(thrown.message ?? '');
}

const readables: Readonly<Record<Exclude<FailureKind, 'refused'>, string>> = {
  throttled: 'The marketplace asks for a pause. It is tried again by itself.',
  unauthorized:
    'The marketplace does not let us in. Look at the integration’s settings, then verify it again.',
  unreachable: 'The marketplace cannot be reached. It is tried again by itself.',
  unknown: 'The marketplace’s answer was lost.',
};

/**
 * Makes a marketplace error of what a client threw. What a service says of credentials may repeat what was signed: of that
 * only the name is kept; nothing of the request or the answer goes along.
 */
export function toMarketplaceError(thrown: unknown, effect: Effect): MarketplaceError {
  if (thrown instanceof MarketplaceError) return thrown;
  const error = (thrown ?? {}) as Thrown;
  const kind = kindOf(error, effect);
  const name = codeOf(error);
  const raw = kind === 'unauthorized' ? name : `${name}: ${detailsOf(error)}`.slice(0, longest);
  return new MarketplaceError(raw, {
    kind,
    readable: kind === 'refused' ? wordsOf(error.reason ?? name) : readables[kind],
    retryAfterMs: kind === 'throttled' ? pauseOf(error) : undefined,
  });
}

const codeOf = ({ name, code, $metadata }: Thrown): string =>
  (name && name !== 'Error' ? name : code) ?? `HTTP ${$metadata?.httpStatusCode ?? 'failure'}`;

/** The reason and the fields that a service names, and its words. */
function detailsOf({ message = '', reason, ValidationExceptionFieldList = [], fields = [] }: Thrown): string {
  const named = [
    ...ValidationExceptionFieldList.map(({ Field, Message }) => `${Field}: ${Message}`),
    ...fields.map((field) => `${field.name}: ${field.message}`),
  ];
  return [reason, message, ...named].filter(Boolean).join('; ');
}

function pauseOf({ $response }: Thrown): number {
  const said = Number($response?.headers?.['retry-after']);
  return Number.isFinite(said) && said >= 0 ? Math.max(1000, said * 1000) : usualPauseMs;
}

/** The action that the caller may not do, where that is what the service says. */
export const deniedAction = (thrown: unknown): string | undefined => {
  const { name = '', message = '' } = (thrown ?? {}) as Thrown;
  if (!/^AccessDenied|^UnauthorizedOperation|^NotAuthorized/.test(name)) return undefined;
  return /not authorized to perform:? ([\w-]{1,64}:\w{1,64})/i.exec(message)?.[1];
};

/** One right is missing, and others are there: the seller mends that, and nothing else waits for it. */
export const missingRight = (action: string): MarketplaceError =>
  new MarketplaceError(`AccessDeniedException: ${action}`, {
    kind: 'refused',
    readable: `The right to do this is missing (${action.split(':')[1]}). Give it as the setup of the integration says, then try again.`,
  });

/** Answers nothing where the service says that it has nothing by a name. */
export function noneIfAbsent(thrown: unknown): undefined {
  if ((thrown as Thrown | undefined)?.name === 'ResourceNotFoundException') return undefined;
  throw thrown;
}

/** Answers nothing where the marketplace refuses what it is asked. */
export function noneIfRefused(error: unknown): undefined {
  if (error instanceof MarketplaceError && error.permanent) return undefined;
  throw error;
}

/** A refusal that is known without asking. */
export const refusal = (code: string, readable = wordsOf(code)): MarketplaceError =>
  new MarketplaceError(code, { kind: 'refused', readable });
