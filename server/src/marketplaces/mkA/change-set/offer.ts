import { Decimal } from 'decimal.js';
import { refusalsOf } from '../../sandbox/marketplace-rules.ts';
import type { OfferSpec } from '../../specifications.ts';
import { type CatalogChange, change, create, type Details, madeBy, mostChanges, terms } from './changes.ts';
import type { Day } from './days.ts';
import { type OfferFacts, type OfferTerms, termsOf } from './offer-terms.ts';
import type { Payment } from './payments.ts';
import { pricingOf, saysHowLong } from './pricing.ts';
import { createReport, type Refusal, type Report } from './report.ts';
import { authorizationChanges } from './resale.ts';
import { informationOf, legalOf, netPaymentOf, renewalOf, supportOf, targetingOf } from './terms.ts';
import { validityOf } from './validity.ts';

/** The changes that make an offer, or why the marketplace would not take it. */
export type OfferPlan = {
  changes: readonly CatalogChange[];
  refusals: readonly Refusal[];
  warnings: readonly string[];
};

const entity = 'Offer@1.0';

/** Plans the change set that makes an offer and releases it. Values in, values out. */
export function planOffer(spec: OfferSpec, facts: OfferFacts): OfferPlan {
  const report = createReport();
  for (const { code, pointer, readable } of refusalsOf('MKA', spec)) report.refuse(code, pointer, readable);
  const isAuthorization = spec.offerType === 'CPPO_OUT';
  const changes = isAuthorization
    ? authorizationChanges(spec, facts, report)
    : offerChanges(spec, facts, report);
  if (changes.length > mostChanges)
    report.refuse('VALIDATION_EXCEPTION', '', `The offer needs more than ${mostChanges} changes at once.`);
  const { trialConfig } = termsOf(spec);
  if (trialConfig?.trialPeriod)
    report.warn('The marketplace has no trials in private offers; the trial is not told to it.');
  return { changes, refusals: report.refusals, warnings: report.warnings };
}

/** How an offer comes to be: on its own, in place of an agreement, or of a right to resell. */
function creationOf(spec: OfferSpec, facts: OfferFacts, name: Details, report: Report): CatalogChange {
  const { agreementId, authorizationId } = spec.basedOn ?? {};
  const Name = name.Name;
  const resold = authorizationId ?? resaleIdIn(spec);
  if (resold && String(Name).length === 1)
    report.refuse('INVALID_NAME', '/name', 'An offer that resells has a name of at least two characters.');
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
    report.refuse(
      'INCOMPATIBLE_PRODUCT',
      '/productID',
      'The offer needs a product that is listed at the marketplace. Synchronise the product, then name it.',
    );
  return create('CreateOffer', entity, { ProductId: spec.externalProductId, Name, ...inSet });
}

/** The right to resell that an offer names by the marketplace's own id. */
const resaleIdIn = (spec: OfferSpec): string | undefined => {
  const { mkAResaleAuthorizationId: id } = termsOf(spec);
  return id?.startsWith('resaleauthz-') ? id : undefined;
};

function offerChanges(spec: OfferSpec, facts: OfferFacts, report: Report): CatalogChange[] {
  const info = termsOf(spec);
  const information = informationOf(spec, report);
  const creation = creationOf(spec, facts, information, report);
  const replaces = spec.basedOn?.agreementId !== undefined;
  const resells = creation.ChangeType.endsWith('UsingResaleAuthorization');
  const validity = validityOf(spec, report);
  const { pricing, schedule } = pricingOf(
    { info, kind: facts.kind, duration: validity.duration, today: facts.today },
    report,
  );
  // An agreement or a right to resell brings its prices along; anything else has none but these.
  if (!pricing && !replaces && !resells)
    report.refuse(
      'MISSING_MANDATORY_TERMS',
      '/info/commits',
      'The marketplace sells nothing without a price. Give commits, dimensions with a rate, or both.',
    );
  refuseBackdated(paymentsIn(schedule), validity.availabilityEnd, report);
  if (isFixed(pricing) && !validity.term && !replaces && !resells)
    report.refuse(
      'MISSING_DURATION',
      '/info/mkAAgreementDuration',
      'What is paid for needs a length. Give mkAAgreementDuration, or commits a length.',
    );
  const isChosen = saysHowLong(pricing) && !replaces;
  if (isChosen && info.startTime && isKindCertain(info, facts)) refuseStart(report);
  const wanted: [type: string, details: Details | undefined][] = [
    ['UpdateInformation', information],
    // Whom it is for follows from the agreement that it replaces.
    ['UpdateTargeting', replaces ? undefined : targetingOf(spec, report)],
    ['UpdateLegalTerms', legalOf(info, !replaces && !resells, report)],
    ['UpdateSupportTerms', supportOf(info, report)],
    ['UpdateMarkup', resells && !pricing ? markupOf(info.mkAMarkupPercentage, report) : undefined],
    ['UpdatePricingTerms', pricing],
    ['UpdatePaymentScheduleTerms', schedule],
    ['UpdateNetPaymentTerms', netPaymentOf(info, report)],
    ['UpdateValidityTerms', validity.term && !isChosen ? terms(validity.term) : undefined],
    ['UpdateRenewalTerms', renewalOf(info, paymentsIn(schedule))],
    ['UpdateAvailability', { AvailabilityEndDate: validity.availabilityEnd }],
    ['ReleaseOffer', {}],
  ];
  const id = madeBy(creation.ChangeType);
  return [
    creation,
    ...wanted.flatMap(([type, details]) => (details ? [change(type, entity, id, details)] : [])),
  ];
}

/** Software on machines that is also sold by use has prices of another kind; whether it is such, only its listing says. */
const isKindCertain = ({ dimensions = [] }: OfferTerms, { kind }: OfferFacts): boolean =>
  kind !== undefined || dimensions.every(({ rate }) => rate === undefined || rate === null);

const refuseStart = (report: Report): void =>
  report.refuse(
    'INCOMPATIBLE_TERMS',
    '/info/startTime',
    'Where the buyer chooses quantity or length, what is sold begins with the acceptance. Take the startTime out, or fix quantity and length.',
  );

const paymentsIn = (schedule: Details | undefined): Payment[] =>
  ((schedule?.Terms ?? []) as { Schedule: Payment[] }[]).flatMap(({ Schedule }) => Schedule);

const isFixed = (pricing: Details | undefined): boolean =>
  ((pricing?.Terms ?? []) as Details[]).some(({ Type }) => Type === 'FixedUpfrontPricingTerm');

/** Who accepts late pays at once what was due before: the marketplace takes one payment of that kind. */
function refuseBackdated(payments: readonly Payment[], end: Day | undefined, report: Report): void {
  if (end && payments.filter(({ ChargeDate }) => ChargeDate <= end).length > 1)
    report.refuse(
      'TOO_MANY_BACKDATED_CHARGES',
      '/info/paymentInstallments',
      'At most one payment may be due by the last day of acceptance.',
    );
}

const mostMarkupPlaces = 9;

function markupOf(percentage: number | undefined, report: Report): Details {
  const markup = new Decimal(percentage ?? 0);
  if (markup.isNegative() || markup.decimalPlaces() > mostMarkupPlaces)
    report.refuse(
      'INVALID_MARKUP_PERCENTAGE',
      '/info/mkAMarkupPercentage',
      `The margin is a percentage of at least 0 with at most ${mostMarkupPlaces} decimals.`,
    );
  return { Percentage: markup.toFixed(Math.max(1, markup.decimalPlaces())) };
}
