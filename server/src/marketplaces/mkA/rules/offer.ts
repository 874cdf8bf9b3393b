import { Duration } from 'luxon';
import { longestMonths, wholeMonths } from '../../../platform/money-and-time/lengths.ts';
import { isCountry } from '../../../platform/records/countries.ts';
import { isSet, refuseNoPercentage } from '../../rules/checks.ts';
import type { CheckContext, OfferDraft, Report } from '../../rules/contract.ts';
import { checkResale, type Resale } from './resale.ts';

type Info = {
  buyerCountryCodes?: readonly string[];
  mkAAgreementDuration?: string;
  mkAMachineLearningContractDuration?: number;
};
type MetaInfo = {
  baseAgreementId?: string;
  discount?: number | null;
  isAgreementBasedOffer?: boolean;
  isRenewalOffer?: boolean;
};
export type DraftOfA = OfferDraft<Info & Resale['info'], MetaInfo & Resale['metaInfo']>;

/** Checks countries, lengths, resale and amendments (R27), and the discount on list prices (R23). */
export function checkOffer(draft: DraftOfA, report: Report, { isHere }: CheckContext): void {
  checkCountries(draft, report, isHere);
  checkLengths(draft.info, report);
  checkDiscount(draft.metaInfo, report, isHere);
  checkResale(draft, report, isHere);
  checkAgreementBased(draft.metaInfo, report, isHere && draft.isPrivate);
}

function checkCountries({ info, isPrivate, offerType }: DraftOfA, report: Report, isHere: boolean): void {
  const { buyerCountryCodes = [] } = info;
  if (isSet(buyerCountryCodes) && offerType === 'CPPO_OUT')
    report.refuse('/info/buyerCountryCodes', 'is not for CPPO_OUT offers');
  if (isSet(buyerCountryCodes) && !(isHere && isPrivate))
    report.warn(
      'info.buyerCountryCodes is kept but has no effect: only private offers on marketplace A are limited to countries.',
    );
  for (const [index, code] of buyerCountryCodes.entries())
    if (!isCountry(code))
      report.refuse(`/info/buyerCountryCodes/${index}`, 'must be an ISO 3166-1 alpha-2 country code');
    else if (code !== code.toUpperCase())
      report.warn(`The country code ${code} in info.buyerCountryCodes was changed to upper case.`);
}

function checkLengths(info: Info, report: Report): void {
  const { mkAAgreementDuration, mkAMachineLearningContractDuration: months } = info;
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
}

function checkDiscount({ discount }: MetaInfo, report: Report, isHere: boolean): void {
  if (discount === undefined || discount === null) return;
  if (!isHere) report.refuse('/metaInfo/discount', 'is for marketplace A only');
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

/** Checks an offer that amends an agreement, which only private offers on this marketplace can do. */
function checkAgreementBased(metaInfo: MetaInfo, report: Report, mayAmend: boolean): void {
  const { baseAgreementId, isAgreementBasedOffer, isRenewalOffer } = metaInfo;
  for (const [name, value] of Object.entries({ isAgreementBasedOffer, isRenewalOffer }))
    if (value && !mayAmend) report.refuse(`/metaInfo/${name}`, 'is for private offers on marketplace A only');
  if (isAgreementBasedOffer && !isSet(baseAgreementId))
    report.refuse('/metaInfo/baseAgreementId', 'is required when isAgreementBasedOffer is true');
  if (isSet(baseAgreementId) && !isAgreementBasedOffer)
    report.refuse(
      '/metaInfo/baseAgreementId',
      'is for agreement-based offers only: set isAgreementBasedOffer',
    );
}
