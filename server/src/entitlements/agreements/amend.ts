import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { type AgreementSnapshot, type JsonObject, observeJob } from '../../marketplaces/index.ts';
import { acceptOffer, type OfferRow } from '../../offers/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { backoff, enqueue, type JobDefinition, type JobHandler } from '../../platform/jobs/queue.ts';
import { printExact } from '../../platform/records/json.ts';
import { findProduct } from '../../products/index.ts';
import type { EntitlementRow } from '../columns.ts';
import { billingAccount, type Derived, deriveEntitlement, offeredFields } from '../derive/index.ts';
import type { EntitlementInfo } from '../records.ts';
import { live } from '../states.ts';
import { amendTerm } from '../terms/index.ts';
import { deriveInput } from './derive-input.ts';

type Amended = AgreementSnapshot & { amendment: NonNullable<AgreementSnapshot['amendment']> };

/** Says whether a snapshot shows an agreement on the terms of another offer than the one that the entitlement has. */
export const isAmended = (
  known: EntitlementRow,
  offer: OfferRow | undefined,
  agreement: AgreementSnapshot,
): agreement is Amended =>
  agreement.amendment !== undefined && offer !== undefined && known.offer_id !== offer.id;

/**
 * Puts an entitlement on the terms of the offer that its buyer accepted instead of the one before: the same
 * entitlement, and a new term of it. Terms that are to hold later wait for their time.
 * @returns the entitlement, or nothing while its new terms wait
 */
export async function amendEntitlement(
  scope: OrgTransaction,
  known: EntitlementRow,
  offer: OfferRow,
  agreement: Amended,
): Promise<EntitlementRow | undefined> {
  if (offer.status !== 'ACCEPTED') await acceptOffer(scope, offer, agreement, known.buyer_id ?? '');
  // Once the seller approves, the marketplace notifies us again.
  if (agreement.needsApproval) return undefined;
  const { effectiveAt } = agreement.amendment;
  if (Date.parse(effectiveAt) > scope.now.getTime()) {
    const payload = { partner: known.partner as string, externalId: agreement.externalId, effectiveAt };
    await scope.query(enqueue(scope, amendJob, payload, { at: new Date(effectiveAt) }));
    return undefined;
  }
  // One that was cancelled never revives.
  return live.includes(known.status) ? applyOffer(scope, known, offer, agreement) : known;
}

async function applyOffer(
  scope: OrgTransaction,
  known: EntitlementRow,
  offer: OfferRow,
  agreement: Amended,
): Promise<EntitlementRow> {
  const derived = await termsOf(scope, known, offer, agreement);
  const before = JSON.parse(known.info) as EntitlementInfo;
  // Settings of billing that were made for this entitlement stay (R41).
  const own = Object.keys(JSON.parse(known.billing_overrides) as JsonObject);
  const terms = Object.fromEntries(Object.entries(derived.info).filter(([name]) => !own.includes(name)));
  const type = agreement.amendment.renewal ? 'ManualRenew' : kindOf(before, derived, known);
  return amendTerm(
    scope,
    known,
    {
      offerId: offer.id,
      externalStatus: agreement.externalStatus,
      endTime: derived.endTime ?? undefined,
      // Up to the end that was agreed on before, it goes on for as long.
      agreedDuration: type === 'QuantityChange' ? undefined : (derived.agreedDuration ?? ''),
      agreedPayments: null,
      quantity: agreement.quantity,
      planId: agreement.planId,
      info: printExact(terms),
      removeInfo: offeredFields.filter((name) => !(name in terms) && !own.includes(name)),
      metaInfo: billingAccount(known.partner ?? undefined, agreement.billingAccountId),
    },
    { type, begins: agreement.amendment.effectiveAt, derived },
  );
}

/** Reckoned from when the new terms hold; one without an end of its own goes on to the end that was agreed. */
async function termsOf(
  scope: OrgTransaction,
  known: EntitlementRow,
  offer: OfferRow,
  agreement: Amended,
): Promise<Derived> {
  const productId = offer.product_id ?? known.product_id;
  const product = productId ? await findProduct(scope, productId) : undefined;
  const changed = { ...agreement, startTime: agreement.amendment.effectiveAt };
  const days = known.start_time ? [known.start_time] : [];
  const until = (endTime: string | null) =>
    deriveEntitlement(deriveInput(known.partner, { ...offer, end_time: endTime }, changed, product, days));
  const derived = until(offer.end_time);
  return derived.endTime === null && known.end_time !== null ? until(known.end_time) : derived;
}

/** Another number of the same, up to the same end, or other terms. */
function kindOf(
  before: EntitlementInfo,
  { info, endTime }: Derived,
  known: EntitlementRow,
): 'PlanChange' | 'QuantityChange' {
  const after = info as EntitlementInfo;
  const uncounted = ({ commits = [], dimensions = [] }: EntitlementInfo) => ({
    dimensions,
    commits: commits.map(({ quantity: _, ...commit }) => commit),
  });
  const sameEnd =
    endTime === known.end_time || Date.parse(endTime ?? '') === Date.parse(known.end_time ?? '');
  const onlyCounted =
    isDeepStrictEqual(uncounted(before), uncounted(after)) &&
    !isDeepStrictEqual(before.commits, after.commits);
  return sameEnd && onlyCounted ? 'QuantityChange' : 'PlanChange';
}

type Payload = { partner: string; externalId: string; effectiveAt: string };

/** Reads an agreement again when the terms begin to hold that its buyer accepted before. */
export const amendJob: JobDefinition<Payload> = {
  kind: 'entitlements.amend',
  payload: z.object({ partner: z.string(), externalId: z.string(), effectiveAt: z.string() }),
  lane: ({ externalId, effectiveAt }) => `amend:${externalId}:${effectiveAt}`,
  retry: backoff({ tries: 20 }),
};

export const amendJobHandler: JobHandler<Payload> = {
  definition: amendJob,
  run: ({ payload: { partner, externalId }, finish }) =>
    finish('read again', async (scope) => {
      await scope.query(enqueue(scope, observeJob, { partner, kind: 'AGREEMENT', externalId }));
    }),
};
