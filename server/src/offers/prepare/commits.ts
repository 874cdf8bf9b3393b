import { isDeepStrictEqual } from 'node:util';
import type { Finding } from '../../platform/errors.ts';
import { rateProblem } from '../../platform/money-and-time/coins.ts';
import { largestAmount } from '../../platform/records/fields.ts';
import { wrongPeriods } from '../../products/included-periods.ts';
import type { CommitDimension, MeteringDimension } from '../../products/records/index.ts';
import type { OfferInfo, TrialConfig } from '../records.ts';
import { checkChoices, checkTrialUnit } from './choices.ts';
import { checkBillableDimensions } from './discounts.ts';
import { type Check, type Report, valueAt } from './draft.ts';
import { longestDays, longestMonths, longestOf, mostSeats, mostUnits, refuseBeyond } from './limits.ts';

/** Amounts are not negative, lengths are within a calendar, and seats lie within the bounds of their commit (R42). */
export const checkAmounts: Check = ({ info }, report) => {
  refuseNegative(report, '/info', info, ['commitAmount', 'mkAMarkupPercentage']);
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

/** Prices of usage keep their decimals, and what they include comes in periods that there are. */
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

/** Together they are an amount like any other; one that is too large by itself is refused by itself. */
function checkSum(amounts: number[], report: Report, [pointer, what]: [pointer: string, what: string]): void {
  const total = amounts.reduce((sum, amount) => sum + amount, 0);
  if (total > largestAmount && amounts.every((amount) => amount <= largestAmount))
    report.refuse(pointer, `must come to at most ${largestAmount} together (${what})`);
}

/** A trial of no more than there is of its unit. @param pointer to it */
function checkTrial(trial: TrialConfig | null | undefined, pointer: string, report: Report): void {
  if (!trial) return;
  refuseBeyond(report, pointer, trial, [['trialPeriod', longestOf(trial.trialPeriodUnit)]]);
  checkTrialUnit(trial, pointer, report);
}

/** Puts what a check refuses into a list. */
function collect(check: (report: Report) => void, isKept = (_pointer: string) => false): Finding[] {
  const findings: Finding[] = [];
  const refuse = (pointer: string, message: string) => void findings.push({ pointer, message });
  const refuseUnlessKept = (pointer: string, message: string) =>
    isKept(pointer) ? undefined : refuse(pointer, message);
  check({ refuse, refuseUnlessKept, warn: () => {}, question: () => {} });
  return findings;
}

type Prices = Pick<OfferInfo, 'commits' | 'billableDimensions'>;

/** Finds what is wrong with prices that take the place of those that were agreed on. */
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

/** Finds what is wrong with settings of billing that hold instead of an offer's. */
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
    report.refuse(`${pointer}/rate`, `must be at most ${largestAmount} together with the quantity`);
  if (commit.type !== 'PER_USER') return;
  const { quantity } = commit;
  const least = commit.minimumUsers ?? 0;
  // No commit is for nobody: 0 says that there is no bound.
  const most = commit.maximumUsers || Number.POSITIVE_INFINITY;
  if (least > most) {
    report.refuse(`${pointer}/minimumUsers`, 'must not be more than maximumUsers');
  } else if (quantity !== undefined && quantity >= 0 && (quantity < least || quantity > most)) {
    // The buyer sets the quantity when accepting: until then 0 says that there is none.
    if (quantity === 0 && commit.buyerQuantityConfigurable) return;
    report.refuse(`${pointer}/quantity`, boundsOf(commit));
  }
}

/** A buyer names the commits whose quantity it chooses, by key (R30). */
function checkKeys(commits: readonly CommitDimension[], report: Report): void {
  const seen = new Set<string>();
  for (const [index, { buyerQuantityConfigurable, key }] of commits.entries()) {
    if (!buyerQuantityConfigurable) continue;
    const pointer = `/info/commits/${index}/key`;
    if (!key) report.refuse(pointer, 'is required: the buyer names the commit when choosing its quantity');
    else if (seen.has(key))
      report.refuse(pointer, 'is the key of another commit whose quantity the buyer chooses');
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
