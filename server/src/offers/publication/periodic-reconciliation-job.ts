import { type AdapterRegistry, marketplaceJobHandler, type OfferSnapshot } from '../../marketplaces/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { RowOf } from '../../platform/database/rows.ts';
import type { JobHandler, JobRun } from '../../platform/jobs/queue.ts';
import { firstWait, nextWait, periodicReconciliationJob, type Wait } from '../change/index.ts';
import type { OfferRow } from '../columns.ts';
import { findOffer, lockOffer } from '../store.ts';
import { applySnapshot, readOfferSnapshot } from './reconciliation-job.ts';

type Seen = { sequence: number | undefined; snapshot: OfferSnapshot; agreement: string | undefined };

/**
 * Reconciles an offer, and schedules the next time while it still waits for its marketplace. When the offer has
 * changed here since the marketplace was asked, the answer is older and dropped.
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
    notConnected: (job) => goOn(job, undefined),
    call: ({ adapter, offer }) => readOfferSnapshot(adapter, offer),
    finish: (job, read, { sequence }) => goOn(job, read && { ...read, sequence }),
    skip: (job) => goOn(job, undefined),
  }),
  giveUp: (job) => goOn(job, undefined),
});

/** A state that the offer came into since has a wait of its own; a change that is under way reads it by itself. */
const isDue = ({ status }: OfferRow, wait: Wait): boolean =>
  status === wait.status && status !== 'PENDING_UPDATE';

const goOn = (job: JobRun<Wait>, seen: Seen | undefined): Promise<void> =>
  job.repeat('waits no more', async (scope) => {
    const { offerId } = job.payload;
    const before = await lockOffer(scope, offerId);
    if (seen && before && (await offerSequence(scope, offerId)) === seen.sequence)
      await applySnapshot(scope, before.partner ?? '', seen);
    const offer = await lockOffer(scope, offerId);
    return offer && waitOn(scope, job.payload, offer);
  });

function waitOn(scope: OrgTransaction, last: Wait, offer: OfferRow): { at: Date; payload: Wait } | undefined {
  const first = firstWait(scope, offer);
  if (!first) return undefined;
  const waitMs =
    offer.status === last.status ? nextWait(last, scope.wallNow.getTime() - last.wallAt) : first.waitMs;
  return { at: new Date(scope.now.getTime() + waitMs), payload: { ...first, waitMs } };
}

/** The number of the last event of an offer: another one means that it changed. */
async function offerSequence(scope: OrgTransaction, id: string): Promise<number | undefined> {
  const [row] = await scope.query<RowOf<'offer', 'sequence'>>({
    name: 'offer_sequence',
    text: 'SELECT o.sequence FROM offer o WHERE o.organization_id = $1 AND o.id = $2',
    values: [scope.organizationId, id],
  });
  return row?.sequence;
}
