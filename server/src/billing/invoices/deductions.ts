import { Exact } from '../../platform/money-and-time/exact.ts';
import type { KnownFee, NewFee } from './fees.ts';

/** What of the fee of a commit is deducted from usage. */
export type Deduction = { invoiceId: string; position: number; amount: string };

const slotOf = ({ invoiceId, position }: { invoiceId: string; position: number }) =>
  `${invoiceId} ${position}`;

/**
 * Computes what of usage commits have paid, where usage is charged only above them (R61): of each time, the commits that are for
 * that time; where none is, the last one that was billed before it, as one that was paid once is for all that follows.
 * @param commits the fees of commits that are billed
 * @param used what usage that was billed before deducts already
 */
export function deductionsFor(
  usage: readonly Pick<NewFee, 'start' | 'end' | 'amount'>[],
  commits: readonly KnownFee[],
  used: readonly Deduction[],
): Deduction[] {
  const taken = new Map<string, Exact>();
  const add = (slot: string, amount: Exact) => taken.set(slot, amount.plus(taken.get(slot) ?? 0));
  for (const one of used) add(slotOf(one), new Exact(one.amount));
  const found = new Map<string, Deduction>();
  for (const fee of usage) {
    let left = fee.amount;
    for (const commit of commitsFor(fee, commits)) {
      const slot = slotOf(commit);
      const rest = commit.amount.minus(commit.credited).minus(taken.get(slot) ?? 0);
      const amount = Exact.max(0, Exact.min(left, rest));
      if (amount.isZero()) continue;
      add(slot, amount);
      left = left.minus(amount);
      const { invoiceId, position } = commit;
      found.set(slot, { invoiceId, position, amount: amount.plus(found.get(slot)?.amount ?? 0).toFixed() });
    }
  }
  return [...found.values()].sort((one, other) => new Exact(other.amount).comparedTo(one.amount));
}

/** What is left of deductions when some of what they paid for is given back; the last ones go first. */
export function withoutDeduction(deductions: readonly Deduction[], amount: Exact): Deduction[] {
  let left = amount;
  const kept = [...deductions].reverse().map((one) => {
    const taken = Exact.min(left, one.amount);
    left = left.minus(taken);
    return { ...one, amount: new Exact(one.amount).minus(taken).toFixed() };
  });
  return kept.reverse().filter((one) => !new Exact(one.amount).isZero());
}

function commitsFor(fee: Pick<NewFee, 'start' | 'end'>, commits: readonly KnownFee[]): KnownFee[] {
  const ofTime = commits.filter(({ start, until }) => start < fee.end && until > fee.start);
  if (ofTime.length > 0) return ofTime;
  const before = commits.filter(({ until, amount }) => until <= fee.start && amount.greaterThan(0)).at(-1);
  return before ? [before] : [];
}
