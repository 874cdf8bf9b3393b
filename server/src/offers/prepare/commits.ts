import { isDeepStrictEqual } from 'node:util';
import { isDirect, type Report } from '../../marketplaces/index.ts';
import type { Finding } from '../../platform/errors.ts';
import { rateProblem } from '../../platform/money-and-time/coins.ts';
import { longestMonths } from '../../platform/money-and-time/lengths.ts';
import { largestAmount } from '../../platform/records/fields.ts';
import { wrongChoices } from '../../products/commit-choices.ts';
import { wrongPeriods } from '../../products/included-periods.ts';
import type { CommitDimension, MeteringDimension } from '../../products/records/index.ts';
import type { OfferInfo, TrialConfig } from '../records.ts';
import { checkBillableDimensions } from './discounts.ts';
import { type Check, valueAt } from './draft.ts';
import { longestDays, longestOf, mostSeats, mostUnits, refuseBeyond } from './limits.ts';

/** Rejects negative amounts, lengths beyond the limits, and seats outside the bounds of their commit (R42). */
export const checkAmounts: Check = ({ info }, report) => {
  refuseNegative(report, '/info', info, ['commitAmount']);
  refuseBeyond(report, '/info', info, [
    ['netTermsInDays', longestDays],
    ['gracePeriodInDays', longestDays],
    ['billingIntervalInMonths', longestMonths],
    ['commitBillingIntervalInMonths', longestMonths],
    ['usageBillingIntervalInMonths', longestMonths],
  ]);
  checkTrial(info.trialConfig, '/info/trialConfig', report);
  checkCommits(info.commits ?? [], '/info/commits', report);
  checkChoices(info.commits ?? [], '/info/commits', report);
  checkKeys(info.commits ?? [], report);
  checkDimensions(info.dimensions ?? [], report);
  for (const [index, installment] of (info.paymentInstallments ?? []).entries())
    refuseNegative(report, `/info/paymentInstallments/${index}`, installment, [
      'amount',
      'credit',
      'originalAmount',
    ]);
  for (const name of ['amount', 'credit'] as const)
    checkSum(
      (info.paymentInstallments ?? []).map((payment) => payment[name] ?? 0),
      report,
      ['/info/paymentInstallments', name],
    );
};

/** Rejects usage prices with too many decimals, and unknown periods of included quantities. */
function checkDimensions(dimensions: readonly MeteringDimension[], report: Report): void {
  for (const [index, { rate }] of dimensions.entries())
    refuseFiner(report, `/info/dimensions/${index}/rate`, rateProblem(rate));
  for (const { at, message } of wrongPeriods(dimensions))
    report.refuseUnlessKept(`/info/dimensions/${at}`, message);
}

function refuseFiner(report: Report, pointer: string, problem: string | undefined): void {
  if (problem) report.refuseUnlessKept(pointer, problem);
}

function checkCommits(commits: readonly CommitDimension[], pointer: string, report: Report): void {
  for (const [index, commit] of commits.entries()) checkCommit(commit, `${pointer}/${index}`, report);
  checkSum(commits.map(feeOf), report, [pointer, 'rate times quantity']);
}

const feeOf = ({ rate, quantity }: CommitDimension): number => (rate ?? 0) * (quantity || 1);

/**
 * Rejects amounts whose sum exceeds the limit. A single amount above the limit is rejected by a separate check.
 */
function checkSum(amounts: number[], report: Report, [pointer, what]: [pointer: string, what: string]): void {
  const total = amounts.reduce((sum, amount) => sum + amount, 0);
  if (total > largestAmount && amounts.every((amount) => amount <= largestAmount))
    report.refuse(pointer, `must add up to at most ${largestAmount} (${what})`);
}

/**
 * Rejects a trial beyond the limit of its unit.
 * @param pointer to the trial
 */
function checkTrial(trial: TrialConfig | null | undefined, pointer: string, report: Report): void {
  if (!trial) return;
  refuseBeyond(report, pointer, trial, [['trialPeriod', longestOf(trial.trialPeriodUnit)]]);
  checkTrialUnit(trial, pointer, report);
}

/** Collects the findings of a check in a list. */
function collect(check: (report: Report) => void, isKept = (_pointer: string) => false): Finding[] {
  const findings: Finding[] = [];
  const refuse = (pointer: string, message: string) => void findings.push({ pointer, message });
  const refuseUnlessKept = (pointer: string, message: string) =>
    isKept(pointer) ? undefined : refuse(pointer, message);
  check({ refuse, refuseUnlessKept, warn: () => {}, question: () => {} });
  return findings;
}

type Prices = Pick<OfferInfo, 'commits' | 'billableDimensions'>;

