import type { OfferSpec } from '../../specifications.ts';
import type { Details } from './changes.ts';
import {
  type Day,
  dayBefore,
  dayOf,
  daysIn,
  durationInDays,
  durationOf,
  isMidnight,
  lastDayBefore,
  wholeDuration,
} from './days.ts';
import { type OfferTerms, type ProductKind, termsOf } from './offer-terms.ts';
import { isByHour } from './price-facts.ts';
import type { Report } from './report.ts';

/** The acceptance period of an offer, and the duration of its agreement. */
export type Validity = {
  availabilityEnd: Day | undefined;
  term: Details | undefined;
  duration: string | undefined;
};

/**
 * Converts the times of an offer to days. The marketplace defines an agreement by its duration from
 * acceptance, by start and end, or by start and duration. Only an agreement that replaces another agreement
 * can be defined by its end alone.
 */
export function validityOf(spec: OfferSpec, duration: string | undefined, report: Report): Validity {
  const info = termsOf(spec);
  const start = info.startTime ? dayOf(info.startTime) : undefined;
  const end = spec.endTime ? lastDayBefore(spec.endTime) : undefined;
  const replaces = spec.basedOn?.agreementId !== undefined;
  if (info.startTime && !isMidnight(info.startTime))
    report.warn(`The marketplace uses whole UTC days: the agreement starts on ${start} (UTC).`);
  return {
    availabilityEnd: availabilityOf(spec, start, report),
    term: termOf({ start, end, duration, replaces }, report),
    duration: duration ?? (start && end ? `P${daysBetween(start, end)}D` : undefined),
  };
}

const dayMs = 86_400_000;
const daysBetween = (start: Day, end: Day): number =>
  Math.max(1, Math.round((Date.parse(end) - Date.parse(start)) / dayMs) + 1);

/** Converts the agreement duration to the unit that the marketplace uses for the product. */
export function countedDuration(
  info: OfferTerms,
  kind: ProductKind | undefined,
  report: Report,
): string | undefined {
  const duration = durationIn(info, report);
  if (!duration || !isByHour(kind, info)) return duration;
  const counted = durationInDays(duration);
  if (counted !== duration)
    report.warn(`The marketplace uses days for this product: ${duration} is ${counted}.`);
  return counted;
}

/** Returns the agreement duration: the given duration, or the duration of the longest commit. */
export function durationIn(info: OfferTerms, report: Report): string | undefined {
  const { mkAAgreementDuration: given, mkAMachineLearningContractDuration: months, commits = [] } = info;
  if (given) {
    const whole = wholeDuration(given);
    if (!whole)
      report.refuse(
        'INVALID_AGREEMENT_DURATION',
        '/info/mkAAgreementDuration',
        'The marketplace accepts whole months or whole days, such as P12M or P450D.',
      );
    return whole;
  }
  if (months) return `P${months}M`;
  const lengths = commits.flatMap((commit) => durationOf(commit) ?? []);
  return lengths.sort((one, other) => daysIn(other) - daysIn(one))[0];
}

function availabilityOf(spec: OfferSpec, start: Day | undefined, report: Report): Day | undefined {
  // Without an expireTime, an offer can be accepted until the day before its agreement starts.
  const last = spec.expireTime ? lastDayBefore(spec.expireTime) : start && dayBefore(start);
  if (spec.expireTime && !isMidnight(spec.expireTime))
    report.warn(
      `The marketplace uses whole UTC days: the offer can be accepted until the end of ${last} (UTC).`,
    );
  if (!last)
    report.miss(
      'MISSING_AVAILABILITY_END_DATE',
      '/expireTime',
      'The offer needs a last day of acceptance. Set expireTime.',
    );
  if (last && start && last >= start)
    report.refuse(
      'INVALID_AGREEMENT_START_DATE',
      '/info/startTime',
      'The agreement must start after the last day of acceptance.',
    );
  return last;
}

type Times = {
  start: Day | undefined;
  end: Day | undefined;
  duration: string | undefined;
  replaces: boolean;
};

function termOf({ start, end, duration, replaces }: Times, report: Report): Details | undefined {
  const term = (fields: Details) => ({ Type: 'ValidityTerm', ...fields });
  if (replaces) {
    if (end) return term({ AgreementEndDate: end });
    report.miss(
      'MISSING_AGREEMENT_END_DATE',
      '/endTime',
      'An offer that replaces an agreement needs an endTime, when the new agreement ends.',
    );
    return undefined;
  }
  if (start && end) return term({ AgreementStartDate: start, AgreementEndDate: end });
  if (start && duration) return term({ AgreementStartDate: start, AgreementDuration: duration });
  if (start) {
    report.miss(
      'MISSING_AGREEMENT_END_DATE',
      '/endTime',
      'An offer with a startTime also needs an endTime or a mkAAgreementDuration.',
    );
    return undefined;
  }
  if (duration) {
    if (end) report.warn('The marketplace counts the agreement length from acceptance; endTime is not sent.');
    return term({ AgreementDuration: duration });
  }
  if (end)
    report.miss(
      'MISSING_DURATION',
      '/info/mkAAgreementDuration',
      'The marketplace accepts an end only with a start. Set startTime too, or replace endTime with mkAAgreementDuration.',
    );
  return undefined;
}
