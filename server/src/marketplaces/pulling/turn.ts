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
  /**
   * Raises an alert about an unreadable notification in the transaction that stores the notification. Called
   * on every delivery.
   */
  alertUnreadable: (scope: OrgTransaction, partner: string) => Promise<void>;
  newRequestId: () => string;
  wake: () => void;
  log: Logger;
};

export type Queue = { organizationId: string; partner: string };

/** Result of reading a queue once. */
export type QueueReadResult =
  | { outcome: 'read'; count: number }
  /** The adapter does not pull notifications. */
  | { outcome: 'none' }
  | { outcome: 'unauthorized'; error: string }
  | { outcome: 'failed'; error: string; retryAfterMs?: number | undefined };

/** Time limit of a call, slightly longer than the maximum wait of an adapter. */
const longestMs = 30_000;

/**
 * Reads a queue once: waits for notifications, stores the notifications and enqueues their observations in
 * one transaction, then acknowledges the notifications. Never throws. An unreadable notification does not
 * delay other notifications.
 */
export async function takeTurn(deps: TurnDeps, queue: Queue, signal: AbortSignal): Promise<QueueReadResult> {
  try {
    const { organizationId, partner } = queue;
    const adapter = await deps.registry.find({ organizationId, environment: 'PROD' }, partner);
    const pull = adapter?.pullNotifications;
    if (!adapter || !pull) return { outcome: 'none' };
    const pulled = await withTimeout(longestMs, signal, (limited) => pull.call(adapter, limited));
    const { receipts, failure } = await take(deps, queue, adapter, pulled);
    if (receipts.length > 0) {
      deps.wake();
      await adapter.acknowledgeNotifications?.(receipts);
    }
    return failure ? await failedRead(deps, queue, failure) : { outcome: 'read', count: pulled.length };
  } catch (error) {
    return failedRead(deps, queue, error as Error);
  }
}

/**
 * Runs work that is aborted by the signal or after the time limit. The listeners are removed afterwards,
 * because the signal is reused for many reads.
 */
async function withTimeout<T>(
  ms: number,
  signal: AbortSignal,
  work: (limited: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = new AbortController();
  const abort = () => limit.abort(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  const timer = setTimeout(() => limit.abort(new Error(`no response within ${ms} ms`)), ms);
  try {
    return await work(limit.signal);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  }
}

async function failedRead(
  deps: TurnDeps,
  { organizationId, partner }: Queue,
  error: Error,
): Promise<QueueReadResult> {
  if (!(error instanceof MarketplaceError)) return { outcome: 'failed', error: error.message };
  const { kind, message, retryAfterMs } = error;
  if (kind !== 'unauthorized') return { outcome: 'failed', error: message, retryAfterMs };
  try {
    await deps.inOrganization(organizationId, deps.newRequestId(), async (scope) =>
      deps.registry.onUnauthorized?.(scope, partner, error),
    );
  } catch (cause) {
    deps.log.error(
      { err: cause, organizationId, partner },
      'the rejected credentials of a queue could not be recorded',
    );
  }
  return { outcome: 'unauthorized', error: message };
}

/** The receipts to acknowledge, and the reason why the remaining notifications stay in the queue. */
type StoredReceipts = { receipts: string[]; failure?: Error };

/**
 * Stores pulled notifications in one transaction, up to the first notification that cannot be verified at
 * present. This notification and all later notifications are delivered again.
 */
async function take(
  deps: TurnDeps,
  { organizationId, partner }: Queue,
  adapter: MarketplaceAdapter,
  pulled: readonly PulledNotification[],
): Promise<StoredReceipts> {
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
  for (const { id, unknownKind } of readable)
    if (unknownKind !== undefined)
      deps.log.warn(
        { organizationId, partner, id, kind: unknownKind },
        'a notification is of an unknown kind',
      );
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

type ReadNotification = { receipt: string; raw: RawNotification } & (
  | { notification: Notification }
  /** An unreadable notification, which stays in the queue unless the failure is permanent (`forGood`). */
  | { error: Error; forGood: boolean }
  /** A notification that was not verified, because the marketplace did not respond. */
  | { failure: Error }
);

/**
 * Reads a notification. A notification that the adapter rejects, or that has no valid record id, is stored
 * unchanged and acknowledged. A notification that causes a different error in the adapter stays in the queue
 * until the marketplace drops the notification. Never throws.
 */
async function readNotification(
  adapter: MarketplaceAdapter,
  { receipt, raw: sent }: PulledNotification,
): Promise<ReadNotification> {
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
