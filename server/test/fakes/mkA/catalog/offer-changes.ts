import { isExpired, isProduct, type Offer, type Targeting, type Term } from './entities.ts';
import { releaseRefusals } from './offer-release.ts';
import { applyMarkup, resoldBase, resoldRefusals } from './resold-offers.ts';
import { fresh, type Refusal, refuse, type Staging } from './staging.ts';
import { availabilityRefusals, termRefusals } from './terms.ts';

/** The details of a change with a valid format. */
export type Details = {
  ProductId?: string;
  AgreementId?: string;
  ResaleAuthorizationId?: string;
  OfferSetId?: string;
  Name?: string;
  Description?: string;
  PreExistingAgreement?: Offer['preExistingAgreement'] | null;
  PricingModel?: string;
  Terms?: Term[];
  AvailabilityEndDate?: string;
  Percentage?: string;
} & Targeting;

/** The result of a change: the created or changed entity (with its revision, once applied), or the errors. */
export type Outcome = { id?: string; identifier?: string; refusals: Refusal[] };

const refusal = (code: string, message: string): Outcome => ({ refusals: refuse(code, message) });
const released = "The requested change can't be performed after the offer is released.";
const expired = "The requested change can't be performed after the offer is expired.";

export const creates = (changeType: string): boolean => changeType.startsWith('Create');

/** Creates a draft offer: for a product, for an agreement, or from a resale authorization. */
export function createOffer(changeType: string, details: Details, staging: Staging): Outcome {
  const base = offerBase(changeType, details, staging);
  if ('refusals' in base) return base;
  const offer: Offer = {
    ...fresh(staging, staging.ids.offer()),
    kind: 'Offer',
    state: 'Draft',
    targeting: {},
    terms: [],
    ...base,
  };
  if (details.Name !== undefined) offer.name = details.Name;
  if (details.Description !== undefined) offer.description = details.Description;
  if (details.OfferSetId !== undefined) offer.offerSetId = details.OfferSetId;
  staging.put(offer);
  return { id: offer.id, refusals: [] };
}

type Base = Pick<Offer, 'productId'> & Partial<Offer>;

function offerBase(changeType: string, details: Details, staging: Staging): Base | Outcome {
  const { AgreementId, ResaleAuthorizationId } = details;
  const fromAgreement = AgreementId === undefined ? undefined : agreementBase(AgreementId, staging);
  if (fromAgreement && 'refusals' in fromAgreement) return fromAgreement;
  if (ResaleAuthorizationId !== undefined) {
    const replaced = AgreementId === undefined ? undefined : staging.outside.agreement(AgreementId);
    const fromResale = resoldBase(ResaleAuthorizationId, staging, replaced);
    return 'refusals' in fromResale ? fromResale : { ...fromResale, ...fromAgreement };
  }
  if (fromAgreement) return fromAgreement;
  const product = staging.find(details.ProductId ?? '');
  if (!isProduct(product) || product.visibility === 'Draft' || product.visibility === 'Restricted')
    return refusal('INCOMPATIBLE_PRODUCT', 'Use an active product in Limited or Public state.');
  if (product.owner !== staging.owner)
    return refusal(
      'INCOMPATIBLE_PRODUCT',
      `${changeType} change type can't be invoked to create an offer for the product. Use CreateOfferUsingResaleAuthorization change type.`,
    );
  return { productId: product.id };
}

function agreementBase(id: string, { owner, outside }: Staging): Base | Outcome {
  const agreement = outside.agreement(id);
  if (!agreement?.isActive || agreement.proposer !== owner)
    return refusal('INCOMPATIBLE_AGREEMENT', `The agreement ${id} is not active or not yours to replace.`);
  return {
    productId: agreement.productId,
    agreementId: id,
    targeting: { PositiveTargeting: { BuyerAccounts: [agreement.acceptor] } },
  };
}

/** Changes a draft, or the fields of a released offer that can change. */
export function changeOffer(changeType: string, details: Details, offer: Offer, staging: Staging): Outcome {
  const changed = structuredClone(offer);
  const refusals =
    frozenRefusals(changeType, offer, staging) ?? change(changeType, details, changed, offer, staging);
  staging.put(changed);
  return { id: offer.id, refusals };
}

/**
 * Rejects changes to a released offer, except changes to the date, the duration and the seller's own notes.
 */
