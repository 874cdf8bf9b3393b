import type { OfferChange } from '../../specifications.ts';
import { type ShownTerm, termIn } from '../shown/offer-details.ts';
import { type CatalogChange, change } from './changes.ts';
import { type Day, dayBefore, dayOf, lastDayBefore, wholeDuration } from './days.ts';
import { createReport, type Refusal } from './report.ts';

export type UpdatePlan = { changes: readonly CatalogChange[]; refusals: readonly Refusal[] };

const isAuthorization = (externalId: string): boolean => externalId.startsWith('resaleauthz-');
const entityOf = (externalId: string) =>
  isAuthorization(externalId) ? ('ResaleAuthorization@1.0' as const) : ('Offer@1.0' as const);

/**
 * Plans the change to the last day of acceptance.
 * @param terms current terms of the offer, if known
 */
export function planExtension(
  externalId: string,
  expireTime: string,
  terms: readonly ShownTerm[] = [],
): UpdatePlan {
  const report = createReport();
  const AvailabilityEndDate = lastDayBefore(expireTime);
  const [first] = (termIn(terms, 'ResalePaymentScheduleTerm')?.Schedule ?? [])
    .map(({ ChargeDate = '' }) => dayOf(ChargeDate))
    .sort();
  if (first && AvailabilityEndDate >= first)
    report.refuse(
      'INVALID_AVAILABILITY_END_DATE',
      '/expireTime',
      `The reseller's payments start on ${first}. The resale authorization must end before that day.`,
    );
  const changes = [change('UpdateAvailability', entityOf(externalId), externalId, { AvailabilityEndDate })];
  return { changes, refusals: report.refusals };
}

/**
 * Plans the changes to a released offer. Only the last day of acceptance and the agreement duration can
 * change.
 * @param terms current terms of the offer, if known
 */
export function planUpdate(
  externalId: string,
  wanted: OfferChange,
  terms: readonly ShownTerm[] = [],
): UpdatePlan {
  const report = createReport();
  const { expireTime, info = {}, ...others } = wanted;
  const { mkAAgreementDuration: duration, ...otherInfo } = info as { mkAAgreementDuration?: string | null };
  const names = [
    ...Object.entries(others).flatMap(([name, value]) => (value === undefined ? [] : [name])),
    ...Object.keys(otherInfo).map((name) => `info/${name}`),
  ];
  for (const name of names)
    report.refuse(
      'INCOMPATIBLE_TERMS',
      `/${name}`,
      'The marketplace does not change this field after the offer is released.',
    );
  const changes: CatalogChange[] = [];
  if (expireTime) {
    const extension = planExtension(externalId, expireTime, terms);
    changes.push(...extension.changes);
    for (const { code, pointer, readable } of extension.refusals) report.refuse(code, pointer, readable);
  }
  if (expireTime === null)
    report.refuse(
      'MISSING_AVAILABILITY_END_DATE',
      '/expireTime',
      'The offer needs a last day of acceptance.',
    );
  if (duration && isAuthorization(externalId))
    report.refuse(
      'INCOMPATIBLE_STATUS',
      '/info/mkAAgreementDuration',
      'The length of a released resale authorization cannot change. Withdraw it, and create another.',
    );
  if (duration && termIn(terms, 'ConfigurableUpfrontPricingTerm') && !termIn(terms, 'ValidityTerm'))
    report.refuse(
      'INCOMPATIBLE_TERMS',
      '/info/mkAAgreementDuration',
      'The length is part of the prices among which the buyer chooses. It cannot change after release.',
    );
  if (duration) {
    const whole = wholeDuration(duration);
    if (whole)
      changes.push(
        change('UpdateValidityTerms', entityOf(externalId), externalId, {
          Terms: [{ Type: 'ValidityTerm', AgreementDuration: whole }],
        }),
      );
    else
      report.refuse(
        'INVALID_AGREEMENT_DURATION',
        '/info/mkAAgreementDuration',
        'The marketplace accepts whole months or whole days, such as P12M or P450D.',
      );
  }
  if (duration === null)
    report.refuse('MISSING_DURATION', '/info/mkAAgreementDuration', 'The offer needs an agreement length.');
  return { changes, refusals: report.refusals };
}

/**
 * Returns the last day of acceptance that withdraws an offer: yesterday. The marketplace's documentation is
 * contradictory: a past day both expires an offer and is rejected. `soonest` is the day to request after a
 * rejection.
 */
export const cancellationDays = (now: Date): { past: Day; soonest: Day } => {
  const today = dayOf(now.toISOString());
  return { past: dayBefore(today), soonest: today };
};

/** Plans the withdrawal of an offer by a change to its last day of acceptance. */
export const planCancellation = (externalId: string, day: Day): CatalogChange[] =>
  isAuthorization(externalId)
    ? [change('RestrictResaleAuthorization', 'ResaleAuthorization@1.0', externalId)]
    : [change('UpdateAvailability', 'Offer@1.0', externalId, { AvailabilityEndDate: day })];
