import { acquireSharedBuyersLock, ensureBuyersOfPast } from '../../buyers/index.ts';
import { type AgreementSnapshot, type ImportResult, observeJob } from '../../marketplaces/index.ts';
import {
  acceptPastOffers,
  findOffersAt,
  isOfPast,
  isPrivate,
  lockAgreedOffer,
  type OfferRow,
} from '../../offers/index.ts';
import { type OrgTransaction, withoutEvents } from '../../platform/access/scope.ts';
import { enqueueMany } from '../../platform/jobs/enqueue-many.ts';
import { enqueue } from '../../platform/jobs/queue.ts';
import { findProductsOf, type ProductRow } from '../../products/index.ts';
import type { EntitlementRow } from '../columns.ts';
import type { EntitlementValues } from '../derive/index.ts';
import { endJob } from '../jobs.ts';
import { type EntitlementStatus, live } from '../states.ts';
import { findByExternalIds, insertEntitlementsOfPast } from '../store.ts';
import { firstTerm, insertTermsOfPast } from '../terms/index.ts';
import { applyAgreement } from './apply.ts';
import { deriveCharged, deriveInput, entitlementOf, startJob } from './begin.ts';
import { differencesOf, withoutEarlier } from './reconcile.ts';

/** The result of an import; `waiting` contains the agreements whose predecessor is not imported yet. */
type ImportedAgreements = ImportResult & { waiting: readonly AgreementSnapshot[] };

/**
 * Imports the agreements on a page that have no entitlement: entitlements, terms and buyers are written and
 * offers accepted, without events. Agreements created since `before`, and acceptances of offers created in
 * Tradepost, are observed as usual, with events.
 * @param before agreements created earlier are imported without events
 */
export async function importAgreements(
  scope: OrgTransaction,
  partner: string,
  listed: readonly AgreementSnapshot[],
  before: Date,
): Promise<ImportedAgreements> {
  await acquireSharedBuyersLock(scope);
  const page = await withoutEarlier(scope, partner, listed);
  // Always lock offers before any other row.
  const found = await findAround(scope, partner, page);
  const { known, unknown } = found;
  const isPast = ({ agreement, offer }: AgreementRecords) =>
    Date.parse(agreement.acceptedAt) < before.getTime() && (offer === undefined || isOfPast(offer));
  const [waiting, free] = divide(unknown, ({ succeeds }) => succeeds !== undefined);
  const [past, news] = divide(free.map(found.past), isPast);
  for (const { agreement } of news)
    scope.send(enqueue(scope, observeJob, { partner, kind: 'AGREEMENT', externalId: agreement.externalId }));
  const [plain, others] = divide(past, ({ agreement, offer }) => isPlain(agreement, offer));
  const made = await keepAgreements(scope, partner, plain);
  for (const { agreement } of others) await applyPast(scope, partner, agreement);
  const differences = differencesOf(
    scope,
    partner,
    page.filter(({ externalId }) => known.has(externalId)),
    known,
  );
  return { made: made + others.length, differences, waiting };
}

/**
 * Applies an agreement that waited for its predecessor: without events, or by an observation if the agreement
 * was created since `before`.
 */
export async function applyWaiting(
  scope: OrgTransaction,
  partner: string,
  agreement: AgreementSnapshot,
  before: Date,
): Promise<void> {
  await acquireSharedBuyersLock(scope);
  const offer = await lockAgreedOffer(scope, partner, agreement);
  const isPast = Date.parse(agreement.acceptedAt) < before.getTime() && (!offer || isOfPast(offer));
  if (isPast) return applyPast(scope, partner, agreement);
  const { externalId } = agreement;
  scope.send(enqueue(scope, observeJob, { partner, kind: 'AGREEMENT', externalId }));
}

/** Imports a single agreement, without events. */
async function applyPast(
  scope: OrgTransaction,
  partner: string,
  agreement: AgreementSnapshot,
): Promise<void> {
  const silent = withoutEvents(scope);
  await applyAgreement(silent, partner, agreement);
  // The second pass applies renewals, later terms and status to the entitlement that the first pass created.
  if (agreement.renewals?.length || agreement.amendment) await applyAgreement(silent, partner, agreement);
}

/**
 * Checks whether an agreement is simple enough to be imported in bulk: no approval, predecessor, amendment or
 * renewal, and the same buyer as its offer.
 */
const isPlain = (agreement: AgreementSnapshot, offer: OfferRow | undefined): boolean =>
  !agreement.needsApproval &&
  agreement.succeeds === undefined &&
  agreement.amendment === undefined &&
  (agreement.renewals ?? []).length === 0 &&
  (offer === undefined || offer.buyer_id === null || isOwnBuyer(offer));

/** An imported offer has the buyer that its marketplace names. */
const isOwnBuyer = (offer: OfferRow): boolean =>
  (JSON.parse(offer.meta_info) as { createdBySource?: string }).createdBySource === 'SYNC';

