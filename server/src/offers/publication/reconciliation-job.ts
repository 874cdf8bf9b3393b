import { z } from 'zod';
import {
  type AdapterRegistry,
  type MarketplaceAdapter,
  type OfferSnapshot,
  observeJob,
} from '../../marketplaces/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { backoff, enqueue, type JobDefinition, type JobHandler } from '../../platform/jobs/queue.ts';
import type { OfferRow } from '../columns.ts';
import { accepted } from '../states.ts';
import { reconcileOffer } from './observe.ts';
import { reach } from './reach.ts';

type Payload = { offerId: string };

/** Reconciles an offer with its marketplace because a caller asks for it (R33). */
export const reconciliationJob: JobDefinition<Payload> = {
  kind: 'offers.sync',
  payload: z.object({ offerId: z.string() }),
  lane: ({ offerId }) => `offer:${offerId}`,
  retry: backoff({ tries: 5, firstMs: 2000, longestMs: 600_000 }),
  operation: { name: 'Read an offer at its marketplace', subject: ({ offerId }) => ({ offer_id: offerId }) },
};

export const reconciliationJobHandler = (registry: AdapterRegistry): JobHandler<Payload> => ({
  definition: reconciliationJob,
  run: async (job) => {
    const reached = await reach(job, registry, ({ status }) => status !== 'DELETED');
    if (typeof reached === 'string') return job.finish(reached);
    const read = await readOfferSnapshot(reached.adapter, reached.offer, reached.externalId);
    if (!read) return job.finish('nothing to do: the marketplace has no such offer');
    return job.finish('read again', (scope) => applySnapshot(scope, reached.partner, read));
  },
});

type Read = { snapshot: OfferSnapshot; agreement: string | undefined };

/** Reads the snapshot that a marketplace shows of an offer; nothing where it has none. */
export async function readOfferSnapshot(
  adapter: MarketplaceAdapter,
  offer: OfferRow,
  known: string | null = offer.external_id,
): Promise<Read | undefined> {
  const externalId = known ?? (await adapter.findOffer(offer.id))?.externalId;
  const snapshot = externalId === undefined ? undefined : await adapter.readOffer(externalId);
  if (!snapshot) return undefined;
  // The notification of its agreement was lost: an acceptance comes with the agreement, and with nothing else.
  const isNews = snapshot.status === 'ACCEPTED' && !accepted.includes(offer.status);
  const agreement = isNews ? await adapter.findAgreement?.(snapshot.externalId) : undefined;
  return { snapshot, agreement };
}

/** Applies a snapshot (R33), and enqueues the reading of its agreement. */
export async function applySnapshot(
  scope: OrgTransaction,
  partner: string,
  { snapshot, agreement }: Read,
): Promise<void> {
  await reconcileOffer(scope, partner, snapshot);
  if (!agreement) return;
  const subject = { kind: 'AGREEMENT', externalId: agreement } as const;
  await scope.query(enqueue(scope, observeJob, { partner, ...subject }));
}
