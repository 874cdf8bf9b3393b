import type { BatchedJob, JobBatch } from '../../platform/jobs/queue.ts';
import { groupBy } from '../../platform/records/group-by.ts';
import type { Vault } from '../../platform/secrets/encryption.ts';
import { keepNotifications } from '../notification-store.ts';
import { strikesAny } from './fault-store.ts';
import { noticeStrikes, signedNotice } from './notices.ts';
import { awaitsPartner } from './partners.ts';
import type { SandboxOfferState } from './states.ts';
import { lockFreeOffers, type SandboxOffer, type SandboxSpec, setOfferStates } from './store.ts';

/**
 * Derives the state of a published offer. The offer may wait for a partner, or may be a resale authorization
 * for the seller.
 */
export function publishedAs({ spec }: SandboxOffer): SandboxOfferState {
  const published = JSON.parse(spec) as SandboxSpec;
  if (published.offerType === 'CPPO_IN') return 'READY_TO_USE';
  return awaitsPartner(published) ? 'AWAITING_PARTNER' : 'PUBLISHED';
}

/** Returns the id of the notification by which a job reports that an offer was published. */
export const noticeIdOf = (jobId: string): string => `msg_${jobId}`;

type Payload = { sandboxOfferId: string };

/**
 * Maximum number of offers in a transaction. Larger groups hardly reduce the cost per offer, and all offers
 * wait for the last offer.
 */
const maxOffersPerTransaction = 25;

/**
 * Publishes the offers of a burst and stores their notifications in one transaction. This is safe because the
 * sandbox and the inbound route run in the same service, and notifications that are committed together cannot
 * overtake each other. If a fault may affect a notification, each offer is published separately and its
 * notification is sent to the inbound route.
 */
export const publishBatch = (vault: Vault): JobBatch<Payload> => ({
  maxJobs: maxOffersPerTransaction,
  outcome: 'published',
  work: async (jobs) => {
    const [{ scope }] = jobs as [BatchedJob<Payload>];
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
