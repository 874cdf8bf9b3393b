import type { OfferSpec } from '../../specifications.ts';
import type { Details } from './changes.ts';
import {
  type Day,
  dayBefore,
  dayOf,
  daysIn,
  durationOf,
  isMidnight,
  lastDayBefore,
  wholeDuration,
} from './days.ts';
import { type OfferTerms, termsOf } from './offer-terms.ts';
import type { Report } from './report.ts';

/** When an offer can be accepted, and for how long what is agreed on holds. */
export type Validity = {
  availabilityEnd: Day | undefined;
  term: Details | undefined;
  duration: string | undefined;
};

/**
 * Puts the times of an offer into days. The marketplace knows an agreement by its length from the acceptance, by start and
 * end, or by start and length; by its end alone only where it replaces another.
 */
export function validityOf(spec: OfferSpec, report: Report): Validity {
  const info = termsOf(spec);
  const duration = durationIn(info, report);
  const start = info.startTime ? dayOf(info.startTime) : undefined;
  const end = spec.endTime ? lastDayBefore(spec.endTime) : undefined;
  const replaces = spec.basedOn?.agreementId !== undefined;
  if (info.startTime && !isMidnight(info.startTime))
    report.warn(`The marketplace counts days: the agreement starts with the ${start} (UTC).`);
  return {
    availabilityEnd: availabilityOf(spec, start, report),
    term: termOf({ start, end, duration, replaces }, report),
    duration: duration ?? (start && end ? `P${daysBetween(start, end)}D` : undefined),
  };
}

const dayMs = 86_400_000;
const daysBetween = (start: Day, end: Day): number =>
  Math.max(1, Math.round((Date.parse(end) - Date.parse(start)) / dayMs) + 1);

/** The length of the agreement: as it is given, or that of the longest commit. */
export function durationIn(info: OfferTerms, report: Report): string | undefined {
  const { mkAAgreementDuration: given, mkAMachineLearningContractDuration: months, commits = [] } = info;
  if (given) {
    const whole = wholeDuration(given);
    if (!whole)
      report.refuse(
        'INVALID_AGREEMENT_DURATION',
        '/info/mkAAgreementDuration',
        'The marketplace takes whole months or whole days, such as P12M or P450D.',
      );
    return whole;
  }
  if (months) return `P${months}M`;
  const lengths = commits.flatMap((commit) => durationOf(commit) ?? []);
  return lengths.sort((one, other) => daysIn(other) - daysIn(one))[0];
}

function availabilityOf(spec: OfferSpec, start: Day | undefined, report: Report): Day | undefined {
  // Without a last day of its own an offer can be accepted until what it sells begins.
  const last = spec.expireTime ? lastDayBefore(spec.expireTime) : start && dayBefore(start);
  if (spec.expireTime && !isMidnight(spec.expireTime))
    report.warn(`The marketplace counts days: the offer can be accepted to the end of the ${last} (UTC).`);
  if (!last)
    report.refuse(
      'MISSING_AVAILABILITY_END_DATE',
      '/expireTime',
      'The marketplace needs a last day of acceptance. Give the offer an expireTime.',
    );
  if (last && start && last >= start)
    report.refuse(
      'INVALID_AGREEMENT_START_DATE',
      '/info/startTime',
      'What is sold must start after the last day of acceptance.',
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
    report.refuse(
      'MISSING_AGREEMENT_END_DATE',
      '/endTime',
      'An offer that replaces an agreement needs an endTime, up to which it holds.',
    );
    return undefined;
  }
  if (start && end) return term({ AgreementStartDate: start, AgreementEndDate: end });
  if (start && duration) return term({ AgreementStartDate: start, AgreementDuration: duration });
  if (start) {
    report.refuse(
      'MISSING_AGREEMENT_END_DATE',
      '/endTime',
      'An offer with a start needs an endTime or a mkAAgreementDuration, too.',
    );
    return undefined;
  }
  if (duration) {
    if (end)
      report.warn(
        'The marketplace counts the length of the agreement from its acceptance; endTime is not told to it.',
      );
    return term({ AgreementDuration: duration });
  }
  if (end)
    report.refuse(
      'MISSING_DURATION',
      '/info/mkAAgreementDuration',
      'The marketplace takes no end without a start. Give a startTime, too, or a mkAAgreementDuration in place of endTime.',
    );
  return undefined;
}
