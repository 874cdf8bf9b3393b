import { longestMonths } from '../../../platform/money-and-time/lengths.ts';
import { isTime, largestAmount } from '../../../platform/records/fields.ts';
import { inTable } from '../../in-table.ts';
import { isSet, refuseNoPercentage } from '../../rules/checks.ts';
import type { CheckContext, OfferDraft, Report } from '../../rules/contract.ts';
import { type InfoOfC, monthsOfPeriods, percentagesIn } from './terms.ts';

export type Replacement = {
  isReplacementOffer?: boolean;
  replacedOfferEndTime?: string;
  replacedOfferPaymentRecurrence?: string;
  replacedOfferResourceName?: string;
  replacedResellerPrivateOfferPlan?: string;
};
export type DraftOfC = OfferDraft<InfoOfC, Replacement>;

const replacedFields = [
  'replacedOfferEndTime',
  'replacedOfferPaymentRecurrence',
  'replacedOfferResourceName',
  'replacedResellerPrivateOfferPlan',
] as const;
const offerName = /^projects\/[^/\s]+\/services\/[^/\s]+\/privateOffers\/[^/\s]+$/;
const resellerPlanName = /^resellerPrivateOfferPlans\/[^/\s]+$/;

/** Checks the length of private offers (R21), usage discounts, and replacements (R26). */
export function checkOffer(draft: DraftOfC, report: Report, { isHere }: CheckContext): void {
  const { info, isPrivate } = draft;
  if (isHere && isPrivate && !((info.mkCDuration ?? 0) >= 1))
    report.refuse(
      '/info/mkCDuration',
      'is required for private offers on marketplace C: months, an integer of at least 1',
    );
  if ((info.mkCDuration ?? 0) > longestMonths)
    report.refuse('/info/mkCDuration', `must be at most ${longestMonths} months`);
  if (isHere) checkWholeAmounts(info, report);
  if (isHere) checkRecurrence(info, report);
  checkDiscounts(info, report);
  checkReplacement(draft, report, isHere);
}

function checkDiscounts(info: InfoOfC, report: Report): void {
  for (const { pointer, value } of percentagesIn(info)) refuseNoPercentage(report, pointer, value);
  if (isSet(info.mkCSkuDiscounts) && (info.mkCPaymentSchedule || info.paymentSchedule) !== 'POSTPAY')
    report.refuse(
      '/info/mkCSkuDiscounts',
      'is for mkCPaymentSchedule POSTPAY only; with PREPAY, use the discounts of paymentInstallments',
    );
}

/** Warns when a length is not a multiple of the payment period: its last payment is for a partial period. */
function checkRecurrence({ mkCDuration, mkCPaymentRecurrence }: InfoOfC, report: Report): void {
  const period = inTable(monthsOfPeriods, mkCPaymentRecurrence?.toUpperCase());
  if (period && mkCDuration && mkCDuration % period > 0)
    report.warn(
      `info.mkCDuration is kept, but ${mkCDuration} months are not a multiple of ${mkCPaymentRecurrence} (${period} months): the last payment is for a partial period.`,
    );
}

/** Limits the total of all months, because rates on marketplace C are monthly (R42). */
function checkWholeAmounts({ commits = [], mkCDuration }: InfoOfC, report: Report): void {
  for (const [index, { rate, quantity }] of commits.entries())
    if ((rate ?? 0) * (quantity || 1) * (mkCDuration || 1) > largestAmount)
      report.refuse(
        `/info/commits/${index}/rate`,
        `must be at most ${largestAmount} when multiplied by the quantity and the months`,
      );
}

/** Checks the fields of a replacement, which require each other, and the format of their names (R26). */
function checkReplacement({ metaInfo, isPrivate }: DraftOfC, report: Report, isHere: boolean): void {
  const { isReplacementOffer, replacedOfferResourceName, replacedResellerPrivateOfferPlan } = metaInfo;
  const { replacedOfferEndTime } = metaInfo;
  if (isReplacementOffer && !(isHere && isPrivate))
    report.warn(
      'metaInfo.isReplacementOffer is kept but has no effect: only private offers on marketplace C can replace other offers.',
    );
  if (!isReplacementOffer)
    for (const name of replacedFields)
      if (isSet(metaInfo[name]))
        report.refuse(`/metaInfo/${name}`, 'is for replacement offers only: set isReplacementOffer');
  if (isReplacementOffer && !replacedOfferResourceName && !replacedResellerPrivateOfferPlan)
    report.refuse(
      '/metaInfo/replacedOfferResourceName',
      'is required for replacement offers, unless replacedResellerPrivateOfferPlan is set',
    );
  if (isReplacementOffer && replacedOfferEndTime && !isTime(replacedOfferEndTime))
    report.refuse('/metaInfo/replacedOfferEndTime', 'must be an RFC 3339 time with an offset, or a date');
  if (replacedOfferResourceName && !offerName.test(replacedOfferResourceName))
    report.refuse(
      '/metaInfo/replacedOfferResourceName',
      'must have the form projects/{projectNumber}/services/{serviceName}/privateOffers/{privateOfferId}',
    );
  if (replacedResellerPrivateOfferPlan && !resellerPlanName.test(replacedResellerPrivateOfferPlan))
    report.refuse(
      '/metaInfo/replacedResellerPrivateOfferPlan',
      'must have the form resellerPrivateOfferPlans/{planId}',
    );
}
