import type { OrgTransaction } from '../../platform/scope.ts';
import { MarketplaceError, type OfferSpec } from '../adapter.ts';
import {
  type AgreementTerms,
  amendAgreement,
  findAgreement,
  findAgreementOfOffer,
  type SandboxAgreement,
  soldSince,
} from './agreement-store.ts';
import { findOffer, type SandboxOffer } from './store.ts';

/** The agreement that an offer changes: named by it, or the one that an earlier offer led to. */
export async function agreementOf(
  scope: OrgTransaction,
  { basedOn }: OfferSpec,
): Promise<SandboxAgreement | undefined> {
  if (basedOn?.agreementId) return findAgreement(scope, basedOn.agreementId);
  return basedOn?.offerId ? findAgreementOfOffer(scope, basedOn.offerId) : undefined;
}

/** Whether an offer changes an agreement that there is. */
export const changesAgreement = ({ basedOn }: OfferSpec): boolean =>
  Boolean(basedOn?.agreementId || basedOn?.offerId);

/** What an offer builds on must be there, and open. @throws MarketplaceError */
export async function requireBasis(scope: OrgTransaction, partner: string, spec: OfferSpec): Promise<void> {
  if (!changesAgreement(spec)) return;
  const agreement = await agreementOf(scope, spec);
  if (agreement?.partner !== partner || agreement.state !== 'ACTIVE')
    throw new MarketplaceError('INCOMPATIBLE_AGREEMENT', {
      permanent: true,
      readable: 'The offer changes an agreement that the marketplace does not have as active.',
    });
}

/** Why an agreement is not on the terms of an offer now, if it is not. */
export type Amended = { agreementId: string; replacedOfferId: string | undefined } | { refusal: string };

/** Whether an offer sells for a time of its own, instead of changing what is sold up to the end that was agreed. */
const endsElsewhere = (accepted: AgreementTerms, before: AgreementTerms): boolean =>
  accepted.endTime !== undefined && accepted.endTime !== before.endTime;

/**
 * Puts the agreement that an offer changes on the offer's terms: the buyer and the agreement's id stay, and the offer
 * before it has had its use.
 */
export async function amend(
  scope: OrgTransaction,
  offer: SandboxOffer,
  accepted: AgreementTerms,
): Promise<Amended> {
  const spec = JSON.parse(offer.spec) as OfferSpec;
  const found = await agreementOf(scope, spec);
  const agreement = found && (await findAgreement(scope, found.id, true));
  if (!agreement) return { refusal: 'The agreement that the offer changes is not there.' };
  const before = JSON.parse(agreement.terms) as AgreementTerms;
  if (agreement.state !== 'ACTIVE')
    return { refusal: `The agreement that the offer changes is ${agreement.state}, not ACTIVE.` };
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
    endTime: accepted.endTime ?? before.endTime,
    autoRenew: accepted.autoRenew ?? before.autoRenew,
    countryCode: accepted.countryCode,
    buyerCommitQuantities: accepted.buyerCommitQuantities,
    externalProductId:
      sold?.externalProductId ?? before.externalProductId ?? before.order?.productId ?? sold?.productId,
  };
  await amendAgreement(scope, agreement.id, { sandboxOfferId: offer.id, terms });
  return { agreementId: agreement.id, replacedOfferId: replaced?.id };
}