async function findAround(scope: OrgTransaction, partner: string, page: readonly AgreementSnapshot[]) {
  const keys = page.flatMap(({ offerKey }) => offerKey ?? []);
  const offerIds = page.flatMap(({ externalOfferId }) => externalOfferId ?? []);
  const offers = await findOffersAt(scope, partner, { keys, externalIds: offerIds }, true);
  const byId = new Map(offers.map((row) => [row.id, row]));
  const byExternalId = new Map(offers.toReversed().map((row) => [row.external_id, row]));
  const externalIds = page.map(({ externalId }) => externalId);
  const entitlements = await findByExternalIds(scope, partner, externalIds);
  const known: ReadonlyMap<string | null, EntitlementRow> = new Map(
    entitlements.map((row) => [row.external_id, row]),
  );
  const products = await findProducts(scope, partner, page, offers);
  const offerOf = ({ offerKey, externalOfferId }: AgreementSnapshot) =>
    offerKey ? byId.get(offerKey) : byExternalId.get(externalOfferId ?? null);
  const past = (agreement: AgreementSnapshot): AgreementRecords => {
    const offer = offerOf(agreement);
    return { agreement, offer, product: products(offer?.product_id ?? agreement.productId, agreement) };
  };
  return { known, past, unknown: page.filter(({ externalId }) => !known.has(externalId)) };
}

async function findProducts(
  scope: OrgTransaction,
  partner: string,
  page: readonly AgreementSnapshot[],
  offers: readonly OfferRow[],
) {
  const ids = [
    ...page.flatMap(({ productId }) => productId ?? []),
    ...offers.flatMap(({ product_id: id }) => id ?? []),
  ];
  const externalIds = page.flatMap(({ externalProductId }) => externalProductId ?? []);
  const distinct = { ids: [...new Set(ids)], externalIds: [...new Set(externalIds)] };
  const rows = await findProductsOf(scope, partner, distinct);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const byListing = new Map(rows.map((row) => [row.external_id, row]));
  return (id: string | undefined, { externalProductId }: AgreementSnapshot) =>
    id === undefined ? byListing.get(externalProductId ?? null) : byId.get(id);
}

function divide<T>(all: readonly T[], first: (one: T) => boolean): [T[], T[]] {
  return [all.filter(first), all.filter((one) => !first(one))];
}

/** An imported agreement with its offer and product. */
type AgreementRecords = {
  agreement: AgreementSnapshot;
  offer: OfferRow | undefined;
  product: ProductRow | undefined;
};

/**
 * Inserts entitlements for imported agreements that have no entitlement yet, with first terms, buyers, start
 * and end jobs, and the acceptance of their offers, in a few statements.
 * @returns the number of entitlements written
 */
async function keepAgreements(
  scope: OrgTransaction,
  partner: string,
  all: readonly AgreementRecords[],
): Promise<number> {
  if (all.length === 0) return 0;
  const buyers = await ensureBuyersOfPast(
    scope,
    partner,
    all.map(({ agreement: { externalBuyerId: externalId, buyerName: name } }) => ({ externalId, name })),
  );
  const rows = all.map((past) =>
    importedEntitlement(scope, partner, past, buyers.get(past.agreement.externalBuyerId)),
  );
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

type ImportedEntitlement = ReturnType<typeof importedEntitlement>;

function importedEntitlement(
  scope: OrgTransaction,
  partner: string,
  past: AgreementRecords,
  account: string | undefined,
) {
  const { agreement, offer, product } = past;
  const derived = deriveCharged(scope, deriveInput(partner, offer, agreement, product));
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
 * Derives the status by now: after its end, an entitlement that does not renew is CANCELLED even if the
 * marketplace has not reported the end yet. An agreement with a successor continues with the successor, which
 * is imported later.
 */
function statusByNow(
  { now }: OrgTransaction,
  status: EntitlementStatus,
  { endTime, info }: EntitlementValues,
  { followed }: AgreementSnapshot,
): EntitlementStatus {
  const isOver = endTime !== null && Date.parse(endTime) <= now.getTime() && !followed;
  return isOver && live.includes(status) && info.autoRenew !== true ? 'CANCELLED' : status;
}

const hourMs = 3_600_000;

/** Enqueues the start of entitlements that have not started, and the end of entitlements that can still end. */
async function scheduleAll(scope: OrgTransaction, made: readonly ImportedEntitlement[]): Promise<void> {
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
    // Once all agreements are imported, a succeeding agreement replaces an end that has passed.
    const at = isOver ? new Date(scope.now.getTime() + hourMs) : new Date(end);
    return [{ scope, definition: endJob, payload, at }];
  });
  if (starts.length > 0) await scope.query(enqueueMany(starts));
  if (ends.length > 0) await scope.query(enqueueMany(ends));
}
