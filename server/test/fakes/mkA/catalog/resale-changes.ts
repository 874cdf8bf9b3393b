import { isProduct, type ResaleAuthorization, type Term } from './entities.ts';
import type { Outcome } from './offer-changes.ts';
import { dateRefusals, isOver, resaleReleaseRefusals } from './resale-release.ts';
import { fresh, type Refusal, refuse, type Staging } from './staging.ts';

/** The details of a change to a resale authorization. */
export type ResaleDetails = {
  ProductId?: string;
  Name?: string;
  Description?: string;
  ResellerAccountId?: string;
  AvailabilityEndDate?: string;
  OffersMaxQuantity?: number;
  PreExistingBuyerAgreement?: ResaleAuthorization['preExistingAgreement'];
  PricingModel?: string;
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
  UpdateNetPaymentTerms: /^ResaleNetPaymentTerm$/,
  UpdateBuyerTargetingTerms: /^BuyerTargetingTerm$/,
  UpdateBuyerValidityTerms: /^BuyerValidityTerm$/,
  UpdateLegalTerms: /LegalTerm$/,
};

/**
 * Changes an authorization. Of an active authorization, only date and number of uses can change; it can also
 * be restricted.
 */
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
        'INCOMPATIBLE_STATUS',
        `${type} request can't be performed after the resale authorization is released.`,
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
    if (details.PricingModel !== undefined) to.pricingModel = details.PricingModel;
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
      return to.status === 'Active' ? dateRefusals(to, staging) : [];
    case 'RestrictResaleAuthorization':
      if (isOver(to, staging))
        return refuse('INCOMPATIBLE_STATUS', "Expired ResaleAuthorization can't be marked as restricted.");
      to.status = 'Restricted';
      return [];
    default:
      to.status = 'Active';
      return resaleReleaseRefusals(to, staging);
  }
}

/** Lists document errors, whose code depends on the party for whom the document is. */
const documentRefusals = (terms: readonly Term[], { outside, waitedMs }: Staging): Refusal[] =>
  terms.flatMap(({ Type, Documents = [] }) => {
    const [code, whose] =
      Type === 'BuyerLegalTerm'
        ? ['INVALID_BUYER_LEGAL_DOCUMENTS', 'buyer']
        : ['INVALID_RESALE_LEGAL_DOCUMENTS', 'resale'];
    return Documents.some((one) => one.Type.startsWith('Custom') && !outside.canRead(one.Url ?? '', waitedMs))
      ? refuse(code, `Provide URLs for ${whose} legal documents stored in accessible S3 buckets.`)
      : [];
  });
