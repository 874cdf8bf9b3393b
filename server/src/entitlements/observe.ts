import type { Logger } from 'pino';
import {
  type AdapterRegistry,
  type AgreementSnapshot,
  type BuyerRequest,
  type MarketplaceAdapter,
  MarketplaceError,
  marketplaceJobHandler,
  type Observe,
  type OfferSnapshot,
  observeJob,
  tryAgain,
} from '../marketplaces/index.ts';
import { expediteOfferChange, lockObserved, observeOffer, observeOffers } from '../offers/index.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';
import type { Row, Statement } from '../platform/database/statement.ts';
import { enqueueUnlessWaiting } from '../platform/jobs/enqueue-many.ts';
import type { BatchedJob, JobHandler, JobRun } from '../platform/jobs/queue.ts';
import { observeProduct } from '../products/index.ts';
import { applyAgreement, endRemoved, isAheadOfOffer } from './agreements/index.ts';
import { isAgreementKnown } from './earlier-agreements.ts';
import { expediteEntitlementChange } from './marketplace-request.ts';
import { expediteRefund } from './refund.ts';
import { lapseRequest, observeRequest } from './requests/index.ts';

/** A record read at the marketplace, and the function that applies it. */
type Observation = {
  outcome: string;
  /** Statements sent with the start of the transaction; `apply` receives their rows. */
  first?: (organization: Pick<OrgTransaction, 'organizationId'>) => readonly Statement[];
  apply: (scope: OrgTransaction, log: Logger, found: readonly Row[][]) => Promise<void>;
};

/**
 * Reads a record that a marketplace reported as changed. The notification is only the trigger; the state that
 * is read from the marketplace is applied.
 */
export const observeJobHandler = (registry: AdapterRegistry): JobHandler<Observe> => ({
  ...marketplaceJobHandler(registry, {
    definition: observeJob,
    load: { fromPayload: ({ partner }) => ({ partner }) },
    onNotConnected: (job, { partner }) => job.finish(`nothing to do: no integration with ${partner}`),
    call: ({ adapter }, job) => readers[job.payload.kind](adapter, job.payload, job),
    finish: (job, reading) =>
      reading
        ? job.finish(
            reading.outcome,
            (scope, found) => reading.apply(scope, job.log, found),
            'COMPLETED',
            reading.first?.(job),
          )
        : job.finish(`nothing to do: the marketplace does not have this ${job.payload.kind.toLowerCase()}`),
  }),
  batch: {
    maxJobs: maxObservationsPerTransaction,
    outcome: 'observed',
    prefetch: async ({ payload, ...place }) =>
      payload.kind === 'OFFER'
        ? registry.find(place, payload.partner)?.readOffer(payload.externalId).catch(retryThrottled)
        : undefined,
    work: observeBatch,
  },
});

/** Retries a throttled request only after the marketplace’s retry time. */
const retryThrottled = (error: Error): never => {
  throw error instanceof MarketplaceError && error.kind === 'throttled' ? tryAgain(error) : error;
};

/**
 * The largest number of offer observations that are requested at the same time and share one transaction; equal
 * to the concurrency of single observation jobs.
 */
const maxObservationsPerTransaction = 16;

/** Applies snapshots of offers, and returns the ids of the completed jobs. */
async function observeBatch(
  jobs: readonly BatchedJob<Observe, OfferSnapshot>[],
): Promise<ReadonlySet<string>> {
  const observed = await observeOffers(
    jobs.map(({ scope, payload: { partner }, prefetched }) => ({ scope, partner, snapshot: prefetched })),
  );
  return new Set(jobs.filter(({ prefetched }) => observed.has(prefetched)).map(({ jobId }) => jobId));
}

type RunOfRead = Pick<JobRun<Observe>, 'transaction' | 'leasedTransaction'>;
type ReadRecord = (
  adapter: MarketplaceAdapter,
  observe: Observe,
  job: RunOfRead,
) => Promise<Observation | undefined>;

