import type { Faults } from '../histories.ts';
import { hourMs } from '../world.ts';
import type { WorldC } from './side.ts';

/** Calls of the service whose response may be lost. */
const operations = [
  'getAccount',
  'approveAccount',
  'getEntitlement',
  'getEntitlement',
  'listEntitlements',
  'approveEntitlement',
  'approveEntitlement',
  'rejectEntitlement',
  'approvePlanChange',
  'rejectPlanChange',
  'pull',
  'acknowledge',
  'checkUsage',
  'reportUsage',
  'reportUsage',
  'listPrivateOffers',
  'getPrivateOffer',
  'createPrivateOffer',
  'createPrivateOffer',
  'createDocument',
  'publishPrivateOffer',
  'publishPrivateOffer',
  'cancelPrivateOffer',
] as const;

/** Injects the faults of a seed. A fault is a single failing call, or lasts until `endAll`. */
export function createFaults(world: WorldC): Faults {
  const { chance, service, seller } = world;
  const operation = () => chance.pick(operations);
  const isLikely = (percent: number) => chance.below(100) < percent;
  let isUnlinked = false;

  const all: Record<string, () => unknown> = {
    lost: () => service.dropNextAnswer(operation(), { afterCommit: true }),
    dropped: () => service.dropNextAnswer(operation(), { afterCommit: false }),
    killedBefore: () => service.dropNextAnswer(operation(), { afterCommit: false, onDrop: world.kill }),
    killedAfter: () => service.dropNextAnswer(operation(), { afterCommit: true, onDrop: world.kill }),
    killedAnywhere: () => void setTimeout(world.kill, chance.below(150)).unref(),
    throttled: () => service.throttleNext(operation(), { retryAfterS: 1 + chance.below(60), times: 2 }),
    broken: () => service.isUnavailableNext(operation()),
    unlinked: () => {
      isUnlinked = true;
      service.unlink(seller.account, seller.providerId);
    },
    tokensRevoked: () => service.revokeTokens(),
    messagesTwice: () => service.deliver({ copies: 2 }),
    messagesReversed: () => service.deliver({ reversed: true }),
    acknowledgementsLost: () => service.losesAcknowledgements(),
    keysAway: () => {
      service.signingKeys.landing.state.isDown = true;
    },
    usageFails: () => service.usageFails(),
  };
  const kills = Object.keys(all).filter((name) => name.startsWith('killed'));

  /** Ends all lasting faults; pending faults of single calls are kept. */
  async function repairAll(): Promise<void> {
    service.deliver({ copies: 1, reversed: false });
    service.signingKeys.landing.state.isDown = false;
    if (!isUnlinked) return;
    isUnlinked = false;
    service.link(seller.account, seller.providerId);
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
      await world.go(hourMs);
      if (!(await world.verify())) throw new Error('the service account is let in, and is not verified');
    },
  };
}
