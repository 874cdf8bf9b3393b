import type { OrgTransaction } from '../../platform/access/scope.ts';
import { enqueue } from '../../platform/jobs/queue.ts';
import { MarketplaceError } from '../errors.ts';
import type { OfferSpec } from '../specifications.ts';
import {
  type AgreementTerms,
  amendAgreement,
  findAgreement,
  findAgreementOfOffer,
  lockAgreement,
  type SandboxAgreement,
  soldFirst,
  soldSince,
  storePendingAmendment,
} from './agreement-store.ts';
import { endOfSameLength } from './calendar.ts';
import { notifyJob } from './jobs.ts';
import { findOffer, type SandboxOffer, setOfferState } from './store.ts';

type Replacement = { isReplacementOffer?: boolean; replacedOfferEndTime?: string };

/** Returns whether an offer replaces an accepted offer; only marketplace C supports replacements. */
export const isReplacement = (partner: string, { basedOn, metaInfo }: OfferSpec): boolean =>
  partner === 'MKC' &&
  basedOn?.offerId !== undefined &&
  (metaInfo as Replacement).isReplacementOffer === true;

/**
 * Finds the agreement that an offer changes: the named agreement, or the agreement that resulted from the
 * named offer.
 */
export async function agreementOf(
  scope: OrgTransaction,
  { basedOn }: OfferSpec,
): Promise<SandboxAgreement | undefined> {
  if (basedOn?.agreementId) return findAgreement(scope, basedOn.agreementId);
  return basedOn?.offerId ? findAgreementOfOffer(scope, basedOn.offerId) : undefined;
}

/** Returns whether an offer changes an existing agreement. */
export const changesAgreement = ({ basedOn }: OfferSpec): boolean =>
  Boolean(basedOn?.agreementId || basedOn?.offerId);

/**
 * Requires that the agreement that an offer changes exists at this marketplace and is ACTIVE.
 * @throws MarketplaceError
 */
export async function requireBasis(scope: OrgTransaction, partner: string, spec: OfferSpec): Promise<void> {
  if (!changesAgreement(spec)) return;
  const agreement = await agreementOf(scope, spec);
  if (agreement?.partner !== partner || agreement.state !== 'ACTIVE')
    throw new MarketplaceError('INCOMPATIBLE_AGREEMENT', {
      kind: 'refused',
      readable: 'The agreement that the offer changes does not exist or is not ACTIVE.',
    });
}

/**
 * Result of an amendment: the id of the agreement with the offer's current or future terms, or the reason for
 * a rejection.
 */
export type AmendmentResult = { agreementId: string } | { refusal: string };

/** Returns whether the end of an accepted offer differs from the previously agreed end. */
const endsElsewhere = (accepted: AgreementTerms, before: AgreementTerms): boolean =>
  accepted.endTime !== undefined && accepted.endTime !== before.endTime;

/**
 * Computes the start of an accepted replacement (R26): the end date that it sets for the replaced offer, but
 * no later than the agreed end and no earlier than now. Undefined for other offers.
 */
export async function startOfReplacement(
  scope: OrgTransaction,
  offer: SandboxOffer,
): Promise<string | undefined> {
  const spec = JSON.parse(offer.spec) as OfferSpec;
  if (!isReplacement(offer.partner, spec)) return undefined;
  const agreement = await agreementOf(scope, spec);
  const { replacedOfferEndTime: named } = spec.metaInfo as Replacement;
  const { endTime } = agreement ? (JSON.parse(agreement.terms) as AgreementTerms) : {};
  const last = endTime === undefined ? Number.POSITIVE_INFINITY : Date.parse(endTime);
  const wanted = Math.min(named ? Date.parse(named) : scope.now.getTime(), last);
  return new Date(Math.max(wanted, scope.now.getTime())).toISOString();
}

/** Locks the agreement that an offer changes. Returns a rejection if the agreement cannot be changed now. */
async function lockOpen(
  scope: OrgTransaction,
  { id, spec }: SandboxOffer,
): Promise<SandboxAgreement | { refusal: string }> {
  const offered = JSON.parse(spec) as OfferSpec;
  const found = await agreementOf(scope, offered);
  const locked = found && (await lockAgreement(scope, found.id));
  // The lookup is repeated under the lock, because another offer may have amended the agreement in the
  // meantime; the lookup then returns no agreement.
  const agreement = locked && (await agreementOf(scope, offered));
  if (!agreement) return { refusal: 'The agreement that the offer changes does not exist.' };
  if (agreement.state !== 'ACTIVE')
    return { refusal: `The agreement that the offer changes is ${agreement.state}, not ACTIVE.` };
  if (agreement.pending_offer_id !== null && agreement.pending_offer_id !== id)
    return { refusal: 'Another offer that changes the agreement awaits the seller’s approval.' };
  return agreement;
}

