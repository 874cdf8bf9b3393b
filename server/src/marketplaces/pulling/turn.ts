import type { Logger } from 'pino';
import type { InOrganization, OrgTransaction } from '../../platform/access/scope.ts';
import { AppError } from '../../platform/errors.ts';
import type { AdapterRegistry, MarketplaceAdapter } from '../adapter.ts';
import { MarketplaceError } from '../errors.ts';
import { keepNotifications, keepUnreadable, requireReadable } from '../notification-store.ts';
import type { Notification, PulledNotification, RawNotification } from '../notifications.ts';

export type TurnDeps = {
  registry: AdapterRegistry;
  inOrganization: InOrganization;
  /** Alerts people of a notification that cannot be read, however often it comes, in the transaction that notes it. */
  alertUnreadable: (scope: OrgTransaction, partner: string) => Promise<void>;
  newRequestId: () => string;
  wake: () => void;
  log: Logger;
};

export type Queue = { organizationId: string; partner: string };

/** How a look into a queue went. */
export type Turn =
  | { outcome: 'read'; count: number }
  /** The adapter does not pull. */
  | { outcome: 'none' }
  | { outcome: 'unauthorized'; error: string }
  | { outcome: 'failed'; error: string; retryAfterMs?: number | undefined };

/** A little longer than the port lets an adapter wait. */
const longestMs = 30_000;

/**
 * Looks into a queue once: waits for notifications, keeps them in one transaction with the observations that they cause, and
 * then takes them out of the queue. It never throws. One that cannot be read holds no other back.
 */
export async function takeTurn(deps: TurnDeps, queue: Queue, signal: AbortSignal): Promise<Turn> {
  try {
    const { organizationId, partner } = queue;
    const adapter = await deps.registry.find({ organizationId, environment: 'PROD' }, partner);
    const pull = adapter?.pullNotifications;
    if (!adapter || !pull) return { outcome: 'none' };
    const pulled = await within(longestMs, signal, (limited) => pull.call(adapter, limited));
    const { receipts, failure } = await take(deps, queue, adapter, pulled);
    if (receipts.length > 0) {
      deps.wake();
      await adapter.acknowledgeNotifications?.(receipts);
    }
    return failure ? await failed(deps, queue, failure) : { outcome: 'read', count: pulled.length };
  } catch (error) {
    return failed(deps, queue, error as Error);
  }
}

/** Has work end with the signal, or after a time. Both are listened to no longer than it takes: turns are without number. */
async function within<T>(
  ms: number,
  signal: AbortSignal,
  work: (limited: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = new AbortController();
  const abort = () => limit.abort(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  const timer = setTimeout(() => limit.abort(new Error(`no answer within ${ms} ms`)), ms);
  try {
    return await work(limit.signal);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  }
}

async function failed(deps: TurnDeps, { organizationId, partner }: Queue, error: Error): Promise<Turn> {
  if (!(error instanceof MarketplaceError)) return { outcome: 'failed', error: error.message };
  const { kind, message, retryAfterMs } = error;
  if (kind !== 'unauthorized') return { outcome: 'failed', error: message, retryAfterMs };
  try {
    await deps.inOrganization(organizationId, deps.newRequestId(), async (scope) =>
      deps.registry.onUnauthorized?.(scope, partner, error),
    );
  } catch (cause) {
    deps.log.error({ err: cause, organizationId, partner }, 'that a queue was not let in could not be noted');
  }
  return { outcome: 'unauthorized', error: message };
}

/** What was taken out of a queue, to be acknowledged, and why the rest was left. */
type Taken = { receipts: string[]; failure?: Error };

/**
 * Keeps what was pulled, all of it in one transaction, up to the first that cannot be checked now: that one and those behind
 * it come again.
 */
async function take(
  deps: TurnDeps,
  { organizationId, partner }: Queue,
  adapter: MarketplaceAdapter,
  pulled: readonly PulledNotification[],
): Promise<Taken> {
  if (pulled.length === 0) return { receipts: [] };
  const all = await Promise.all(pulled.map((one) => readNotification(adapter, one)));
  const end = all.findIndex((read) => 'failure' in read);
  const reads = end < 0 ? all : all.slice(0, end);
  const readable = reads.flatMap((read) =>
    'notification' in read ? { ...read.notification, raw: read.raw } : [],
  );
  const others = reads.flatMap((read) => ('error' in read ? read : []));
  for (const { error, forGood } of others)
    deps.log.warn({ err: error, organizationId, partner, kept: forGood }, 'a notification could not be read');
  try {
    if (reads.length > 0)
      await deps.inOrganization(organizationId, deps.newRequestId(), async (scope) => {
        if (readable.length > 0) await keepNotifications(scope, partner, readable);
        for (const { raw, forGood } of others) {
          if (forGood) await keepUnreadable(scope, partner, raw);
          await deps.alertUnreadable(scope, partner);
        }
      });
  } catch (error) {
    return { receipts: [], failure: error as Error };
  }
  const receipts = reads.flatMap((read) => ('error' in read && !read.forGood ? [] : read.receipt));
  const stopped = all[end];
  return stopped && 'failure' in stopped ? { receipts, failure: stopped.failure } : { receipts };
}

type Read = { receipt: string; raw: RawNotification } & (
  | { notification: Notification }
  /** It is left in the queue unless that is for good. */
  | { error: Error; forGood: boolean }
  /** The marketplace was asked and did not answer. */
  | { failure: Error }
);

/**
 * Reads a notification. One that the adapter refuses, or that says nothing that we know, is kept as it is and comes no more;
 * one that the adapter stumbles over stays where it is, as long as the marketplace keeps it. It never throws.
 */
async function readNotification(
  adapter: MarketplaceAdapter,
  { receipt, raw: sent }: PulledNotification,
): Promise<Read> {
  const raw: RawNotification = { ...sent, method: 'PULL' };
  try {
    const notification = await adapter.verifyNotification(raw);
    requireReadable(notification);
    return { receipt, raw, notification };
  } catch (thrown) {
    const error = thrown as Error;
    if (error instanceof MarketplaceError && error.kind !== 'refused')
      return { receipt, raw, failure: error };
    const forGood = error instanceof MarketplaceError || error instanceof AppError;
    return { receipt, raw, error, forGood };
  }
}
