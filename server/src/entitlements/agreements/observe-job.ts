import type { Logger } from 'pino';
import {
  type AdapterRegistry,
  type AgreementSnapshot,
  type MarketplaceAdapter,
  marketplaceJobHandler,
  type Observe,
  type OfferSnapshot,
  observeJob,
} from '../../marketplaces/index.ts';
import { lockObserved, observeOffer } from '../../offers/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { Row, Statement } from '../../platform/database/statement.ts';
import type { JobHandler } from '../../platform/jobs/queue.ts';
import { observeProduct } from '../../products/index.ts';
import { applyAgreement } from './apply.ts';

/** The record that was read, and how it is applied. */
type Reading = {
  outcome: string;
  /** Statements that go with the beginning of the transaction; `apply` is given their rows. */
  first?: (organization: Pick<OrgTransaction, 'organizationId'>) => readonly Statement[];
  apply: (scope: OrgTransaction, log: Logger, found: readonly Row[][]) => Promise<void>;
};

/** Observes what a marketplace said had changed. Its notification is only the cause; what is read counts. */
export const observeJobHandler = (registry: AdapterRegistry): JobHandler<Observe> =>
  marketplaceJobHandler(registry, {
    definition: observeJob,
    load: { fromPayload: ({ partner }) => ({ partner }) },
    notConnected: (job, { partner }) => job.finish(`nothing to do: no integration with ${partner}`),
    call: ({ adapter }, { payload }) => readers[payload.kind](adapter, payload),
    finish: (job, reading) =>
      reading
        ? job.finish(
            reading.outcome,
            (scope, found) => reading.apply(scope, job.log, found),
            'COMPLETED',
            reading.first?.(job),
          )
        : job.finish(`nothing to do: the marketplace has no such ${job.payload.kind.toLowerCase()}`),
  });

const readers: Readonly<
  Record<Observe['kind'], (adapter: MarketplaceAdapter, observe: Observe) => Promise<Reading | undefined>>
> = {
  OFFER: async (adapter, { partner, externalId }) => {
    const snapshot = await adapter.readOffer(externalId);
    if (!snapshot) return undefined;
    return {
      outcome: 'observed',
      first: (organization) => lockObserved(organization, snapshot),
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
  AGREEMENT: async (adapter, { partner, externalId }) => {
    const agreement = await adapter.readAgreement(externalId);
    if (!agreement) return undefined;
    const offer = await offerOf(adapter, agreement);
    return { outcome: 'applied', apply: (scope) => applyAgreement(scope, partner, { ...agreement, offer }) };
  },
};

/** An agreement is not held back for what its marketplace shows of the offer: that is read with the next observation again. */
async function offerOf(
  adapter: MarketplaceAdapter,
  { externalOfferId }: AgreementSnapshot,
): Promise<OfferSnapshot | undefined> {
  if (externalOfferId === undefined) return undefined;
  return adapter.readOffer(externalOfferId).catch(() => undefined);
}