/**
 * Applies an accepted offer to the agreement that the offer changes. The buyer and the id of the agreement
 * are unchanged; the previous offer becomes USED.
 */
export async function amend(
  scope: OrgTransaction,
  offer: SandboxOffer,
  accepted: AgreementTerms,
): Promise<AmendmentResult> {
  const agreement = await lockOpen(scope, offer);
  if ('refusal' in agreement) return agreement;
  const before = JSON.parse(agreement.terms) as AgreementTerms;
  const replaced = agreement.sandbox_offer_id
    ? await findOffer(scope, agreement.sandbox_offer_id)
    : undefined;
  const sold = replaced && (JSON.parse(replaced.spec) as OfferSpec);
  const terms: AgreementTerms = {
    externalBuyerId: before.externalBuyerId,
    buyerName: before.buyerName,
    acceptedAt: accepted.acceptedAt,
    startTime: before.startTime,
    amendedAt: accepted.startTime,
    soldSince: endsElsewhere(accepted, before) ? accepted.startTime : soldSince(before),
    soldFirst: endsElsewhere(accepted, before) ? accepted.startTime : soldFirst(before),
    endTime: accepted.endTime ?? before.endTime,
    agreedDuration: endsElsewhere(accepted, before) ? accepted.agreedDuration : before.agreedDuration,
    autoRenew: accepted.autoRenew ?? before.autoRenew,
    countryCode: accepted.countryCode,
    buyerCommitQuantities: accepted.buyerCommitQuantities,
    externalProductId:
      sold?.externalProductId ?? before.externalProductId ?? before.order?.productId ?? sold?.productId,
  };
  await amendAgreement(scope, agreement.id, { sandboxOfferId: offer.id, terms });
  if (replaced) {
    await setOfferState(scope, replaced.id, 'USED');
    const notice = { partner: offer.partner, kind: 'OFFER', externalId: replaced.id } as const;
    await scope.query(enqueue(scope, notifyJob, { ...notice, noticeId: scope.newId('msg') }));
  }
  return { agreementId: agreement.id };
}

/** Stores an acceptance that is pending the seller's approval. The agreement keeps its terms until then. */
export async function deferForApproval(
  scope: OrgTransaction,
  offer: SandboxOffer,
  accepted: AgreementTerms,
): Promise<AmendmentResult> {
  const agreement = await lockOpen(scope, offer);
  if ('refusal' in agreement) return agreement;
  const terms = { ...(JSON.parse(agreement.terms) as AgreementTerms), pending: accepted };
  await storePendingAmendment(scope, agreement.id, { sandboxOfferId: offer.id, terms });
  return { agreementId: agreement.id };
}

/**
 * Applies a pending acceptance after the seller's approval, from its planned start or, if that start has
 * passed, from now for the same length. Undefined without a pending acceptance.
 */
export async function approveAmendment(
  scope: OrgTransaction,
  agreementId: string,
): Promise<AmendmentResult | undefined> {
  const agreement = await lockAgreement(scope, agreementId);
  const offer = agreement?.pending_offer_id ? await findOffer(scope, agreement.pending_offer_id) : undefined;
  const { pending } = agreement ? (JSON.parse(agreement.terms) as AgreementTerms) : {};
  if (!offer || !pending) return undefined;
  const isLate = Date.parse(pending.startTime) < scope.now.getTime();
  return amend(scope, offer, isLate ? startedNow(scope, offer, pending) : pending);
}

function startedNow(scope: OrgTransaction, offer: SandboxOffer, pending: AgreementTerms): AgreementTerms {
  const { startTime: start, endTime: end, agreedDuration } = pending;
  const begins = scope.now.toISOString();
  const { endTime: agreed } = JSON.parse(offer.spec) as OfferSpec;
  if (end === undefined || agreed !== undefined) return { ...pending, startTime: begins };
  return { ...pending, startTime: begins, endTime: endOfSameLength({ start, end }, begins, agreedDuration) };
}
