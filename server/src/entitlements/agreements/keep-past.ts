import { ensureBuyersOfPast } from '../../buyers/index.ts';
import type { AgreementSnapshot } from '../../marketplaces/index.ts';
import { acceptPastOffers, isPrivate, type OfferRow } from '../../offers/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { enqueueMany } from '../../platform/jobs/enqueue-many.ts';
import type { ProductRow } from '../../products/index.ts';
import { endJob } from '../change/index.ts';
import { type Derived, deriveEntitlement } from '../derive/index.ts';
import { type EntitlementStatus, live } from '../states.ts';
import { insertEntitlementsOfPast } from '../store.ts';
import { firstTerm, insertTermsOfPast } from '../terms/index.ts';
import { entitlementOf } from './begin.ts';
import { deriveInput } from './derive-input.ts';
import { startJob } from './start-job.ts';

/** What an agreement of the past is kept with. */
export type Past = {
  agreement: AgreementSnapshot;
  offer: OfferRow | undefined;
  product: ProductRow | undefined;
};

/**
 * Writes the entitlements of agreements that nobody knows, with their first terms and buyers, what is to follow from them
 * in time, and the acceptance of their offers; all of them in a few statements.
 * @returns how many there are
 */
export async function keepAgreements(
  scope: OrgTransaction,
  partner: string,
  all: readonly Past[],
): Promise<number> {
  if (all.length === 0) return 0;
  const buyers = await ensureBuyersOfPast(
    scope,
    partner,
    all.map(({ agreement: { externalBuyerId: externalId, buyerName: name } }) => ({ externalId, name })),
  );
  const rows = all.map((past) => entitled(scope, partner, past, buyers.get(past.agreement.externalBuyerId)));
  const written = await insertEntitlementsOfPast(
    scope,
    rows.map(({ row }) => row),
  );
  const made = rows.filter(({ row }) => written.has(row.id));
  if (made.length === 0) return 0;
  await scope.query(insertTermsOfPast(made.map(({ term }) => term)));
  await scheduleAll(scope, made);
  await acceptPastOffers(
    scope,
    made.flatMap(({ past: { offer, agreement }, row }) =>
      offer && isPrivate(offer.offer_type) ? [{ offer, agreement, buyerId: row.buyer_id }] : [],
    ),
  );
  return made.length;
}

type Entitled = ReturnType<typeof entitled>;

function entitled(scope: OrgTransaction, partner: string, past: Past, account: string | undefined) {
  const { agreement, offer, product } = past;
  const derived = deriveEntitlement(deriveInput(partner, offer, agreement, product));
  const [id, termId] = [scope.newId('ent'), scope.newId('trm')];
  const own = entitlementOf(scope, partner, offer, agreement, derived);
  const made = { creation_time: agreement.acceptedAt, last_update_time: own.last_update_time };
  const row = {
    ...own,
    ...made,
    id,
    status: statusByNow(scope, own.status, derived, agreement),
    entitlement_term_id: termId,
    product_id: product?.id ?? offer?.product_id ?? agreement.productId,
    buyer_id: account as string,
  };
  return { past, row, term: { ...firstTerm(scope, row, termId, derived), ...made } };
}

/**
 * What has come to its end and does not renew is over, also where its marketplace has not said so. What another agreement
 * follows goes on with that one, which is kept later.
 */
function statusByNow(
  { now }: OrgTransaction,
  status: EntitlementStatus,
  { endTime, info }: Derived,
  { followed }: AgreementSnapshot,
): EntitlementStatus {
  const isOver = endTime !== null && Date.parse(endTime) <= now.getTime() && !followed;
  return isOver && live.includes(status) && info.autoRenew !== true ? 'CANCELLED' : status;
}

const hourMs = 3_600_000;

/** Enqueues the start of what is to begin, and the end of what runs. */
async function scheduleAll(scope: OrgTransaction, made: readonly Entitled[]): Promise<void> {
  const starts = made
    .filter(({ row }) => row.status === 'PENDING_START')
    .map(({ row: { id, start_time } }) => ({
      scope,
      definition: startJob,
      payload: { entitlementId: id },
      at: new Date(start_time),
    }));
  const ends = made.flatMap(({ row: { id, status, end_time: end } }) => {
    if (end === null || !live.includes(status)) return [];
    const payload = { entitlementId: id, endTime: new Date(end).toISOString() };
    const isOver = Date.parse(end) <= scope.now.getTime();
    // The agreement that follows moves an end that is over, once all others are kept.
    const at = isOver ? new Date(scope.now.getTime() + hourMs) : new Date(end);
    return [{ scope, definition: endJob, payload, at }];
  });
  if (starts.length > 0) await scope.query(enqueueMany(starts));
  if (ends.length > 0) await scope.query(enqueueMany(ends));
}
