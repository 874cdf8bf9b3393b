import { acquireSharedBuyersLock } from '../../buyers/index.ts';
import { type AgreementSnapshot, type Imported, observeJob } from '../../marketplaces/index.ts';
import { findOffersAt, isOfPast, lockAgreedOffer, type OfferRow } from '../../offers/index.ts';
import { type OrgTransaction, silently } from '../../platform/access/scope.ts';
import { enqueue } from '../../platform/jobs/queue.ts';
import { findProductsOf } from '../../products/index.ts';
import type { EntitlementRow } from '../columns.ts';
import { findByExternalIds } from '../store.ts';
import { applyAgreement } from './apply.ts';
import { differencesOf, withoutEarlier } from './compare.ts';
import { keepAgreements, type Past } from './keep-past.ts';

/** The agreements that wait until all others are imported, as they follow one that is not known yet. */
type ImportedAgreements = Imported & { waiting: readonly AgreementSnapshot[] };

/**
 * Makes entitlements with their terms and buyers of the agreements on a page that nobody knows, and marks their offers as
 * accepted, without an event of each. What is news is observed as always, and told: what was agreed on since, and the
 * acceptance of an offer that was made here.
 * @param before what was agreed on earlier is of the past
 */
export async function importAgreements(
  scope: OrgTransaction,
  partner: string,
  listed: readonly AgreementSnapshot[],
  before: Date,
): Promise<ImportedAgreements> {
  await acquireSharedBuyersLock(scope);
  const page = await withoutEarlier(scope, partner, listed);
  // Offers first of all rows, as wherever an agreement is applied.
  const found = await findAround(scope, partner, page);
  const { known, unknown } = found;
  const isPast = ({ agreement, offer }: Past) =>
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
 * Applies an agreement that waited until all others were known: as one of the past, or as news where it was agreed on
 * since.
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

/** Applies an agreement of the past by itself, without an event. */
async function applyPast(
  scope: OrgTransaction,
  partner: string,
  agreement: AgreementSnapshot,
): Promise<void> {
  const silent = silently(scope);
  await applyAgreement(silent, partner, agreement);
  // What is shown of later terms, and of another state, is applied to what is known.
  if (agreement.renewals?.length || agreement.amendment) await applyAgreement(silent, partner, agreement);
}

/** Those that are kept many at a time: that were sold once, for one time, to whoever bought. */
const isPlain = (agreement: AgreementSnapshot, offer: OfferRow | undefined): boolean =>
  !agreement.needsApproval &&
  agreement.succeeds === undefined &&
  agreement.amendment === undefined &&
  (agreement.renewals ?? []).length === 0 &&
  (offer === undefined || offer.buyer_id === null || isOwnBuyer(offer));

/** The buyer of an offer that was imported is the one that its marketplace names. */
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
  const past = (agreement: AgreementSnapshot): Past => {
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