/** Finds invalid new prices of an entitlement; unchanged prices are kept. */
export const priceFindings = (prices: Prices, agreed: Prices & Pick<OfferInfo, 'currency'> = {}): Finding[] =>
  collect(
    (report) => {
      checkCommits(prices.commits ?? [], '/commits', report);
      checkChoices(prices.commits ?? [], '/commits', report);
      checkBillableDimensions(
        prices.billableDimensions ?? [],
        '/billableDimensions',
        report,
        agreed.currency,
      );
    },
    (pointer) => isDeepStrictEqual(valueAt(prices, pointer), valueAt(agreed, pointer)),
  );

type Billing = {
  gracePeriodInDays?: number | null | undefined;
  netTermsInDays?: number | null | undefined;
  trialConfig?: TrialConfig | null | undefined;
};

/** Finds invalid billing settings of an entitlement that override the settings of its offer. */
export const billingFindings = (billing: Billing): Finding[] =>
  collect((report) => {
    refuseBeyond(report, '', billing, [
      ['gracePeriodInDays', longestDays],
      ['netTermsInDays', longestDays],
    ]);
    checkTrial(billing.trialConfig, '/trialConfig', report);
  });

function checkCommit(commit: CommitDimension, pointer: string, report: Report): void {
  refuseNegative(report, pointer, commit, ['rate']);
  refuseFiner(report, `${pointer}/rate`, rateProblem(commit.rate));
  refuseBeyond(report, pointer, commit, [
    ['quantity', mostUnits],
    ['length', longestOf(commit.timeUnit)],
    ['minimumUsers', mostSeats],
    ['maximumUsers', mostSeats],
  ]);
  if (feeOf(commit) > largestAmount)
    report.refuse(`${pointer}/rate`, `must be at most ${largestAmount} when multiplied by the quantity`);
  if (commit.type !== 'PER_USER') return;
  const { quantity } = commit;
  const least = commit.minimumUsers ?? 0;
  // 0 means no upper bound.
  const most = commit.maximumUsers || Number.POSITIVE_INFINITY;
  if (least > most) {
    report.refuse(`${pointer}/minimumUsers`, 'must not be more than maximumUsers');
  } else if (quantity !== undefined && quantity >= 0 && (quantity < least || quantity > most)) {
    // 0 means that the buyer has not set the quantity yet.
    if (quantity === 0 && commit.buyerQuantityConfigurable) return;
    report.refuse(`${pointer}/quantity`, boundsOf(commit));
  }
}

/** Requires unique keys of commits whose quantity the buyer sets, because the buyer refers to them by key (R30). */
function checkKeys(commits: readonly CommitDimension[], report: Report): void {
  const seen = new Set<string>();
  for (const [index, { buyerQuantityConfigurable, key }] of commits.entries()) {
    if (!buyerQuantityConfigurable) continue;
    const pointer = `/info/commits/${index}/key`;
    if (!key)
      report.refuse(pointer, 'is required, because the buyer sets the quantity of the commit by its key');
    else if (seen.has(key))
      report.refuse(pointer, 'must be unique among commits whose quantity the buyer sets');
    else seen.add(key);
  }
}

const boundsOf = ({ minimumUsers, maximumUsers }: CommitDimension): string =>
  [
    minimumUsers ? `must be at least minimumUsers, ${minimumUsers}` : '',
    maximumUsers ? `must be at most maximumUsers, ${maximumUsers}` : '',
  ]
    .filter(Boolean)
    .join(' and ');

function refuseNegative<T extends object>(
  report: Report,
  pointer: string,
  value: T,
  names: readonly (keyof T & string)[],
): void {
  for (const name of names)
    if (Number(value[name] ?? 0) < 0) report.refuse(`${pointer}/${name}`, 'must not be negative');
}

/**
 * Rejects unknown time units and types, because an unknown unit would create an open-ended term and an unknown
 * type would drop the seats (R42).
 */
function checkChoices(commits: readonly CommitDimension[], pointer: string, report: Report): void {
  for (const { at, message } of wrongChoices(commits)) report.refuseUnlessKept(`${pointer}/${at}`, message);
}

/**
 * Rejects unknown billing cycles and payment schedules. Empty strings count as unset. Marketplaces may define
 * their own schedules.
 */
export const checkBillingChoices: Check = ({ info, partner }, report) => {
  refuseOthers(report, '/info/billingCycle', info.billingCycle, [
    'MONTH_FIRST_DAY',
    'ENTITLEMENT_START_DATE',
  ]);
  if (isDirect(partner))
    refuseOthers(report, '/info/paymentSchedule', info.paymentSchedule, ['PREPAY', 'POSTPAY']);
};

/** Rejects a trial in an unknown unit, because such a trial would have no effect. */
const checkTrialUnit = ({ trialPeriodUnit }: TrialConfig, pointer: string, report: Report): void =>
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