const readers: Readonly<Record<Observe['kind'], ReadRecord>> = {
  OFFER: async (adapter, { partner, externalId }) => {
    const snapshot = await adapter.readOffer(externalId);
    if (!snapshot) return undefined;
    return {
      outcome: 'observed',
      first: (organization) => [lockObserved(organization, partner, snapshot)],
      apply: async (scope, _log, [locked]) => {
        await observeOffer(scope, partner, snapshot, locked);
      },
    };
  },
  PRODUCT: async (adapter, { partner, externalId, adopt }) => {
    const listing = await adapter.readProduct(externalId);
    if (!listing) return undefined;
    return {
      outcome: 'observed',
      apply: (scope, log) => observeProduct(scope, partner, listing, adopt, log),
    };
  },
  // The job that requested the change polls it; its next poll is rescheduled to an earlier time.
  CHANGE: async (_adapter, { partner, externalId }) => ({
    outcome: 'check rescheduled',
    apply: async (scope) => {
      scope.send(expediteOfferChange(scope, partner, externalId));
      scope.send(expediteEntitlementChange(scope, partner, externalId));
      scope.send(expediteRefund(scope, externalId));
    },
  }),
  REQUEST: async (adapter, { partner, externalId }, job) => {
    const request = await adapter.readRequest?.(externalId);
    if (!request) return { outcome: 'not found', apply: (scope) => lapseRequest(scope, partner, externalId) };
    await applyUnknownAgreement(adapter, partner, request, job);
    return {
      outcome: 'observed',
      apply: (scope) => observeRequest(scope, partner, adapter.describe(), request),
    };
  },
  BUYER: async (adapter, { partner, externalId }) => {
    const agreements = (await adapter.listAgreementsOf?.(externalId)) ?? [];
    return {
      outcome: `agreements to read: ${agreements.length}`,
      apply: (scope) => readAll(scope, partner, agreements),
    };
  },
  AGREEMENT: async (adapter, { partner, externalId }, job) => {
    const agreement = await readAgreement(adapter, externalId);
    if (!agreement)
      return adapter.describe().removesUnapproved
        ? { outcome: 'removed', apply: (scope) => endRemoved(scope, partner, externalId) }
        : undefined;
    await requireOffer(partner, agreement, job);
    await applyMissingBefore(adapter, partner, agreement, job);
    return { outcome: 'applied', apply: (scope) => applyAgreement(scope, partner, agreement) };
  },
};

/** Enqueues the reading of agreements, except those whose reading is about to begin. */
async function readAll(scope: OrgTransaction, partner: string, externalIds: readonly string[]) {
  const jobs = externalIds.map((externalId) => ({
    scope,
    definition: observeJob,
    payload: { partner, kind: 'AGREEMENT' as const, externalId },
    at: scope.now,
  }));
  if (jobs.length > 0) await scope.query(enqueueUnlessWaiting(jobs));
}

/**
 * Applies the agreement of a request that arrived before its agreement.
 * @throws MarketplaceError if the marketplace does not show the agreement yet
 */
async function applyUnknownAgreement(
  adapter: MarketplaceAdapter,
  partner: string,
  { externalAgreementId }: BuyerRequest,
  job: RunOfRead,
): Promise<void> {
  if (await job.transaction((scope) => isAgreementKnown(scope, partner, externalAgreementId))) return;
  const agreement = await readAgreement(adapter, externalAgreementId);
  if (!agreement)
    throw new MarketplaceError('the agreement of the request is not visible yet', {
      kind: 'throttled',
      retryAfterMs: untilMadeMs,
    });
  await requireOffer(partner, agreement, job);
  await applyMissingBefore(adapter, partner, agreement, job);
  await job.leasedTransaction((scope) => applyAgreement(scope, partner, agreement));
}

const untilMadeMs = 30_000;

/**
 * Defers an agreement on an offer whose external id is not stored yet, because applying the agreement now would
 * create an entitlement without an offer.
 * @throws MarketplaceError
 */
async function requireOffer(partner: string, agreement: AgreementSnapshot, job: RunOfRead) {
  if (agreement.offerKey || !agreement.offer) return;
  if (await job.transaction((scope) => isAheadOfOffer(scope, partner, agreement)))
    throw new MarketplaceError('the offer of the agreement is still being created', {
      kind: 'throttled',
      retryAfterMs: untilMadeMs,
    });
}

/** The longest chain of agreements that is read; each agreement lasts at least a month. */
const longestChain = 100;

/**
 * Reads unknown earlier agreements in the chain of this agreement and applies them, oldest first. Their
 * notifications may arrive later, and without them this agreement would create a separate entitlement.
 */
async function applyMissingBefore(
  adapter: MarketplaceAdapter,
  partner: string,
  { succeeds }: AgreementSnapshot,
  job: RunOfRead,
): Promise<void> {
  const missing: AgreementSnapshot[] = [];
  for (let next = succeeds; next && missing.length < longestChain; next = missing[0]?.succeeds) {
    const { externalId } = next;
    if (await job.transaction((scope) => isAgreementKnown(scope, partner, externalId))) break;
    const earlier = await readAgreement(adapter, externalId);
    if (!earlier) break;
    missing.unshift(earlier);
  }
  for (const earlier of missing)
    await job.leasedTransaction((scope) => applyAgreement(scope, partner, earlier));
}

/**
 * Reads an agreement, with the marketplace’s snapshot of its offer.
 * @throws MarketplaceError
 */
export async function readAgreement(
  adapter: MarketplaceAdapter,
  externalId: string,
): Promise<AgreementSnapshot | undefined> {
  const agreement = await adapter.readAgreement(externalId);
  return agreement && { ...agreement, offer: await offerOf(adapter, agreement) };
}

/**
 * Reads the offer of an agreement. A failure does not delay the agreement: the next observation reads the offer
 * again.
 */
async function offerOf(
  adapter: MarketplaceAdapter,
  { externalOfferId }: AgreementSnapshot,
): Promise<OfferSnapshot | undefined> {
  if (externalOfferId === undefined) return undefined;
  return adapter.readOffer(externalOfferId).catch(() => undefined);
}
