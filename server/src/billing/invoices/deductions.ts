import type { BilledTerm } from '../../entitlements/index.ts';
import { Exact } from '../../platform/money-and-time/exact.ts';
import { billedBy, type CommitPart, PeriodBalance } from './commit-parts.ts';
import type { KnownFee, NewFee } from './fees.ts';

/** Amount deducted from usage because the fee of a commit has paid for it. */
export type Deduction = {
  /** Id of the commit invoice; for a commit that is paid in instalments, the key of that commit. */
  invoiceId: string;
  position: number;
  amount: string;
  /**
   * The term of the usage. Absent if a program of the previous version wrote the deduction; then it is the
   * term of the commit.
   */
  termId?: string | undefined;
};

/** What deductions from a commit that is paid in instalments have before the start of its bought period. */
export const instalmentsPrefix = 'instalments:';

/** Whether a deduction is from a commit that is paid in instalments. */
export const isOfInstalments = ({ invoiceId }: Pick<Deduction, 'invoiceId'>): boolean =>
  invoiceId.startsWith(instalmentsPrefix);

/** Returns the id of the first commit invoice from which is deducted. */
export const deductedInvoice = (deductions: readonly Deduction[]): string | null =>
  deductions.find((deduction) => !isOfInstalments(deduction))?.invoiceId ?? null;

/** Billed usage of a term. */
type TermUsage = Pick<NewFee, 'termId' | 'start' | 'end' | 'amount'>;

type Commits = {
  /** Billed fees of commits. */
  commits: readonly KnownFee[];
  /** Ids of the terms that have commits (`committedTerms`). Usage of other terms is charged in full. */
  committed: ReadonlySet<string>;
  /** Parts of the periods in which a term was cut short. */
  periods?: readonly (readonly CommitPart[])[];
};

/** Ids of the terms that have commits, or instalments in place of commits. */
export const committedTerms = (terms: readonly Pick<BilledTerm, 'id' | 'info'>[]): Set<string> =>
  new Set(
    terms.flatMap(({ id, info }) =>
      info.commits?.some(({ rate }) => rate) || info.paymentInstallments?.some(({ amount }) => amount)
        ? [id]
        : [],
    ),
  );

const slotOf = ({ invoiceId, position }: { invoiceId: string; position: number }) =>
  `${invoiceId} ${position}`;

/** Deductions so far: those of existing invoices and the new ones. */
class DeductionTally {
  readonly #found: Deduction[] = [];
  readonly #all: Deduction[];

  constructor(used: readonly Deduction[]) {
    this.#all = [...used];
  }

  /** Amount deducted from fees, optionally only for usage of certain terms. */
  of(fees: readonly KnownFee[], terms?: ReadonlySet<string>): Exact {
    const byPlace = new Map(fees.map((fee) => [slotOf(fee), fee]));
    return this.#all.reduce((sum, one) => {
      const fee = byPlace.get(slotOf(one));
      return fee && (!terms || terms.has(one.termId ?? fee.termId)) ? sum.plus(one.amount) : sum;
    }, new Exact(0));
  }

  /** Amount of a fee that is not deducted yet. */
  rest = (fee: KnownFee): Exact => Exact.max(0, billedBy([fee]).minus(this.of([fee])));

  /** Deducts up to an amount from fees, and returns the amount that they did not cover. */
  take(fees: readonly KnownFee[], termId: string, most: Exact): Exact {
    let left = most;
    for (const fee of fees) {
      const amount = Exact.max(0, Exact.min(left, this.rest(fee)));
      if (amount.isZero()) continue;
      const { invoiceId, position } = fee;
      const one = { invoiceId, position, amount: amount.toFixed(), termId };
      this.#found.push(one);
      this.#all.push(one);
      left = left.minus(amount);
    }
    return left;
  }

  /** New deductions, one for each fee and term, largest first. */
  found(): Deduction[] {
    const sums = new Map<string, Deduction>();
    for (const one of this.#found) {
      const key = `${slotOf(one)} ${one.termId}`;
      const before = sums.get(key)?.amount ?? 0;
      sums.set(key, { ...one, amount: new Exact(one.amount).plus(before).toFixed() });
    }
    return [...sums.values()].sort((one, other) => new Exact(other.amount).comparedTo(one.amount));
  }
}

/**
 * Computes which usage commits have paid for, if only usage above the commit is charged (R61). Usage deducts
 * the commits of its own period. If there are none, it deducts the last commit billed before it, because a
 * commit paid once covers all later periods. If a term was cut short, the parts of the period share one
 * balance (R48).
 * @param used deductions of usage billed before
 */
