import type { OfferSpec } from '../../specifications.ts';
import {
  type CatalogChange,
  type ChangeDetails,
  change,
  create,
  type Details,
  madeBy,
  terms,
} from './changes.ts';
import { type Day, dayOf, lastDayBefore } from './days.ts';
import { contractOf, eulaOf } from './documents.ts';
import { metaOf, type OfferFacts, type OfferTerms, termsOf } from './offer-terms.ts';
import { pricingOf } from './pricing.ts';
import type { Report } from './report.ts';
import { buyersOf, informationOf, netPaymentOf, preExisting } from './terms.ts';
import { countedDuration } from './validity.ts';

const entity = 'ResaleAuthorization@1.0';
const limits = { name: 100, description: 255, buyers: 25 };

/** Builds the changes that create a resale authorization: wholesale price, allowed buyers and last day. */
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
  const duration = countedDuration(info, kind, report);
  const availabilityEnd = spec.expireTime ? lastDayBefore(spec.expireTime) : undefined;
  const { pricing, schedule } = pricingOf(
    { info, kind, duration, today, resale: { availabilityEnd } },
    report,
  );
  refuseUnpriced({ pricing, schedule, duration }, report);
  const availability = availabilityOf(info, availabilityEnd, schedule, report);
  const information = renewalInformation(spec, Name, Description);
  const buyers = buyersOf(spec);
  refuseBuyers(buyers, information !== undefined, report);
  warnOfUntold(info, report);
  const latest = info.mkACppoOpportunity?.maximumAgreementStartDate;
  if (latest) refuseStart(dayOf(latest), { kind, today }, report);
  const wanted: ChangeDetails[] = [
    ['UpdateInformation', information],
    ['UpdatePricingTerms', pricing],
    ['UpdatePaymentScheduleTerms', schedule],
    ['UpdateNetPaymentTerms', netPaymentOf(info, report, 'ResaleNetPaymentTerm')],
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
    ['UpdateAvailability', availability],
    ['ReleaseResaleAuthorization', {}],
  ];
  const id = madeBy(creation.ChangeType);
  return [
    creation,
    ...wanted.flatMap(([type, details]) => (details ? [change(type, entity, id, details)] : [])),
  ];
}

function refuseUnpriced(
  {
    pricing,
    schedule,
    duration,
  }: { pricing: Details | undefined; schedule: Details | undefined; duration: string | undefined },
  report: Report,
): void {
  if (!pricing)
    report.miss(
      'MISSING_MANDATORY_TERMS',
      '/info/commits',
      'A resale authorization needs a wholesale price. Add commits, dimensions with a rate, or both.',
    );
  if (schedule && !duration)
    report.miss(
      'MISSING_DURATION',
      '/info/mkAAgreementDuration',
      'A fixed price needs an agreement length. Set mkAAgreementDuration, or a length in commits.',
    );
}

function refuseBuyers(buyers: readonly string[], renews: boolean, report: Report): void {
  if (buyers.length > limits.buyers)
    report.refuse(
      'TOO_MANY_BUYER_ACCOUNTS',
      '/info/buyerMkAAccountIds',
      `A resale authorization can name at most ${limits.buyers} buyer accounts.`,
    );
  if (renews && buyers.length === 0)
    report.refuse(
      'INCOMPATIBLE_BUYER_TARGETING',
      '/info/buyerMkAAccountIds',
      'A resale authorization for a renewal must name the accounts of its buyer.',
    );
}

function productOf(spec: OfferSpec, report: Report): string {
  if (!spec.externalProductId)
    report.miss(
      'INCOMPATIBLE_PRODUCT',
      '/productID',
      'A resale authorization needs a product that is listed on the marketplace. Synchronize the product, then select it.',
    );
  return spec.externalProductId ?? '';
}

function resellerOf(spec: OfferSpec, report: Report): string {
  const id = termsOf(spec).mkAChannelPartner?.id || metaOf(spec).resellerIds?.[0];
  const words = 'A resale authorization names one reseller by a 12-digit account number.';
  if (!id) report.miss('MISSING_RESELLER_ACCOUNT', '/metaInfo/resellerIds', words);
  else if (!/^\d{12}$/.test(id)) report.refuse('MISSING_RESELLER_ACCOUNT', '/metaInfo/resellerIds', words);
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
      `The marketplace accepts names of resale authorizations of at most ${limits.name} characters.`,
    );
  if (String(Description).length > limits.description)
    report.refuse(
      'INVALID_DESCRIPTION',
      '/info/mkACppoOpportunity/Description',
      `The marketplace accepts descriptions of at most ${limits.description} characters.`,
    );
}

