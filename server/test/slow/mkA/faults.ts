import { hourMs, minuteMs, type World } from './world.ts';

/** What the program asks, and may be left without an answer of. */
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

/** The codes by which the marketplace fails a change set that it had taken. */
const codes = ['INVALID_BUYER_ACCOUNTS', 'TOO_MANY_OFFERS', 'SOMETHING_NEW'];

/** Creates what goes wrong in a seed. Each fault is one call that ends badly, or lasts until `endAll`. */
export function createFaults(world: World) {
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

  /** Everything works again, but for what is still to meet a call. */
  async function mend(): Promise<void> {
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
    /** Lets something go wrong. Answers what. */
    begin: (): string => {
      const name = isLikely(30) ? chance.pick(kills) : chance.pick(Object.keys(all));
      all[name]?.();
      return name;
    },
    mend,
    /** Nothing goes wrong any more. */
    endAll: async () => {
      service.clearFaults();
      service.leavesUnprocessed(0);
      await mend();
      if (!(await world.verify())) throw new Error('the role lets us in, and is not verified');
    },
  };
}
