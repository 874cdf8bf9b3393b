import type { JobTogether, Together } from '../../platform/jobs/queue.ts';
import { groupBy } from '../../platform/records/group-by.ts';
import type { Vault } from '../../platform/secrets/encryption.ts';
import { keepNotifications } from '../notification-store.ts';
import { strikesAny } from './fault-store.ts';
import { noticeStrikes, signedNotice } from './notices.ts';
import { awaitsPartner } from './partners.ts';
import type { SandboxOfferState } from './states.ts';
import { lockFreeOffers, type SandboxOffer, type SandboxSpec, setOfferStates } from './store.ts';

/** Derives the state of an offer once it is published: it may be for a partner first, or for the seller to resell. */
export function publishedAs({ spec }: SandboxOffer): SandboxOfferState {
  const published = JSON.parse(spec) as SandboxSpec;
  if (published.offerType === 'CPPO_IN') return 'READY_TO_USE';
  return awaitsPartner(published) ? 'AWAITING_PARTNER' : 'PUBLISHED';
}

/** The name of the notification by which a job says that an offer was published. */
export const noticeIdOf = (jobId: string): string => `msg_${jobId}`;

type Payload = { sandboxOfferId: string };

/** So many offers share a transaction: with more, each costs hardly less, and all wait for the last. */
const mostTogether = 25;

/**
 * Publishes offers of a burst in one transaction, with what keeps their notifications: the marketplace and the door to it are one
 * program, and what is committed at once cannot overtake. Where a fault may strike a notification, each goes by itself, over the
 * door.
 */
export const publishTogether = (vault: Vault): Together<Payload> => ({
  most: mostTogether,
  outcome: 'published',
  work: async (jobs) => {
    const [{ scope }] = jobs as [JobTogether<Payload>];
    const [mayBeStruck, offers] = await Promise.all([
      strikesAny(scope, noticeStrikes),
      lockFreeOffers(
        scope,
        jobs.map(({ payload }) => payload.sandboxOfferId),
      ),
    ]);
    if (mayBeStruck) return new Set();
    const jobOf = new Map(jobs.map(({ jobId, payload }) => [payload.sandboxOfferId, jobId]));
    const changed = offers
      .filter(({ state }) => state === 'PUBLISHING')
      .map((offer) => ({ id: offer.id, state: publishedAs(offer) }));
    if (changed.length > 0) setOfferStates(scope, changed);
    for (const [partner, own] of groupBy(offers, (offer) => offer.partner)) {
      const notifications = own.map(({ id }) => {
        const subject = { kind: 'OFFER', externalId: id } as const;
        const noticeId = noticeIdOf(jobOf.get(id) as string);
        const raw = signedNotice(
          vault,
          scope.organizationId,
          { partner, ...subject, noticeId },
          scope.wallNow,
        );
        return { id: noticeId, subjects: [subject], raw };
      });
      await keepNotifications(scope, partner, notifications);
    }
    return new Set(offers.map(({ id }) => jobOf.get(id) as string));
  },
});