/**
 * Determines how often the authorization can be used: once (the default), until a day, or without a limit.
 */
function availabilityOf(
  { mkACppoOpportunity }: OfferTerms,
  end: Day | undefined,
  schedule: Details | undefined,
  report: Report,
): Details | undefined {
  const type = mkACppoOpportunity?.opportunityDurationType || 'ONE_TIME';
  const pointer = '/info/mkACppoOpportunity/opportunityDurationType';
  if (schedule && type !== 'ONE_TIME')
    report.refuse(
      'INCOMPATIBLE_TERMS',
      pointer,
      'A resale authorization at a fixed price, which is paid on dates, can be used once (ONE_TIME). For more offers, let the buyer choose among prices, or use usage prices.',
    );
  if (!end && (schedule || type === 'SPECIFIC_DATES'))
    report.miss(
      schedule ? 'INCOMPATIBLE_TERMS' : 'MISSING_AVAILABILITY_END_DATE',
      '/expireTime',
      schedule
        ? "A resale authorization with dated payments needs a last day of use. Set the offer's expireTime before the first payment."
        : "A resale authorization that is limited in time needs a last day. Set the offer's expireTime.",
    );
  if (end && type === 'NO_SET_TIME')
    report.refuse(
      'INVALID_AVAILABILITY_END_DATE',
      '/expireTime',
      'A resale authorization without a time limit has no end. Remove expireTime.',
    );
  const details = {
    ...(end ? { AvailabilityEndDate: end } : {}),
    ...(type === 'ONE_TIME' ? { OffersMaxQuantity: 1 } : {}),
  };
  return Object.keys(details).length > 0 ? details : undefined;
}

const longestWaitYears = 3;

/**
 * Rejects a start that is not within the next three years, and any later start for products other than hosted
 * software.
 */
function refuseStart(latest: Day, { kind, today }: OfferFacts, report: Report): void {
  const pointer = '/info/mkACppoOpportunity/maximumAgreementStartDate';
  if (kind !== undefined && kind !== 'saas')
    report.refuse(
      'INCOMPATIBLE_PRODUCT',
      pointer,
      'Only agreements for hosted software can have a later start.',
    );
  const last = `${Number(today.slice(0, 4)) + longestWaitYears}${today.slice(4)}`;
  if (latest <= today || latest > last)
    report.refuse(
      'INVALID_MAXIMUM_AGREEMENT_START_DATE',
      pointer,
      `The start of a resold agreement must be in the future, within ${longestWaitYears} years.`,
    );
}

function warnOfUntold({ autoRenew, refundCancellationPolicy, startTime }: OfferTerms, report: Report): void {
  const untold = Object.entries({ autoRenew, refundCancellationPolicy, startTime })
    .filter(([, value]) => value)
    .map(([name]) => name);
  if (untold.length > 0)
    report.warn(
      `Fields outside a resale authorization, which are not sent to the marketplace: ${untold.join(', ')}.`,
    );
}

/** The contract with the reseller is optional; the buyer's license agreement is required. */
function legalOf(info: OfferTerms, report: Report): Details | undefined {
  const before = report.refusals.length;
  const eula = eulaOf(info, report, 'authorization');
  if (!eula && report.refusals.length === before)
    report.miss(
      'MISSING_MANDATORY_TERMS',
      '/info/eulaType',
      'A resale authorization needs a license agreement for the buyer: eulaType SCMP or ECMP, or CUSTOM with an eulaUrl.',
    );
  const contract = contractOf(info);
  const list = [
    ...(eula ? [{ Type: 'BuyerLegalTerm', Documents: [eula] }] : []),
    ...(contract ? [{ Type: 'ResaleLegalTerm', Documents: [contract] }] : []),
  ];
  return list.length > 0 ? terms(...list) : undefined;
}
