import type { Finding } from '../../platform/errors.ts';
import type { CommitDimension } from '../../products/records/index.ts';
import type { PaymentInstallment } from '../records.ts';
import type { Check, Report } from './draft.ts';

/** Amounts are not negative, discounts are percentages, and seats lie within the bounds of their commit (R42). */
export const checkAmounts: Check = ({ info }, report) => {
  refuseNegative(report, '/info', info, [
    'commitAmount',
    'netTermsInDays',
    'gracePeriodInDays',
    'billingIntervalInMonths',
    'mkAMarkupPercentage',
  ]);
  refuseNoPercentage(report, '/info/discountPercentage', info.discountPercentage);
  for (const [index, commit] of (info.commits ?? []).entries())
    checkCommit(commit, `/info/commits/${index}`, report);
  checkKeys(info.commits ?? [], report);
  for (const [index, installment] of (info.paymentInstallments ?? []).entries())
    checkInstallment(installment, `/info/paymentInstallments/${index}`, report);
};

/** What is wrong with commits, each by its own. @param pointer to the list */
export function commitFindings(commits: readonly CommitDimension[], pointer: string): Finding[] {
  const findings: Finding[] = [];
  const refuse = (at: string, message: string) => void findings.push({ pointer: at, message });
  for (const [index, commit] of commits.entries())
    checkCommit(commit, `${pointer}/${index}`, { refuse, warn: () => {} });
  return findings;
}

function checkCommit(commit: CommitDimension, pointer: string, report: Report): void {
  refuseNegative(report, pointer, commit, ['rate', 'quantity', 'length', 'minimumUsers', 'maximumUsers']);
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

function checkInstallment(installment: PaymentInstallment, pointer: string, report: Report): void {
  refuseNegative(report, pointer, installment, ['amount', 'credit', 'originalAmount']);
  refuseNoPercentage(report, `${pointer}/discountPercentage`, installment.discountPercentage);
}

function refuseNegative<T extends object>(
  report: Report,
  pointer: string,
  value: T,
  names: readonly (keyof T & string)[],
): void {
  for (const name of names)
    if (Number(value[name] ?? 0) < 0) report.refuse(`${pointer}/${name}`, 'must not be negative');
}

/** Refuses what is no percentage; null and undefined are no value. */
export function refuseNoPercentage(report: Report, pointer: string, value: number | null | undefined): void {
  if (value !== undefined && value !== null && (value < 0 || value > 100))
    report.refuse(pointer, 'must be a percentage from 0 to 100');
}
