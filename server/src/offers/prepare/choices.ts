import { isDirect } from '../../marketplaces/index.ts';
import { wrongChoices } from '../../products/commit-choices.ts';
import type { CommitDimension } from '../../products/records/index.ts';
import type { TrialConfig } from '../records.ts';
import type { Check, Report } from './draft.ts';

/** Refuses other units of time and types than there are: the one would make an open term, the other drop seats (R42). */
export function checkChoices(commits: readonly CommitDimension[], pointer: string, report: Report): void {
  for (const { at, message } of wrongChoices(commits)) report.refuseUnlessKept(`${pointer}/${at}`, message);
}

/** Refuses ways to bill that there are not. Empty texts are not set; of marketplaces, what their own say is kept. */
export const checkBillingChoices: Check = ({ info, partner }, report) => {
  refuseOthers(report, '/info/billingCycle', info.billingCycle, [
    'MONTH_FIRST_DAY',
    'ENTITLEMENT_START_DATE',
  ]);
  if (isDirect(partner))
    refuseOthers(report, '/info/paymentSchedule', info.paymentSchedule, ['PREPAY', 'POSTPAY']);
};

/** Refuses a trial in a unit that there is not: it would be none. */
export const checkTrialUnit = ({ trialPeriodUnit }: TrialConfig, pointer: string, report: Report): void =>
  refuseOthers(report, `${pointer}/trialPeriodUnit`, trialPeriodUnit, ['DAY', 'MONTH', 'YEAR']);

function refuseOthers(
  report: Report,
  pointer: string,
  value: string | undefined,
  known: readonly string[],
): void {
  if (value && !known.includes(value.toUpperCase()))
    report.refuseUnlessKept(pointer, `must be ${known.join(', ').replace(/, (\w+)$/, ' or $1')}`);
}
