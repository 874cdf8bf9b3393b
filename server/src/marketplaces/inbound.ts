import { LRUCache } from 'lru-cache';
import type { InOrganization } from '../platform/access/scope.ts';
import { errors } from '../platform/errors.ts';
import type { Answer } from '../platform/http/route.ts';
import type { AdapterRegistry, MarketplaceAdapter } from './adapter.ts';
import { NotConnected } from './connections/not-connected.ts';
import { MarketplaceError } from './errors.ts';
import { keepNotification, requireReadable } from './notification-store.ts';
import type { Notification, RawNotification } from './notifications.ts';

export type InboundDeps = {
  registry: AdapterRegistry;
  inOrganization: InOrganization;
  /** The environment of an organization; undefined when there is none. */
  environmentOf: (organizationId: string) => Promise<string | undefined>;
  wake: () => void;
};

/**
 * Receives a notification that a marketplace sends: proves it genuine, keeps it raw, once, and enqueues an observation of
 * each of its subjects. No meaning is taken from it.
 * @throws 401 when it is not genuine, 503 when that could not be checked: its sender tries again then, and nothing is kept
 */
export type InboundDoor = (
  partner: string,
  organizationId: string,
  raw: RawNotification,
  requestId: string,
) => Promise<Answer>;

export function createInboundDoor(deps: InboundDeps): InboundDoor {
  // It never changes. That the organization is there still is asked in the transaction that keeps the notification.
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
    const notification = await verified(adapter, raw);
    requireReadable(notification);
    const isKept = await deps.inOrganization(organizationId, requestId, (scope) =>
      keepNotification(scope, partner, notification, raw),
    );
    if (!isKept && (await deps.environmentOf(organizationId)) === undefined) throw notGenuine();
    deps.wake();
    return { body: { received: true } };
  };
}

const notGenuine = (options?: ErrorOptions) =>
  errors.unauthenticated('The notification is not genuine.', options);

/** How long a sender is asked to wait before it tries again, where nobody says how long. */
const usualWaitMs = 30_000;

async function verified(adapter: MarketplaceAdapter, raw: RawNotification): Promise<Notification> {
  try {
    return await adapter.verifyNotification(raw);
  } catch (cause) {
    const known = cause instanceof MarketplaceError ? cause : undefined;
    if (known?.kind === 'refused' || known instanceof NotConnected) throw notGenuine({ cause });
    // A refusal would be final: some marketplaces take it for the seller's answer to what a buyer asked for.
    const waitMs = known?.retryAfterMs ?? usualWaitMs;
    throw errors.unavailable('It could not be checked whether the notification is genuine.', {
      cause,
      headers: { 'retry-after': String(Math.max(1, Math.ceil(waitMs / 1000))) },
    });
  }
}
