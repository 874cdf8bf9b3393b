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

/** Says whether an offer takes the place of an accepted one; only marketplace C has such. */
export const isReplacement = (partner: string, { basedOn, metaInfo }: OfferSpec): boolean =>
  partner === 'MKC' &&
  basedOn?.offerId !== undefined &&
  (metaInfo as Replacement).isReplacementOffer === true;

/** The agreement that an offer changes: named by it, or the one that an earlier offer led to. */
export async function agreementOf(
  scope: OrgTransaction,
  { basedOn }: OfferSpec,
): Promise<SandboxAgreement | undefined> {
  if (basedOn?.agreementId) return findAgreement(scope, basedOn.agreementId);
  return basedOn?.offerId ? findAgreementOfOffer(scope, basedOn.offerId) : undefined;
}

/** Says whether an offer changes an agreement that there is. */
export const changesAgreement = ({ basedOn }: OfferSpec): boolean =>
  Boolean(basedOn?.agreementId || basedOn?.offerId);

/** Requires that what an offer builds on is there, and open. @throws MarketplaceError */
export async function requireBasis(scope: OrgTransaction, partner: string, spec: OfferSpec): Promise<void> {
  if (!changesAgreement(spec)) return;
  const agreement = await agreementOf(scope, spec);
  if (agreement?.partner !== partner || agreement.state !== 'ACTIVE')
    throw new MarketplaceError('INCOMPATIBLE_AGREEMENT', {
      kind: 'refused',
      readable: 'The offer changes an agreement that the marketplace does not have as active.',
    });
}

/** The agreement that is on the terms of an offer now, or will be; or why it is not. */
export type Amended = { agreementId: string } | { refusal: string };

/**
 * Says whether an offer sells for a time of its own, instead of changing what is sold up to the end that was agreed.
 */
const endsElsewhere = (accepted: AgreementTerms, before: AgreementTerms): boolean =>
  accepted.endTime !== undefined && accepted.endTime !== before.endTime;

/**
 * Computes since when an accepted offer holds: one that replaces another from the time that it names for the other's
 * end (R26), which is not after the end that was agreed, and not before now.
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

/** The agreement that an offer changes, locked, if it can be changed now. */
async function lockOpen(
  scope: OrgTransaction,
  { id, spec }: SandboxOffer,
): Promise<SandboxAgreement | { refusal: string }> {
  const offered = JSON.parse(spec) as OfferSpec;
  const found = await agreementOf(scope, offered);
  const locked = found && (await lockAgreement(scope, found.id));
  // Another offer may have taken the agreement over while the lock was waited for: then it is not there any more.
  const agreement = locked && (await agreementOf(scope, offered));
  if (!agreement) return { refusal: 'The agreement that the offer changes is not there.' };
  if (agreement.state !== 'ACTIVE')
    return { refusal: `The agreement that the offer changes is ${agreement.state}, not ACTIVE.` };
  if (agreement.pending_offer_id !== null && agreement.pending_offer_id !== id)
    return { refusal: 'Another offer that changes the agreement waits for the approval of its seller.' };
  return agreement;
}

/**
 * Puts the agreement that an offer changes on the offer's terms: the buyer and the agreement's id stay, and the offer
 * before it has had its use.
 */
export async function amend(
  scope: OrgTransaction,
  offer: SandboxOffer,
  accepted: AgreementTerms,
): Promise<Amended> {
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

/** Keeps an acceptance that the seller has yet to approve: until then the agreement goes on as it was. */
export async function deferForApproval(
  scope: OrgTransaction,
  offer: SandboxOffer,
  accepted: AgreementTerms,
): Promise<Amended> {
  const agreement = await lockOpen(scope, offer);
  if ('refusal' in agreement) return agreement;
  const terms = { ...(JSON.parse(agreement.terms) as AgreementTerms), pending: accepted };
  await storePendingAmendment(scope, agreement.id, { sandboxOfferId: offer.id, terms });
  return { agreementId: agreement.id };
}

/**
 * The seller approves what the buyer accepted in the place of the agreement's terms: it holds from when it was to, or
 * from now for as long, where that has passed. Nothing where nothing waits.
 */
export async function approveAmendment(
  scope: OrgTransaction,
  agreementId: string,
): Promise<Amended | undefined> {
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