function frozenRefusals(changeType: string, offer: Offer, { nowMs }: Staging): Refusal[] | undefined {
  if (offer.state === 'Draft') return undefined;
  if (changeType === 'ReleaseOffer') return refuse('INVALID_UPDATE_REQUEST', released);
  if (changeType === 'UpdateTargeting') return refuse('INCOMPATIBLE_TARGETING', released);
  if (changeType === 'UpdateValidityTerms')
    return isExpired(offer, nowMs) ? refuse('INCOMPATIBLE_TERMS', expired) : undefined;
  const isOpen = ['UpdateAvailability', 'UpdateInformation'].includes(changeType);
  const isPublicPricing =
    changeType === 'UpdatePricingTerms' && !offer.targeting.PositiveTargeting?.BuyerAccounts;
  return isOpen || isPublicPricing ? undefined : refuse('INCOMPATIBLE_TERMS', released);
}

/** The term types that each change type replaces. */
const replaced: Readonly<Record<string, RegExp>> = {
  UpdateLegalTerms: /^LegalTerm$/,
  UpdateSupportTerms: /^SupportTerm$/,
  UpdatePricingTerms: /PricingTerm$|^RecurringPaymentTerm$/,
  UpdatePaymentScheduleTerms: /^PaymentScheduleTerm$/,
  UpdateNetPaymentTerms: /^NetPaymentTerm$/,
  UpdateValidityTerms: /^ValidityTerm$/,
  UpdateRenewalTerms: /^RenewalTerm$/,
};

function change(type: string, details: Details, to: Offer, from: Offer, staging: Staging): Refusal[] {
  const pattern = replaced[type];
  if (pattern) {
    const given = details.Terms ?? [];
    to.terms = [...from.terms.filter((term) => !pattern.test(term.Type)), ...given];
    if (details.PricingModel !== undefined) to.pricingModel = details.PricingModel;
    return [...termRefusals(type, to, from, staging), ...resoldRefusals(type, to, staging)];
  }
  switch (type) {
    case 'UpdateInformation':
      return changeInformation(details, to, from);
    case 'UpdateTargeting':
      return [...changeTargeting(details, to, staging), ...resoldRefusals(type, to, staging)];
    case 'UpdateAvailability':
      to.availabilityEndDate = details.AvailabilityEndDate as string;
      return availabilityRefusals(to, staging);
    case 'UpdateMarkup':
      return applyMarkup(details.Percentage as string, to, from, staging);
    default: {
      const refusals = releaseRefusals(from, staging);
      to.state = 'Released';
      to.releasedAtMs = staging.nowMs;
      return refusals;
    }
  }
}

function changeInformation(details: Details, to: Offer, from: Offer): Refusal[] {
  const { Name, Description, PreExistingAgreement } = details;
  if (PreExistingAgreement !== undefined && from.state === 'Released')
    return refuse(
      'INCOMPATIBLE_PRE_EXISTING_AGREEMENT',
      "PreExistingAgreement can't be changed after the offer is released.",
    );
  if (Name !== undefined) to.name = Name;
  if (Description !== undefined) to.description = Description;
  if (PreExistingAgreement === null) delete to.preExistingAgreement;
  else if (PreExistingAgreement !== undefined) to.preExistingAgreement = PreExistingAgreement;
  return [];
}

function changeTargeting(details: Details, to: Offer, { outside }: Staging): Refusal[] {
  if (to.agreementId !== undefined)
    return refuse('INCOMPATIBLE_TARGETING', "Targeting can't be updated on a replacement offer.");
  const { PositiveTargeting, NegativeTargeting } = details;
  if (PositiveTargeting?.CountryCodes && NegativeTargeting)
    return refuse('INVALID_TARGETING', 'Use either negative or positive targeting on the same attribute.');
  const strangers = (PositiveTargeting?.BuyerAccounts ?? []).filter((id) => !outside.isAccount(id));
  if (strangers.length > 0)
    return refuse(
      'INVALID_BUYER_ACCOUNTS',
      `Provide valid buyer accounts. Invalid accounts: [${strangers.join(', ')}].`,
    );
  to.targeting = {
    ...(PositiveTargeting && { PositiveTargeting }),
    ...(NegativeTargeting && { NegativeTargeting }),
  };
  return [];
}
