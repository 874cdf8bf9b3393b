import { z } from 'zod';
import {
  type AdapterRegistry,
  type MarketplaceAdapter,
  marketplaceJobHandler,
  marketplaceRetry,
  type OfferSnapshot,
  observeJob,
} from '../marketplaces/index.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';
import type { RowOf } from '../platform/database/rows.ts';
import { RawJson, route } from '../platform/http/route.ts';
import { enqueue, type JobDefinition, type JobHandler, type JobRun } from '../platform/jobs/queue.ts';
import { encodeOffer, type OfferRow } from './columns.ts';
import { offerErrors } from './errors.ts';
import { firstWait, nextWait, periodicReconciliationJob, type Wait } from './jobs.ts';
import { isAtMarketplace } from './kind.ts';
import { reconcileOffer } from './observe.ts';
import { reachOffer } from './pending-changes.ts';
import { WorkloadOffer } from './records.ts';
import { accepted } from './states.ts';
import { findOffer, lockOffer, requireOffer } from './store.ts';

export const synchronizeOfferRoute = () =>
  route({
    method: 'POST',
    path: '/org/{orgId}/offer/{offerId}/sync',
    operationId: 'synchronizeOffer',
    group: 'Offer',
    summary: 'Reconcile an offer with its marketplace',
    description:
      'Returns the stored offer. A job then applies the state at the marketplace and keeps your own fields.',
    errors: [offerErrors.offer_not_found.definition, offerErrors.offer_not_at_marketplace.definition],
    access: 'offers:write',
    response: WorkloadOffer,
    responseDescription: 'The offer',
    run: {
      kind: 'transaction',
      handle: async (scope, { params }) => ({
        body: new RawJson(encodeOffer(await requestReconciliation(scope, params.offerId))),
      }),
    },
  });

/** Enqueues the reconciliation of an offer with its marketplace. */
async function requestReconciliation(scope: OrgTransaction, id: string): Promise<OfferRow> {
  const offer = await requireOffer(scope, id);
  requireReconcilable(offer);
  await scope.query(enqueue(scope, reconciliationJob, { offerId: id }));
  return offer;
}

/**
 * Requires an offer that exists at a marketplace.
 * @throws 409 when the offer has no record at a marketplace
 */
export function requireReconcilable(offer: OfferRow): void {
  if (offer.status === 'DRAFT' || !isAtMarketplace(offer)) throw offerErrors.offer_not_at_marketplace();
}

type Payload = { offerId: string };

/** Reconciles an offer with its marketplace at a caller's request (R33). */
export const reconciliationJob: JobDefinition<Payload> = {
  kind: 'offers.sync',
  payload: z.object({ offerId: z.string() }),
  lane: ({ offerId }) => `offer:${offerId}`,
  retry: marketplaceRetry,
  operation: {
    name: 'Reconcile an offer with its marketplace',
    subject: ({ offerId }) => ({ offer_id: offerId }),
  },
};

export const reconciliationJobHandler = (registry: AdapterRegistry): JobHandler<Payload> =>
  marketplaceJobHandler(registry, {
    definition: reconciliationJob,
    ...reachOffer(({ status }) => status !== 'DELETED'),
    call: ({ adapter, offer, externalId }) => readOfferSnapshot(adapter, offer, externalId),
    finish: (job, read, { partner }) =>
      read
        ? job.finish('reconciled', (scope) => applySnapshot(scope, partner, read))
        : job.finish('nothing to do: the marketplace does not have the offer'),
  });

type OfferReading = { snapshot: OfferSnapshot; agreement: string | undefined };

/** Reads the snapshot of an offer at its marketplace; undefined if the offer does not exist there. */
async function readOfferSnapshot(
  adapter: MarketplaceAdapter,
  offer: OfferRow,
  known: string | null = offer.external_id,
): Promise<OfferReading | undefined> {
  const externalId = known ?? (await adapter.findOffer?.(offer.id))?.externalId;
  const snapshot = externalId === undefined ? undefined : await adapter.readOffer(externalId);
  if (!snapshot) return undefined;
  // An acceptance is applied only with its agreement, whose notification may have been lost.
  const isNews = snapshot.status === 'ACCEPTED' && !accepted.includes(offer.status);
  const agreement = isNews ? await adapter.findAgreement?.(snapshot.externalId) : undefined;
  return { snapshot, agreement };
}

/** Applies a snapshot (R33), and enqueues the observation of its agreement. */
export async function applySnapshot(
  scope: OrgTransaction,
  partner: string,
  { snapshot, agreement }: OfferReading,
): Promise<void> {
  await reconcileOffer(scope, partner, snapshot);
  if (!agreement) return;
  const subject = { kind: 'AGREEMENT', externalId: agreement } as const;
  await scope.query(enqueue(scope, observeJob, { partner, ...subject }));
}

type LastReading = { sequence: number | undefined; snapshot: OfferSnapshot; agreement: string | undefined };

/**
 * Reconciles an offer, and schedules the next reconciliation while the offer waits for its marketplace. If the
 * stored offer has changed since the marketplace was called, the response is stale and discarded.
 */
export const periodicReconciliationJobHandler = (registry: AdapterRegistry): JobHandler<Wait> => ({
  ...marketplaceJobHandler(registry, {
    definition: periodicReconciliationJob,
    load: async (scope, wait) => {
      const sequence = await offerSequence(scope, wait.offerId);
      const offer = await findOffer(scope, wait.offerId);
      if (!offer || !isDue(offer, wait)) return 'not due';
      return { offer, partner: offer.partner ?? '', sequence };
    },
    onNotConnected: (job) => goOn(job, undefined),
    call: ({ adapter, offer }) => readOfferSnapshot(adapter, offer),
    finish: (job, read, { sequence }) => goOn(job, read && { ...read, sequence }),
    onSkip: (job) => goOn(job, undefined),
  }),
  giveUp: (job) => goOn(job, undefined),
});

/**
 * Returns whether the reconciliation is still due. A newer state has its own reconciliation, and a running
 * change job reads the offer itself.
 */
const isDue = ({ status }: OfferRow, wait: Wait): boolean =>
  status === wait.status && status !== 'PENDING_UPDATE';

const goOn = (job: JobRun<Wait>, seen: LastReading | undefined): Promise<void> =>
  job.repeat('no longer waiting', async (scope) => {
    const { offerId } = job.payload;
    const before = await lockOffer(scope, offerId);
    if (seen && before && (await offerSequence(scope, offerId)) === seen.sequence)
      await applySnapshot(scope, before.partner ?? '', seen);
    const offer = await lockOffer(scope, offerId);
    return offer && scheduledWait(scope, job.payload, offer);
  });

function scheduledWait(
  scope: OrgTransaction,
  last: Wait,
  offer: OfferRow,
): { at: Date; payload: Wait } | undefined {
  const first = firstWait(scope, offer);
  if (!first) return undefined;
  const waitMs =
    offer.status === last.status ? nextWait(last, scope.wallNow.getTime() - last.wallAt) : first.waitMs;
  return { at: new Date(scope.now.getTime() + waitMs), payload: { ...first, waitMs } };
}

/** Reads the number of the last event of an offer, which detects changes of the offer. */
async function offerSequence(scope: OrgTransaction, id: string): Promise<number | undefined> {
  const [row] = await scope.query<RowOf<'offer', 'sequence'>>({
    name: 'offer_sequence',
    text: 'SELECT o.sequence FROM offer o WHERE o.organization_id = $1 AND o.id = $2',
    values: [scope.organizationId, id],
  });
  return row?.sequence;
}
