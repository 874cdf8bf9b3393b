import { isExpired, isProduct, type Offer, type Targeting, type Term } from './entities.ts';
import { releaseRefusals } from './offer-release.ts';
import { fresh, type Refusal, refuse, type Staging } from './staging.ts';
import { availabilityRefusals, termRefusals } from './terms.ts';

/** The details of a change, after their shape was checked. */
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

/** What a change came to: the entity that it made or changed (with its revision, once it did), or why it did not. */
export type Outcome = { id?: string; identifier?: string; refusals: Refusal[] };

const refusal = (code: string, message: string): Outcome => ({ refusals: refuse(code, message) });
const released = "The requested change can't be performed after the offer is released.";
const expired = "The requested change can't be performed after the offer is expired.";

export const creates = (changeType: string): boolean => changeType.startsWith('Create');

/** Makes a draft of an offer: of a product, on an agreement, or by a resale authorization. */
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
    const fromResale = resaleBase(ResaleAuthorizationId, staging);
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

/** An offer by a resale authorization begins with its terms. */
function resaleBase(id: string, staging: Staging): Base | Outcome {
  const resale = staging.find(id);
  const isUsable =
    resale?.kind === 'ResaleAuthorization' &&
    resale.status === 'Active' &&
    resale.resellerAccountId === staging.owner &&
    (resale.offersMaxQuantity === undefined || resale.offersMade < resale.offersMaxQuantity);
  if (!isUsable) return refusal('INCOMPATIBLE_RESALE_AUTHORIZATION', 'Use an active ResaleAuthorization.');
  const { productId } = resale;
  staging.put({ ...resale, offersMade: resale.offersMade + 1 });
  const terms = resale.terms
    .filter(({ Type }) => /^(Resale.*(Pricing|Schedule)Term|BuyerLegalTerm)$/.test(Type))
    .map((term) => ({ ...term, Type: term.Type.replace(/^(Resale|Buyer)/, '') }));
  return { productId, resaleAuthorizationId: id, terms };
}

/** Changes a draft, or what of a released offer may still change. */
export function changeOffer(changeType: string, details: Details, offer: Offer, staging: Staging): Outcome {
  const changed = structuredClone(offer);
  const refusals =
    frozenRefusals(changeType, offer, staging) ?? change(changeType, details, changed, offer, staging);
  staging.put(changed);
  return { id: offer.id, refusals };
}

/** Of an offer that is out, the date, the duration and what only its seller reads may change. */
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

/** Which types of terms a change replaces. */
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
    return termRefusals(type, to, from, staging);
  }
  switch (type) {
    case 'UpdateInformation':
      return changeInformation(details, to, from);
    case 'UpdateTargeting':
      return changeTargeting(details, to, staging);
    case 'UpdateAvailability':
      to.availabilityEndDate = details.AvailabilityEndDate as string;
      return availabilityRefusals(to, staging);
    case 'UpdateMarkup':
      to.markupPercentage = details.Percentage as string;
      return from.resaleAuthorizationId === undefined
        ? refuse('INVALID_UPDATE_REQUEST', 'MarkupPercentage needs an offer that uses a ResaleAuthorization.')
        : [];
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
