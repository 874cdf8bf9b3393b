import type { Logger } from 'pino';
import {
  type AdapterRegistry,
  type AgreementSnapshot,
  type MarketplaceAdapter,
  MarketplaceError,
  marketplaceJobHandler,
  type Observe,
  type OfferSnapshot,
  observeJob,
  tryAgain,
} from '../../marketplaces/index.ts';
import {
  hastenOfferChange,
  isStillBeingMade,
  lockObserved,
  observeOffer,
  observeOffers,
} from '../../offers/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { Row, Statement } from '../../platform/database/statement.ts';
import type { JobHandler, JobRun, JobTogether } from '../../platform/jobs/queue.ts';
import { observeProduct } from '../../products/index.ts';
import { hastenEntitlementChange } from '../commands/index.ts';
import { applyAgreement } from './apply.ts';
import { isAgreementKnown } from './look-up.ts';

/** The record that was read, and how it is applied. */
type Reading = {
  outcome: string;
  /** Statements that go with the beginning of the transaction; `apply` is given their rows. */
  first?: (organization: Pick<OrgTransaction, 'organizationId'>) => readonly Statement[];
  apply: (scope: OrgTransaction, log: Logger, found: readonly Row[][]) => Promise<void>;
};

/** Observes what a marketplace said had changed. Its notification is only the cause; what is read counts. */
export const observeJobHandler = (registry: AdapterRegistry): JobHandler<Observe> => ({
  ...marketplaceJobHandler(registry, {
    definition: observeJob,
    load: { fromPayload: ({ partner }) => ({ partner }) },
    notConnected: (job, { partner }) => job.finish(`nothing to do: no integration with ${partner}`),
    call: ({ adapter }, job) => readers[job.payload.kind](adapter, job.payload, job),
    finish: (job, reading) =>
      reading
        ? job.finish(
            reading.outcome,
            (scope, found) => reading.apply(scope, job.log, found),
            'COMPLETED',
            reading.first?.(job),
          )
        : job.finish(`nothing to do: the marketplace has no such ${job.payload.kind.toLowerCase()}`),
  }),
  together: {
    most: mostTogether,
    outcome: 'observed',
    ask: async ({ payload, ...place }) =>
      payload.kind === 'OFFER'
        ? registry.find(place, payload.partner)?.readOffer(payload.externalId).catch(putOff)
        : undefined,
    work: observeTogether,
  },
});

/** A marketplace that says when it may be asked again is not asked before. */
const putOff = (error: Error): never => {
  throw error instanceof MarketplaceError && error.kind === 'throttled' ? tryAgain(error) : error;
};

/** So many are asked for at once, as many as would be by themselves, and share a transaction. */
const mostTogether = 16;

/** Applies what was read of offers, and answers which jobs that was all of. */
async function observeTogether(
  jobs: readonly JobTogether<Observe, OfferSnapshot>[],
): Promise<ReadonlySet<string>> {
  const observed = await observeOffers(
    jobs.map(({ scope, payload: { partner }, asked }) => ({ scope, partner, snapshot: asked })),
  );
  return new Set(jobs.filter(({ asked }) => observed.has(asked)).map(({ jobId }) => jobId));
}

type RunOfRead = Pick<JobRun<Observe>, 'transaction' | 'note'>;
type Read = (adapter: MarketplaceAdapter, observe: Observe, job: RunOfRead) => Promise<Reading | undefined>;

const readers: Readonly<Record<Observe['kind'], Read>> = {
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
  // Whoever asked for the change follows it, and asks how far it is.
  CHANGE: async (_adapter, { partner, externalId }) => ({
    outcome: 'looked at',
    apply: async (scope) => {
      scope.send(hastenOfferChange(scope, partner, externalId));
      scope.send(hastenEntitlementChange(scope, partner, externalId));
    },
  }),
  AGREEMENT: async (adapter, { partner, externalId }, job) => {
    const agreement = await readAgreement(adapter, externalId);
    if (!agreement) return undefined;
    await requireOffer(partner, agreement, job);
    await applyMissingBefore(adapter, partner, agreement, job);
    return { outcome: 'applied', apply: (scope) => applyAgreement(scope, partner, agreement) };
  },
};

const untilMadeMs = 30_000;

/**
 * Has an agreement wait whose offer is one of ours that was accepted before we know its id: it would become an entitlement of
 * no offer. @throws MarketplaceError
 */
async function requireOffer(partner: string, { offerKey, offer }: AgreementSnapshot, job: RunOfRead) {
  if (offerKey || !offer) return;
  if (await job.transaction((scope) => isStillBeingMade(scope, partner, offer)))
    throw new MarketplaceError('the offer that was agreed on is being made', {
      kind: 'throttled',
      retryAfterMs: untilMadeMs,
    });
}

/** No chain is longer: each of its agreements is for a month at least. */
const longestChain = 100;

/**
 * Reads the agreements that this one follows and that are not known yet, and applies them, the oldest first: their
 * notifications may come later, and this one would begin an entitlement of its own.
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
  for (const earlier of missing) await job.note((scope) => applyAgreement(scope, partner, earlier));
}

/** Reads an agreement, with what its marketplace shows of its offer. @throws MarketplaceError */
export async function readAgreement(
  adapter: MarketplaceAdapter,
  externalId: string,
): Promise<AgreementSnapshot | undefined> {
  const agreement = await adapter.readAgreement(externalId);
  return agreement && { ...agreement, offer: await offerOf(adapter, agreement) };
}

/** An agreement is not held back for what its marketplace shows of the offer: that is read with the next observation again. */
async function offerOf(
  adapter: MarketplaceAdapter,
  { externalOfferId }: AgreementSnapshot,
): Promise<OfferSnapshot | undefined> {
  if (externalOfferId === undefined) return undefined;
  return adapter.readOffer(externalOfferId).catch(() => undefined);
}