export function deductionsFor(
  usage: readonly TermUsage[],
  { commits, committed, periods = [] }: Commits,
  used: readonly Deduction[],
): Deduction[] {
  const taken = new DeductionTally(used);
  for (const fee of usage.filter(({ termId }) => committed.has(termId))) {
    const parts = periods.find((ofPeriod) => ofPeriod.some((part) => isOf(fee, part)));
    const left = parts ? deductBalanced(fee, parts, taken) : fee.amount;
    // If the term of the part has commits, the rest of its usage is deducted only from instalments of the same
    // purchase, and not from commits of other terms. A term that ends on the day on which it began has commits
    // too, although no day of them belongs to it.
    const hasOwn = parts?.some((part) => isOf(fee, part) && !part.whole().isZero());
    const others = commitsFor(fee, commits);
    taken.take(hasOwn ? others.filter(isOfInstalments) : others, fee.termId, left);
  }
  return taken.found();
}

const isOf = ({ termId, start, end }: TermUsage, part: CommitPart): boolean =>
  part.term.id === termId && part.start < end && part.end > start;

/**
 * Deducts usage from commits in this order: the commits of its own part; if that part was cut short, the
 * share carried over to the following parts; then what earlier parts keep beyond their days and have not
 * drawn. Returns the usage that is left.
 */
function deductBalanced(fee: TermUsage, parts: readonly CommitPart[], taken: DeductionTally): Exact {
  const balance = new PeriodBalance();
  const kept: { fees: readonly KnownFee[]; beyond: Exact }[] = [];
  const index = parts.findIndex((part) => isOf(fee, part));
  const part = parts[index] as CommitPart;
  const before = new Set<string>();
  for (const one of parts.slice(0, index)) {
    const billed = billedBy(one.fees);
    kept.push({ fees: one.fees, beyond: one.isCut ? billed.minus(balance.dueOf(one)) : new Exact(0) });
    balance.pass(one, billed);
    before.add(one.term.id);
  }
  let left = taken.take(part.fees, part.term.id, fee.amount);
  if (part.isCut) left = deductAhead(left, parts.slice(index), { balance, taken, before });
  for (const { fees, beyond } of kept.reverse()) {
    const share = Exact.max(0, Exact.min(left, beyond));
    left = left.minus(share).plus(taken.take(fees, part.term.id, share));
  }
  return left;
}

type Balance = { balance: PeriodBalance; taken: DeductionTally; before: Set<string> };

/**
 * Deducts usage of a part that was cut short, the first in `parts`, from the parts that follow. If a
 * following part was cut short as well, no more is carried past it than its own usage could still draw.
 */
function deductAhead(
  amount: Exact,
  parts: readonly CommitPart[],
  { balance, taken, before }: Balance,
): Exact {
  const termId = parts[0]?.term.id ?? '';
  let [left, most] = [amount, amount];
  for (const [index, part] of parts.entries()) {
    const held = parts.slice(index).flatMap(({ fees }) => fees);
    if (index > 0) {
      const wanted = Exact.min(left, most);
      const got = wanted.minus(taken.take(part.fees, termId, wanted));
      [left, most] = [left.minus(got), most.minus(got)];
    }
    const own = taken.of(held, new Set([part.term.id]));
    before.add(part.term.id);
    if (part.isCut && (index === 0 || own.greaterThan(0)))
      most = Exact.max(0, Exact.min(most, balance.mostOf(part).minus(taken.of(held, before))));
    balance.pass(part, billedBy(part.fees));
  }
  return left;
}

/** Reduces deductions by an amount that is credited; the last deductions are reduced first. */
export function withoutDeduction(deductions: readonly Deduction[], amount: Exact): Deduction[] {
  let left = amount;
  const kept = [...deductions].reverse().map((one) => {
    const taken = Exact.min(left, one.amount);
    left = left.minus(taken);
    return { ...one, amount: new Exact(one.amount).minus(taken).toFixed() };
  });
  return kept.reverse().filter((one) => !new Exact(one.amount).isZero());
}

/** Lists the commits for usage: those of its billing period, which expire first, then those paid in instalments. */
function commitsFor(fee: Pick<NewFee, 'start' | 'end'>, commits: readonly KnownFee[]): readonly KnownFee[] {
  const inInstalments = commits.filter(isOfInstalments);
  const others = commits.filter((commit) => !isOfInstalments(commit));
  const isOfTime = ({ start, until }: KnownFee) => start < fee.end && until > fee.start;
  const ofTime = others.filter(isOfTime);
  const before = others.filter(({ until, amount }) => until <= fee.start && amount.greaterThan(0)).slice(-1);
  return [...(ofTime.length > 0 ? ofTime : before), ...inInstalments.filter(isOfTime)];
}
