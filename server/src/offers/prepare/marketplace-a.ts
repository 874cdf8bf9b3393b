import { Duration } from 'luxon';
import { wholeMonths } from '../../platform/money-and-time/lengths.ts';
import { isCountry } from '../../platform/records/countries.ts';
import { refuseNoPercentage } from './discounts.ts';
import { type Check, type Draft, isSet, type Report } from './draft.ts';
import { longestMonths } from './limits.ts';

/** Checks countries and length of an agreement (R27), and the discount on list prices (R23). */
export const checkMarketplaceA: Check = (draft, report) => {
  const { buyerCountryCodes, mkAAgreementDuration, mkAMachineLearningContractDuration: months } = draft.info;
  if (isSet(buyerCountryCodes) && draft.offerType === 'CPPO_OUT')
    report.refuse('/info/buyerCountryCodes', 'is not for CPPO_OUT offers');
  if (isSet(buyerCountryCodes) && !(draft.partner === 'MKA' && draft.isPrivate))
    report.warn(
      'info.buyerCountryCodes is kept but has no effect: only private offers on marketplace A are limited to countries.',
    );
  for (const [index, code] of (buyerCountryCodes ?? []).entries())
    if (!isCountry(code))
      report.refuse(`/info/buyerCountryCodes/${index}`, 'must be an ISO 3166-1 alpha-2 country code');
    else if (code !== code.toUpperCase())
      report.warn(`The country code ${code} in info.buyerCountryCodes was changed to upper case.`);
  if (mkAAgreementDuration && !isLength(mkAAgreementDuration))
    report.refuse(
      '/info/mkAAgreementDuration',
      'must be an ISO 8601 duration, such as P12M, above zero and at most 100 years',
    );
  if (months !== undefined && (months < 1 || months > longestMonths))
    report.refuse(
      '/info/mkAMachineLearningContractDuration',
      `must be a number of months from 1 to ${longestMonths}`,
    );
  checkDiscount(draft, report);
};

function checkDiscount({ metaInfo: { discount }, partner }: Draft, report: Report): void {
  if (discount === undefined || discount === null) return;
  if (partner !== 'MKA') report.refuse('/metaInfo/discount', 'is for marketplace A only');
  else refuseNoPercentage(report, '/metaInfo/discount', discount);
}

/** Returns whether a text is a duration above zero and at most a hundred years. Luxon accepts a bare P. */
const isLength = (value: string): boolean => {
  // Most durations have only months or years and can be parsed without a date library.
  const whole = wholeMonths(value);
  if (whole !== undefined && whole > 0) return whole <= longestMonths;
  const duration = Duration.fromISO(value);
  return (
    duration.isValid &&
    !value.includes('-') &&
    duration.toMillis() > 0 &&
    duration.as('months') <= longestMonths
  );
};
