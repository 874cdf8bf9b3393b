import { z } from 'zod';
import {
  type AdapterRegistry,
  type MarketplaceAdapter,
  marketplaceJobHandler,
  marketplaceRetry,
  type OfferSnapshot,
  observeJob,
} from '../../marketplaces/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { enqueue, type JobDefinition, type JobHandler } from '../../platform/jobs/queue.ts';
import type { OfferRow } from '../columns.ts';
import { accepted } from '../states.ts';
import { reconcileOffer } from './observe.ts';
import { reachOffer } from './reach.ts';

type Payload = { offerId: string };

/** Reconciles an offer with its marketplace because a caller asks for it (R33). */
export const reconciliationJob: JobDefinition<Payload> = {
  kind: 'offers.sync',
  payload: z.object({ offerId: z.string() }),
  lane: ({ offerId }) => `offer:${offerId}`,
  retry: marketplaceRetry,
  operation: { name: 'Read an offer at its marketplace', subject: ({ offerId }) => ({ offer_id: offerId }) },
};

export const reconciliationJobHandler = (registry: AdapterRegistry): JobHandler<Payload> =>
  marketplaceJobHandler(registry, {
    definition: reconciliationJob,
    ...reachOffer(({ status }) => status !== 'DELETED'),
    call: ({ adapter, offer, externalId }) => readOfferSnapshot(adapter, offer, externalId),
    finish: (job, read, { partner }) =>
      read
        ? job.finish('read again', (scope) => applySnapshot(scope, partner, read))
        : job.finish('nothing to do: the marketplace has no such offer'),
  });

type Read = { snapshot: OfferSnapshot; agreement: string | undefined };

/** Reads the snapshot that a marketplace shows of an offer; nothing where it has none. */
export async function readOfferSnapshot(
  adapter: MarketplaceAdapter,
  offer: OfferRow,
  known: string | null = offer.external_id,
): Promise<Read | undefined> {
  const externalId = known ?? (await adapter.findOffer?.(offer.id))?.externalId;
  const snapshot = externalId === undefined ? undefined : await adapter.readOffer(externalId);
  if (!snapshot) return undefined;
  // The notification of its agreement was lost: an acceptance comes with the agreement, and with nothing else.
  const isNews = snapshot.status === 'ACCEPTED' && !accepted.includes(offer.status);
  const agreement = isNews ? await adapter.findAgreement?.(snapshot.externalId) : undefined;
  return { snapshot, agreement };
}

/** Applies a snapshot (R33), and enqueues the observation of its agreement. */
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
