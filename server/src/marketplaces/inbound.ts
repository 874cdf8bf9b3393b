import { LRUCache } from 'lru-cache';
import type { InOrganization } from '../platform/access/scope.ts';
import { errors } from '../platform/errors.ts';
import type { Answer } from '../platform/http/route.ts';
import type { AdapterRegistry, MarketplaceAdapter } from './adapter.ts';
import { NotConnected } from './connections/not-connected.ts';
import { MarketplaceError } from './errors.ts';
import { enqueueObservations, requireReadable, storeNotification } from './notification-store.ts';
import type { Notification, RawNotification } from './notifications.ts';

export type InboundDeps = {
  registry: AdapterRegistry;
  inOrganization: InOrganization;
  /** Reads the environment of an organization; undefined when the organization does not exist. */
  environmentOf: (organizationId: string) => Promise<string | undefined>;
  wake: () => void;
};

/**
 * Receives a marketplace notification: verifies the signature, stores the notification unchanged and once,
 * and enqueues an observation of each subject. Records change only after an observation. @throws 401 if the
 * notification is not genuine; 503 if verification failed: the notification is not stored, and its sender
 * retries
 */
export type InboundDoor = (
  partner: string,
  organizationId: string,
  raw: RawNotification,
  requestId: string,
) => Promise<Answer>;

export function createInboundDoor(deps: InboundDeps): InboundDoor {
  // Cached because an organization's environment never changes. The transaction that stores the notification
  // checks that the organization still exists.
  const environments = new LRUCache<string, string>({ max: 10_000 });
  const environmentOf = async (organizationId: string) => {
    const environment = environments.get(organizationId) ?? (await deps.environmentOf(organizationId));
    if (environment !== undefined) environments.set(organizationId, environment);
    return environment;
  };
  return async (partnerInPath, organizationId, raw, requestId) => {
    const partner = partnerInPath.toUpperCase();
    const environment = await environmentOf(organizationId);
    const adapter =
      environment === undefined
        ? undefined
        : await deps.registry.find({ organizationId, environment }, partner);
    if (!adapter) throw notGenuine();
    const notification = await verifyNotification(adapter, raw);
    requireReadable(notification);
    const isKept = await deps.inOrganization(
      organizationId,
      requestId,
      async (scope, [stored = []]) => {
        if (stored.length > 0) enqueueObservations(scope, partner, notification);
        return stored.length > 0;
      },
      [storeNotification(organizationId, partner, notification.id, raw)],
    );
    if (!isKept && (await deps.environmentOf(organizationId)) === undefined) throw notGenuine();
    deps.wake();
    return { body: { received: true } };
  };
}

const notGenuine = (options?: ErrorOptions) =>
  errors.unauthenticated('The signature of the notification is not valid.', options);

/** Time after which a sender should retry, if the error has no retry time. */
const usualWaitMs = 30_000;

async function verifyNotification(adapter: MarketplaceAdapter, raw: RawNotification): Promise<Notification> {
  try {
    return await adapter.verifyNotification(raw);
  } catch (cause) {
    const known = cause instanceof MarketplaceError ? cause : undefined;
    if (known?.kind === 'refused' || known instanceof NotConnected) throw notGenuine({ cause });
    // A 4xx would be final: some marketplaces interpret it as the seller's decision about the buyer's
    // request.
    const waitMs = known?.retryAfterMs ?? usualWaitMs;
    throw errors.unavailable('The signature of the notification could not be verified.', {
      cause,
      headers: { 'retry-after': String(Math.max(1, Math.ceil(waitMs / 1000))) },
    });
  }
}
