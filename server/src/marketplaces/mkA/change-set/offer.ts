import { exceededLimits } from '../../rules/checks.ts';
import type { OfferSpec } from '../../specifications.ts';
import { limits } from '../rules/limits.ts';
import {
  type CatalogChange,
  type ChangeDetails,
  change,
  create,
  type Details,
  madeBy,
  mostChanges,
  terms,
} from './changes.ts';
import { listingIn, refuseUnknownDimensions } from './listing.ts';
import { refuseForModels } from './models.ts';
import { type OfferFacts, type OfferTerms, termsOf } from './offer-terms.ts';
import { paymentsIn, refuseBackdated } from './payments.ts';
import { isFixed, pricingOf, refuseStart, saysHowLong } from './pricing.ts';
import { createReport, type Refusal, type Report } from './report.ts';
import { authorizationChanges } from './resale.ts';
import { authorizationIn, resoldChanges } from './resold.ts';
import { informationOf, legalOf, netPaymentOf, renewalOf, supportOf, targetingOf } from './terms.ts';
import { countedDuration, validityOf } from './validity.ts';

/** The changes that create an offer, or the reasons why the marketplace would reject the offer. */
export type OfferPlan = {
  changes: readonly CatalogChange[];
  refusals: readonly Refusal[];
  warnings: readonly string[];
};

const entity = 'Offer@1.0';

/** Plans the change set that creates and releases an offer. A pure function. */
export function planOffer(spec: OfferSpec, given: OfferFacts): OfferPlan {
  const report = createReport();
  const listing = listingIn(spec);
  const facts = { ...given, kind: given.kind ?? listing?.kind };
  for (const { code, pointer, readable } of exceededLimits(limits, spec))
    report.refuse(code, pointer, readable);
  if (facts.kind === 'machineLearning') refuseForModels(termsOf(spec), listing, report);
  if (listing) refuseUnknownDimensions(spec, listing, report);
  const changes = changesOf(spec, facts, report);
  if (changes.length > mostChanges)
    report.refuse(
      'VALIDATION_EXCEPTION',
      '',
      `The offer needs more changes than the marketplace accepts in one request (${mostChanges}).`,
    );
  const { trialConfig } = termsOf(spec);
  if (trialConfig?.trialPeriod)
    report.warn('The marketplace does not support trials in private offers; the trial is not sent.');
  return { changes, refusals: report.refusals, warnings: report.warnings };
}

function changesOf(spec: OfferSpec, facts: OfferFacts, report: Report): CatalogChange[] {
  if (spec.offerType === 'CPPO_OUT') return authorizationChanges(spec, facts, report);
  const information = informationOf(spec, report);
  const creation = creationOf(spec, facts, information, report);
  const wanted = creation.ChangeType.endsWith('UsingResaleAuthorization')
    ? resoldChanges(spec, facts, report)
    : offerChanges(spec, facts, report);
  const id = madeBy(creation.ChangeType);
  const all: ChangeDetails[] = [['UpdateInformation', information], ...wanted, ['ReleaseOffer', {}]];
  return [
    creation,
    ...all.flatMap(([type, details]) => (details ? [change(type, entity, id, details)] : [])),
  ];
}

/**
 * Builds the creation change: for a new offer, a replacement of an agreement, or an offer that resells an
 * authorization.
 */
function creationOf(spec: OfferSpec, facts: OfferFacts, name: Details, report: Report): CatalogChange {
  const { agreementId } = spec.basedOn ?? {};
  const Name = name.Name;
  const resold = authorizationIn(spec);
  if (resold && String(Name).length === 1)
    report.refuse('INVALID_NAME', '/name', 'An offer that resells needs a name of at least two characters.');
  const inSet = facts.offerSetId ? { OfferSetId: facts.offerSetId } : {};
  if (agreementId)
    return resold
      ? create('CreateReplacementOfferUsingResaleAuthorization', entity, {
          AgreementId: agreementId,
          ResaleAuthorizationId: resold,
          Name,
        })
      : create('CreateReplacementOffer', entity, { AgreementId: agreementId, Name });
  if (resold)
    return create('CreateOfferUsingResaleAuthorization', entity, {
      ResaleAuthorizationId: resold,
      Name,
      Description: name.Description,
      ...inSet,
    });
  if (!spec.externalProductId)
    report.miss(
      'INCOMPATIBLE_PRODUCT',
      '/productID',
      'The offer needs a product that is listed on the marketplace. Synchronize the product, then select it.',
    );
  return create('CreateOffer', entity, { ProductId: spec.externalProductId, Name, ...inSet });
}

/** Builds the changes that set the terms of an offer. */
function offerChanges(spec: OfferSpec, facts: OfferFacts, report: Report): ChangeDetails[] {
  const info = termsOf(spec);
  const { kind, today } = facts;
  const replaces = spec.basedOn?.agreementId !== undefined;
  const validity = validityOf(spec, countedDuration(info, kind, report), report);
  const { pricing, schedule } = pricingOf({ info, kind, duration: validity.duration, today }, report);
  // An offer that replaces an agreement can keep the agreement's prices; any other offer must contain prices.
  if (!pricing && !replaces)
    report.miss(
      'MISSING_MANDATORY_TERMS',
      '/info/commits',
      'The offer needs a price. Add commits, dimensions with a rate, or both.',
    );
  refuseBackdated(paymentsIn(schedule), validity.availabilityEnd, report);
  const isChosen = saysHowLong(pricing) && !replaces;
  // Hourly prices of a model have no end. Only the listing contains whether the product is a model.
  const isEndless = !isFixed(pricing) && (kind === undefined || kind === 'machineLearning');
  if (pricing && !validity.term && !isChosen && !replaces && !isEndless)
    report.miss(
      'MISSING_DURATION',
      '/info/mkAAgreementDuration',
      'The offer needs an agreement length. Set mkAAgreementDuration, or a length in commits.',
    );
  if (isChosen && info.startTime && isKindCertain(info, facts)) refuseStart(report);
  return [
    // The replaced agreement determines the buyer.
    ['UpdateTargeting', replaces ? undefined : targetingOf(spec, report)],
    ['UpdateLegalTerms', legalOf(info, !replaces, report)],
    ['UpdateSupportTerms', supportOf(info, report)],
    ['UpdatePricingTerms', pricing],
    ['UpdatePaymentScheduleTerms', schedule],
    ['UpdateNetPaymentTerms', netPaymentOf(info, report)],
    ['UpdateValidityTerms', validity.term && !isChosen ? terms(validity.term) : undefined],
    ['UpdateRenewalTerms', renewalOf(info, paymentsIn(schedule))],
    ['UpdateAvailability', { AvailabilityEndDate: validity.availabilityEnd }],
  ];
}

/**
 * Machine software with usage prices has different terms. Only the listing contains whether the product is
 * machine software.
 */
const isKindCertain = ({ dimensions = [] }: OfferTerms, { kind }: OfferFacts): boolean =>
  kind !== undefined || dimensions.every(({ rate }) => rate === undefined || rate === null);
