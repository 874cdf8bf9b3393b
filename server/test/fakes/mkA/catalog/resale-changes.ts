import { isProduct, type ResaleAuthorization, type Term, termOf } from './entities.ts';
import type { Outcome } from './offer-changes.ts';
import { fresh, type Refusal, refuse, type Staging } from './staging.ts';

/** The details of a change of a resale authorization. */
export type ResaleDetails = {
  ProductId?: string;
  Name?: string;
  Description?: string;
  ResellerAccountId?: string;
  AvailabilityEndDate?: string;
  OffersMaxQuantity?: number;
  PreExistingBuyerAgreement?: ResaleAuthorization['preExistingAgreement'];
  Terms?: Term[];
};

export function createResaleAuthorization(details: ResaleDetails, staging: Staging): Outcome {
  const product = staging.find(details.ProductId ?? '');
  if (!isProduct(product) || product.owner !== staging.owner || product.visibility === 'Draft')
    return { refusals: refuse('INCOMPATIBLE_PRODUCT', 'Use an active product in Limited or Public state.') };
  if (!staging.outside.isAccount(details.ResellerAccountId ?? ''))
    return { refusals: refuse('INVALID_RESELLER_ACCOUNT', 'Provide a valid ResellerAccountId.') };
  const id = staging.ids.resaleAuthorization();
  staging.put({
    ...fresh(staging, id),
    kind: 'ResaleAuthorization',
    status: 'Draft',
    name: details.Name ?? '',
    ...(details.Description !== undefined && { description: details.Description }),
    productId: product.id,
    resellerAccountId: details.ResellerAccountId ?? '',
    offersMade: 0,
    terms: [],
  });
  return { id, refusals: [] };
}

const replaced: Readonly<Record<string, RegExp>> = {
  UpdatePricingTerms: /PricingTerm$/,
  UpdatePaymentScheduleTerms: /^ResalePaymentScheduleTerm$/,
  UpdateBuyerTargetingTerms: /^BuyerTargetingTerm$/,
  UpdateBuyerValidityTerms: /^BuyerValidityTerm$/,
  UpdateLegalTerms: /LegalTerm$/,
};

/** Changes an authorization. Once it is active, only its date and number may change, or it is restricted. */
export function changeResale(
  type: string,
  details: ResaleDetails,
  resale: ResaleAuthorization,
  staging: Staging,
): Outcome {
  const isOpen = ['UpdateAvailability', 'UpdateInformation', 'RestrictResaleAuthorization'].includes(type);
  if (resale.status === 'Restricted' || (resale.status === 'Active' && !isOpen))
    return {
      id: resale.id,
      refusals: refuse(
        'INVALID_UPDATE_REQUEST',
        "The requested change can't be performed after the release.",
      ),
    };
  const changed = structuredClone(resale);
  const refusals = change(type, details, changed, staging);
  if (refusals.length === 0) staging.put(changed);
  return { id: resale.id, refusals };
}

function change(type: string, details: ResaleDetails, to: ResaleAuthorization, staging: Staging): Refusal[] {
  const pattern = replaced[type];
  if (pattern) {
    to.terms = [...to.terms.filter(({ Type }) => !pattern.test(Type)), ...(details.Terms ?? [])];
    return type === 'UpdateLegalTerms' ? documentRefusals(details.Terms ?? [], staging) : [];
  }
  switch (type) {
    case 'UpdateInformation':
      if (details.Name !== undefined) to.name = details.Name;
      if (details.Description !== undefined) to.description = details.Description;
      if (details.PreExistingBuyerAgreement) to.preExistingAgreement = details.PreExistingBuyerAgreement;
      return [];
    case 'UpdateAvailability':
      if (details.AvailabilityEndDate !== undefined) to.availabilityEndDate = details.AvailabilityEndDate;
      if (details.OffersMaxQuantity !== undefined) to.offersMaxQuantity = details.OffersMaxQuantity;
      return [];
    case 'RestrictResaleAuthorization':
      to.status = 'Restricted';
      return [];
    default:
      to.status = 'Active';
      return [
        ...(to.terms.some(({ Type }) => Type.endsWith('PricingTerm'))
          ? []
          : refuse('MISSING_MANDATORY_TERMS', 'Add PricingTerm to the ResaleAuthorization.')),
        ...(termOf(to.terms, 'BuyerLegalTerm')
          ? []
          : refuse('MISSING_MANDATORY_TERMS', 'Add BuyerLegalTerm to the ResaleAuthorization.')),
        ...chargeRefusals(to, staging),
        ...(to.availabilityEndDate === undefined && to.offersMaxQuantity === undefined
          ? refuse('MISSING_AVAILABILITY_END_DATE', 'Provide AvailabilityEndDate or OffersMaxQuantity.')
          : []),
      ];
  }
}

/** A reseller pays after its authorization is over, and nothing in the past. */
function chargeRefusals(
  { terms, availabilityEndDate: last }: ResaleAuthorization,
  { nowMs }: Staging,
): Refusal[] {
  const today = new Date(nowMs).toISOString().slice(0, 10);
  const dates = (termOf(terms, 'ResalePaymentScheduleTerm')?.Schedule ?? []).map(
    ({ ChargeDate }) => ChargeDate,
  );
  return [
    ...(new Set(dates).size < dates.length
      ? refuse('DUPLICATE_CHARGE_DATES', 'Provide unique charge dates in ResalePaymentScheduleTerm.')
      : []),
    ...(dates.some((date) => date <= today)
      ? refuse('INVALID_CHARGE_DATES', 'Provide charge dates that are in the future.')
      : []),
    ...(last !== undefined && dates.some((date) => date <= last)
      ? refuse('INVALID_CHARGE_DATES', 'Provide charge dates that are after AvailabilityEndDate.')
      : []),
  ];
}

const documentRefusals = (terms: readonly Term[], { outside, waitedMs }: Staging): Refusal[] =>
  terms
    .flatMap(({ Documents = [] }) => Documents)
    .some(({ Type, Url = '' }) => Type.startsWith('Custom') && !outside.canRead(Url, waitedMs))
    ? refuse('INVALID_LEGAL_DOCUMENTS', 'Provide URLs for legal documents stored in accessible S3 buckets.')
    : [];
