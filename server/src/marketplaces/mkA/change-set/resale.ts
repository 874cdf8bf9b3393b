import type { OfferSpec } from '../../specifications.ts';
import { type CatalogChange, change, create, type Details, madeBy, terms } from './changes.ts';
import { dayOf, lastDayBefore } from './days.ts';
import { contractOf, eulaOf } from './documents.ts';
import { metaOf, type OfferFacts, type OfferTerms, termsOf } from './offer-terms.ts';
import { pricingOf } from './pricing.ts';
import type { Report } from './report.ts';
import { buyersOf, informationOf, preExisting } from './terms.ts';
import { durationIn } from './validity.ts';

const entity = 'ResaleAuthorization@1.0';
const limits = { name: 100, description: 255, buyers: 25 };

/** The changes that authorize a reseller, once: what it buys at, whom it may sell to, and until when. */
export function authorizationChanges(
  spec: OfferSpec,
  { kind, today }: OfferFacts,
  report: Report,
): CatalogChange[] {
  const info = termsOf(spec);
  const { Name, Description } = informationOf(spec, report);
  const creation = create('CreateResaleAuthorization', entity, {
    Name,
    ProductId: productOf(spec, report),
    ResellerAccountId: resellerOf(spec, report),
    Description: info.mkACppoOpportunity?.Description ?? Description,
  });
  refuseLongWords(creation.DetailsDocument, report);
  const duration = durationIn(info, report);
  const availabilityEnd = spec.expireTime ? lastDayBefore(spec.expireTime) : undefined;
  const { pricing, schedule } = pricingOf(
    { info, kind, duration, today, resale: { availabilityEnd } },
    report,
  );
  if (!pricing)
    report.refuse(
      'MISSING_MANDATORY_TERMS',
      '/info/commits',
      'A right to resell says what the reseller pays. Give commits, dimensions with a rate, or both.',
    );
  const buyers = buyersOf(spec);
  if (buyers.length > limits.buyers)
    report.refuse(
      'TOO_MANY_BUYER_ACCOUNTS',
      '/info/buyerMkAAccountIds',
      `A right to resell is for at most ${limits.buyers} buyer accounts.`,
    );
  const latest = info.mkACppoOpportunity?.maximumAgreementStartDate;
  const wanted: [type: string, details: Details | undefined][] = [
    ['UpdateInformation', renewalInformation(spec, Name, Description)],
    ['UpdatePricingTerms', pricing],
    ['UpdatePaymentScheduleTerms', schedule],
    [
      'UpdateBuyerTargetingTerms',
      buyers.length > 0
        ? terms({ Type: 'BuyerTargetingTerm', PositiveTargeting: { BuyerAccounts: buyers } })
        : undefined,
    ],
    [
      'UpdateBuyerValidityTerms',
      latest ? terms({ Type: 'BuyerValidityTerm', MaximumAgreementStartDate: dayOf(latest) }) : undefined,
    ],
    ['UpdateLegalTerms', legalOf(info, report)],
    [
      'UpdateAvailability',
      { ...(availabilityEnd ? { AvailabilityEndDate: availabilityEnd } : {}), OffersMaxQuantity: 1 },
    ],
    ['ReleaseResaleAuthorization', {}],
  ];
  const id = madeBy(creation.ChangeType);
  return [
    creation,
    ...wanted.flatMap(([type, details]) => (details ? [change(type, entity, id, details)] : [])),
  ];
}

function productOf(spec: OfferSpec, report: Report): string {
  if (!spec.externalProductId)
    report.refuse(
      'INCOMPATIBLE_PRODUCT',
      '/productID',
      'A right to resell needs a product that is listed at the marketplace. Synchronise the product, then name it.',
    );
  return spec.externalProductId ?? '';
}

function resellerOf(spec: OfferSpec, report: Report): string {
  const id = termsOf(spec).mkAChannelPartner?.id || metaOf(spec).resellerIds?.[0];
  if (!/^\d{12}$/.test(id ?? ''))
    report.refuse(
      'MISSING_RESELLER_ACCOUNT',
      '/metaInfo/resellerIds',
      'A right to resell names one reseller by the twelve digits of its account.',
    );
  return id ?? '';
}

function renewalInformation(spec: OfferSpec, Name: unknown, Description: unknown): Details | undefined {
  const { PreExistingAgreement } = preExisting(spec);
  return PreExistingAgreement
    ? { Name, Description, PreExistingBuyerAgreement: PreExistingAgreement }
    : undefined;
}

function refuseLongWords({ Name, Description }: Details, report: Report): void {
  if (String(Name).length > limits.name)
    report.refuse(
      'INVALID_NAME',
      '/name',
      `The name of a right to resell has at most ${limits.name} characters at the marketplace.`,
    );
  if (String(Description).length > limits.description)
    report.refuse(
      'INVALID_DESCRIPTION',
      '/info/mkACppoOpportunity/Description',
      `The description has at most ${limits.description} characters at the marketplace.`,
    );
}

function legalOf(info: OfferTerms, report: Report): Details | undefined {
  const eula = eulaOf(info, report, 'authorization');
  const contract = contractOf(info);
  const list = [
    ...(eula ? [{ Type: 'BuyerLegalTerm', Documents: [eula] }] : []),
    ...(contract ? [{ Type: 'ResaleLegalTerm', Documents: [contract] }] : []),
  ];
  return list.length > 0 ? terms(...list) : undefined;
}
