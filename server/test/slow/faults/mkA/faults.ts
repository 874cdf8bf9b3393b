import type { Faults } from '../histories.ts';
import { hourMs, minuteMs } from '../world.ts';
import type { WorldA } from './side.ts';

/** Calls of the service whose response may be lost. */
const operations = [
  'StartChangeSet',
  'StartChangeSet',
  'StartChangeSet',
  'DescribeChangeSet',
  'DescribeChangeSet',
  'DescribeEntity',
  'DescribeEntity',
  'SearchAgreements',
  'DescribeAgreement',
  'GetAgreementTerms',
  'GetAgreementEntitlements',
  'GetEntitlements',
  'SendAgreementCancellationRequest',
  'BatchMeterUsage',
  'ReceiveMessage',
  'DeleteMessageBatch',
  'AssumeRole',
] as const;

/** The codes with which an accepted change set fails. */
const codes = ['INVALID_BUYER_ACCOUNTS', 'TOO_MANY_OFFERS', 'SOMETHING_NEW'];

/** Injects the faults of a seed. A fault is a single failing call, or lasts until `endAll`. */
export function createFaults(world: WorldA): Faults {
  const { chance, service, seller } = world;
  const operation = () => chance.pick(operations);
  const isLikely = (percent: number) => chance.below(100) < percent;
  let isRevoked = false;

  const all: Record<string, () => unknown> = {
    lost: () => service.dropNextAnswer(operation(), { afterCommit: true }),
    dropped: () => service.dropNextAnswer(operation(), { afterCommit: false }),
    killedBefore: () => service.dropNextAnswer(operation(), { afterCommit: false, onDrop: world.kill }),
    killedAfter: () => service.dropNextAnswer(operation(), { afterCommit: true, onDrop: world.kill }),
    killedAnywhere: () => void setTimeout(world.kill, chance.below(150)).unref(),
    throttled: () => service.throttleNext(operation(), { retryAfterS: 1 + chance.below(60), times: 2 }),
    broken: () =>
      service.failNext(operation(), {
        code: chance.pick(['InternalServiceException', 'ServiceUnavailable']),
        status: 503,
        message: 'broken',
      }),
    lagging: () => service.lag(chance.pick([30_000, 5 * minuteMs, hourMs])),
    skewed: () => service.clockSkew(chance.pick([-40, 40]) * minuteMs),
    revoked: () => {
      isRevoked = true;
      service.revokeRole(seller.roleArn);
    },
    sessionsEnded: () => service.endSessions(),
    eventsTwice: () => service.deliver({ copies: 2 }),
    eventsLate: () => service.deliver({ delayMs: 10 * minuteMs }),
    eventsHeld: () => {
      service.deliver({ reversed: isLikely(50) });
      service.holdEvents();
    },
    changeSetFails: () => service.changeSetFails(chance.pick(codes)),
    changeSetBreaks: () => service.changeSetBreaks(),
    usageUnprocessed: () => service.leavesUnprocessed(1),
    cancellationFails: () => service.cancellationFails('Refused by a check.'),
  };

  const kills = Object.keys(all).filter((name) => name.startsWith('killed'));

  /** Ends all lasting faults; pending faults of single calls are kept. */
  async function repairAll(): Promise<void> {
    service.lag(0);
    service.clockSkew(0);
    service.letEventsGo();
    service.deliver({ copies: 1, delayMs: 0, reversed: false });
    if (!isRevoked) return;
    isRevoked = false;
    service.restoreRole(seller.roleArn);
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
      service.leavesUnprocessed(0);
      await repairAll();
      if (!(await world.verify())) throw new Error('the role lets us in, and is not verified');
    },
  };
}
