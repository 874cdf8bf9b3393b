import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { type AgreementSnapshot, type JsonObject, observeJob } from '../../marketplaces/index.ts';
import { acceptOffer, lockOffer, type OfferRow, useOffer } from '../../offers/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { enqueueUnlessWaiting } from '../../platform/jobs/enqueue-many.ts';
import { backoff, enqueue, type JobDefinition, type JobHandler } from '../../platform/jobs/queue.ts';
import { printExact } from '../../platform/records/json.ts';
import { inList } from '../../platform/records/moves.ts';
import { findProduct } from '../../products/index.ts';
import type { EntitlementRow } from '../columns.ts';
import { billingAccount, deriveEntitlement, type EntitlementValues, offeredFields } from '../derive/index.ts';
import type { EntitlementInfo } from '../records.ts';
import { live } from '../states.ts';
import { amendTerm } from '../terms/index.ts';
import { deriveInput } from './begin.ts';

type AmendedAgreement = AgreementSnapshot & { amendment: NonNullable<AgreementSnapshot['amendment']> };

/** Checks whether the agreement in a snapshot is based on another offer than the entitlement. */
export const isAmended = (
  known: EntitlementRow,
  offer: OfferRow | undefined,
  agreement: AgreementSnapshot,
): agreement is AmendedAgreement =>
  agreement.amendment !== undefined && offer !== undefined && known.offer_id !== offer.id;

/**
 * Applies the terms of the offer that the buyer accepted in place of the earlier offer: the entitlement
 * continues with a new term. A job applies terms with a later effective date at that date.
 * @returns the entitlement, or undefined while the new terms are not yet effective
 */
export async function amendEntitlement(
  scope: OrgTransaction,
  known: EntitlementRow,
  offer: OfferRow,
  agreement: AmendedAgreement,
): Promise<EntitlementRow | undefined> {
  if (offer.status !== 'ACCEPTED') await acceptOffer(scope, offer, agreement, known.buyer_id ?? '');
  // After the seller’s approval, the marketplace sends another notification.
  if (agreement.needsApproval) return undefined;
  await retireOffer(scope, known);
  const { effectiveAt } = agreement.amendment;
  if (Date.parse(effectiveAt) > scope.now.getTime()) {
    const payload = { partner: known.partner as string, externalId: agreement.externalId, effectiveAt };
    await scope.query(enqueue(scope, amendJob, payload, { at: new Date(effectiveAt) }));
    return undefined;
  }
  // A cancelled entitlement is never reactivated.
  return live.includes(known.status) ? applyOffer(scope, known, offer, agreement) : known;
}

async function applyOffer(
  scope: OrgTransaction,
  known: EntitlementRow,
  offer: OfferRow,
  agreement: AmendedAgreement,
): Promise<EntitlementRow> {
  const derived = await termsOf(scope, known, offer, agreement);
  const before = JSON.parse(known.info) as EntitlementInfo;
  // Billing settings that the seller set on this entitlement override the settings of the offer (R41).
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
      // A change of quantity with the same end keeps the agreed length.
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

/**
 * Derives the new terms from their effective date; with an offer without an end, the earlier agreed end stays.
 */
async function termsOf(
  scope: OrgTransaction,
  known: EntitlementRow,
  offer: OfferRow,
  agreement: AmendedAgreement,
): Promise<EntitlementValues> {
  const productId = offer.product_id ?? known.product_id;
  const product = productId ? await findProduct(scope, productId) : undefined;
  const changed = { ...agreement, startTime: agreement.amendment.effectiveAt };
  const days = known.start_time ? [known.start_time] : [];
  const until = (endTime: string | null) =>
    deriveEntitlement(deriveInput(known.partner, { ...offer, end_time: endTime }, changed, product, days));
  const derived = until(offer.end_time);
  return derived.endTime === null && known.end_time !== null ? until(known.end_time) : derived;
}

/**
 * The type of the new term: QuantityChange if only quantities differ and the end is the same, otherwise
 * PlanChange.
 */
function kindOf(
  before: EntitlementInfo,
  { info, endTime }: EntitlementValues,
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

/** Reads an agreement again at the effective date of the terms that its buyer accepted earlier. */
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

type ReplacedPayload = { offerId: string; entitlementId: string };

/**
 * Marks an offer as USED after the entitlement’s agreement has moved to another offer; not every marketplace reports
 * that. The job has its own transaction because offers are locked before entitlements.
 */
const replacedOfferJob: JobDefinition<ReplacedPayload> = {
  kind: 'entitlements.useReplacedOffer',
  payload: z.object({ offerId: z.string(), entitlementId: z.string() }),
  lane: ({ offerId, entitlementId }) => `replaced-offer:${offerId}:${entitlementId}`,
  retry: backoff({ tries: 20 }),
};

/**
 * Enqueues the job that marks the entitlement’s current offer as USED, because its buyer has accepted another
 * offer.
 */
async function retireOffer(scope: OrgTransaction, known: EntitlementRow): Promise<void> {
  if (known.offer_id === null) return;
  const payload = { offerId: known.offer_id, entitlementId: known.id };
  await scope.query(enqueueUnlessWaiting([{ scope, definition: replacedOfferJob, payload, at: scope.now }]));
}

export const replacedOfferJobHandler: JobHandler<ReplacedPayload> = {
  definition: replacedOfferJob,
  run: (job) =>
    job.finish('offer marked as USED, unless another agreement uses it', async (scope) => {
      const offer = await lockOffer(scope, job.payload.offerId);
      if (offer?.status !== 'ACCEPTED' || (await hasOtherAgreements(scope, job.payload))) return;
      await useOffer(scope, offer);
    }),
};

/** Checks for other agreements on the offer: each of several buyers accepts a shared offer separately. */
async function hasOtherAgreements(
  scope: OrgTransaction,
  { offerId, entitlementId }: ReplacedPayload,
): Promise<boolean> {
  const [row] = await scope.query<{ found: boolean }>({
    name: 'offer_has_other_agreements',
    text: `SELECT EXISTS (SELECT FROM entitlement e WHERE e.organization_id = $1 AND e.offer_id = $2
             AND e.id <> $3 AND e.status IN (${inList(live)})) AS found`,
    values: [scope.organizationId, offerId, entitlementId],
  });
  return row?.found ?? false;
}
