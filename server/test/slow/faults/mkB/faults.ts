import type { Faults } from '../histories.ts';
import { hourMs, minuteMs } from '../world.ts';
import type { WorldB } from './side.ts';

/** Calls of the service whose response may be lost. */
const operations = [
  'resolve',
  'getSubscription',
  'getSubscription',
  'listSubscriptions',
  'activateSubscription',
  'activateSubscription',
  'updateSubscription',
  'updateSubscription',
  'deleteSubscription',
  'getOperation',
  'updateOperation',
  'listOperations',
  'postBatchUsageEvent',
  'postBatchUsageEvent',
  'configure',
  'configure',
  'getJobStatus',
  'getJobStatus',
  'queryPrivateOffers',
  'getPrivateOffer',
] as const;

/** Injects the faults of a seed. A fault is a single failing call, or lasts until `endAll`. */
export function createFaults(world: WorldB): Faults {
  const { chance, service, seller } = world;
  const operation = () => chance.pick(operations);
  const isLikely = (percent: number) => chance.below(100) < percent;
  let isForbidden = false;

  const all: Record<string, () => unknown> = {
    lost: () => service.dropNextAnswer(operation(), { afterCommit: true }),
    dropped: () => service.dropNextAnswer(operation(), { afterCommit: false }),
    killedBefore: () => service.dropNextAnswer(operation(), { afterCommit: false, onDrop: world.kill }),
    killedAfter: () => service.dropNextAnswer(operation(), { afterCommit: true, onDrop: world.kill }),
    killedAnywhere: () => void setTimeout(world.kill, chance.below(150)).unref(),
    throttled: () => service.throttleNext(operation(), { retryAfterS: 1 + chance.below(60), times: 2 }),
    broken: () =>
      service.failNext(operation(), {
        code: 'InternalServerError',
        status: chance.pick([500, 503]),
        message: 'broken',
      }),
    lagging: () => service.lag(chance.pick([30_000, 5 * minuteMs, 15 * minuteMs])),
    forbidden: () => {
      isForbidden = true;
      service.forbid(seller.app, 'marketplace');
    },
    tokensRevoked: () => service.revokeTokens(),
    notificationsTwice: () => service.deliver({ copies: 2 }),
    notificationsLate: () => service.deliver({ delayMs: 10 * minuteMs }),
    notificationsReversed: () => service.deliver({ reversed: true }),
    keysAway: () => service.keysAreDown(true),
    jobFails: () => service.jobFails({ afterSteps: chance.below(2) }),
    operationEnds: () => service.operationEnds(chance.pick(['Failed', 'Conflict'])),
    activationFails: () => service.activationFails(),
    usageFails: () => service.usageFails(),
  };
  const kills = Object.keys(all).filter((name) => name.startsWith('killed'));

  /** Ends all lasting faults; pending faults of single calls are kept. */
  async function repairAll(): Promise<void> {
    service.lag(0);
    service.deliver({ copies: 1, delayMs: 0, reversed: false });
    service.keysAreDown(false);
    if (!isForbidden) return;
    isForbidden = false;
    service.allow(seller.app, 'marketplace');
    await world.verify();
  }
  return {
    begin: () => {
      const name = isLikely(30) ? chance.pick(kills) : chance.pick(Object.keys(all));
      all[name]?.();
      return name;
    },
    mend: repairAll,
    endAll: async () => {
      service.clearFaults();
      await repairAll();
      // Repeated notifications, and the time until a published offer is listed.
      await world.go(hourMs);
      if (!(await world.verify())) throw new Error('the application is let in, and is not verified');
    },
  };
}
