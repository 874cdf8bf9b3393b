import { wasNeverSent } from '../../platform/outside/outside-fetch.ts';
import { type FailureKind, MarketplaceError } from '../errors.ts';

/** The effect of a call. After a lost response to a write, the outcome is unknown. */
export type Effect = 'reads' | 'writes';

/** A response of the marketplace; `body` is undefined for an empty body. */
export type Reply = { status: number; body: unknown; headers: Headers };

const longest = 500;
/** Retry delay if the marketplace returns no retry time. */
const usualPauseMs = 10_000;

/** A read whose response was lost had no effect. */
const lostKind = (effect: Effect): FailureKind => (effect === 'reads' ? 'unreachable' : 'unknown');

const readables: Readonly<Record<FailureKind, string>> = {
  refused: 'The marketplace rejected the request. Its message is included.',
  throttled: 'The marketplace is limiting calls. The call is retried automatically.',
  unauthorized:
    'The marketplace rejects the credentials. Check the integration’s settings, then verify it again.',
  unreachable: 'The marketplace cannot be reached. The call is retried automatically.',
  unknown: 'The marketplace’s response was lost.',
};

/** Creates the error for a rejection; the seller must fix its cause. */
export const refusal = (code: string, readable = readables.refused): MarketplaceError =>
  new MarketplaceError(code, { kind: 'refused', readable });

/** Creates the error for a call that is repeated later, because the marketplace is still working. */
export const busy = (code: string, readable: string, retryAfterMs: number): MarketplaceError =>
  new MarketplaceError(code, { kind: 'throttled', readable, retryAfterMs });

export const unauthorized = (code: string, readable = readables.unauthorized): MarketplaceError =>
  new MarketplaceError(code, { kind: 'unauthorized', readable });

/** Converts a failure of the network. */
export function networkError(cause: unknown, effect: Effect): MarketplaceError {
  const kind = wasNeverSent(cause) ? 'unreachable' : lostKind(effect);
  const { code, message } = (cause ?? {}) as { code?: string; message?: string };
  return new MarketplaceError(code ?? message ?? 'network failure', {
    kind,
    readable: readables[kind],
    cause,
  });
}

/** Creates the error for a response that does not have the published form. */
export const unreadable = (what: string, effect: Effect): MarketplaceError => {
  const kind = lostKind(effect);
  return new MarketplaceError(`unreadable response: ${what}`, { kind, readable: readables[kind] });
};

/**
 * Converts a response that is not a success. 401 and 403 are rejections of the credentials; callers that know
 * better convert them first.
 */
export function replyError({ status, body, headers }: Reply, effect: Effect): MarketplaceError {
  const kind = kindOf(status, effect);
  const raw = kind === 'unauthorized' ? `HTTP ${status}` : `${status} ${messageOf(body)}`.trim();
  return new MarketplaceError(raw.slice(0, longest), {
    kind,
    readable: readables[kind],
    retryAfterMs: kind === 'throttled' ? pauseOf(headers) : undefined,
  });
}

function kindOf(status: number, effect: Effect): FailureKind {
  if (status === 429) return 'throttled';
  if (status === 401 || status === 403) return 'unauthorized';
  return status >= 400 && status < 500 && status !== 408 ? 'refused' : lostKind(effect);
}

/** Returns code and message of an error body, which the interfaces nest differently. */
function messageOf(body: unknown): string {
  const outer = (body ?? {}) as { error?: unknown; code?: unknown; message?: unknown };
  const { code, message } = (
    typeof outer.error === 'object' && outer.error !== null ? outer.error : outer
  ) as typeof outer;
  return [code, message].filter((text) => typeof text === 'string' && text !== '').join(': ');
}

/** Reads the retry time: seconds, or a date. */
export function pauseOf(headers: Headers, now = Date.now()): number {
  const said = headers.get('retry-after') ?? '';
  const ms = /^\d+$/.test(said) ? Number(said) * 1000 : Date.parse(said) - now;
  return Number.isFinite(ms) ? Math.max(1000, ms) : usualPauseMs;
}
