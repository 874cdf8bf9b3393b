import type { OfferChange } from '../../specifications.ts';
import { type CatalogChange, change } from './changes.ts';
import { type Day, dayBefore, dayOf, lastDayBefore, wholeDuration } from './days.ts';
import { createReport, type Refusal } from './report.ts';

export type UpdatePlan = { changes: readonly CatalogChange[]; refusals: readonly Refusal[] };

const isAuthorization = (externalId: string): boolean => externalId.startsWith('resaleauthz-');
const entityOf = (externalId: string) =>
  isAuthorization(externalId) ? ('ResaleAuthorization@1.0' as const) : ('Offer@1.0' as const);

/** Plans what moves the last day of acceptance. */
export const planExtension = (externalId: string, expireTime: string): CatalogChange[] => [
  change('UpdateAvailability', entityOf(externalId), externalId, {
    AvailabilityEndDate: lastDayBefore(expireTime),
  }),
];

/**
 * Plans the changes of an offer that was released: of it the marketplace changes the last day of acceptance and the length
 * of the agreement, and nothing else.
 * @param terms the types of the terms that the offer has, where they are known
 */
export function planUpdate(
  externalId: string,
  wanted: OfferChange,
  terms: readonly string[] = [],
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
      'The marketplace does not change it once the offer is released.',
    );
  const changes: CatalogChange[] = [];
  if (expireTime) changes.push(...planExtension(externalId, expireTime));
  if (expireTime === null)
    report.refuse(
      'MISSING_AVAILABILITY_END_DATE',
      '/expireTime',
      'The marketplace needs a last day of acceptance.',
    );
  if (duration && terms.includes('ConfigurableUpfrontPricingTerm') && !terms.includes('ValidityTerm'))
    report.refuse(
      'INCOMPATIBLE_TERMS',
      '/info/mkAAgreementDuration',
      'The prices that the buyer chooses among say for how long they are. They stay as they were released.',
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
        'The marketplace takes whole months or whole days, such as P12M or P450D.',
      );
  }
  if (duration === null)
    report.refuse('MISSING_DURATION', '/info/mkAAgreementDuration', 'The marketplace needs a length.');
  return { changes, refusals: report.refusals };
}

/**
 * The day that an offer is taken back to: yesterday. What the marketplace publishes of a day in the past contradicts itself:
 * an offer expires by one, and one is refused. `soonest` is what is asked for where it is refused.
 */
export const cancellationDays = (now: Date): { past: Day; soonest: Day } => {
  const today = dayOf(now.toISOString());
  return { past: dayBefore(today), soonest: today };
};

/** Plans what takes an offer back: it has no other end than its last day of acceptance. */
export const planCancellation = (externalId: string, day: Day): CatalogChange[] =>
  isAuthorization(externalId)
    ? [change('RestrictResaleAuthorization', 'ResaleAuthorization@1.0', externalId)]
    : [change('UpdateAvailability', 'Offer@1.0', externalId, { AvailabilityEndDate: day })];
