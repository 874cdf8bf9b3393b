import fc from 'fast-check';
import { expect, test } from 'vitest';
import { commitFees } from '../../src/billing/invoices/commit-fees.ts';
import { balancedPeriods } from '../../src/billing/invoices/commit-parts.ts';
import {
  committedTerms,
  type Deduction,
  deductionsFor,
  withoutDeduction,
} from '../../src/billing/invoices/deductions.ts';
import type { KnownFee, NewFee } from '../../src/billing/invoices/fees.ts';
import { at, saleOf } from '../../src/billing/invoices/sale.fixture.ts';
import { usagePeriods } from '../../src/billing/invoices/usage-fees.ts';
import { billingTermsOf, duePeriods } from '../../src/billing/periods/index.ts';
import { Exact } from '../../src/platform/money-and-time/exact.ts';
import { type PlainPart, plainMonth } from './plain-balance.ts';

/**
 * Random histories of usage that draws commits. MONEY_HISTORIES sets their number (10,000 once before a release),
 * SEED their seed.
 */
const numRuns = Number(process.env.MONEY_HISTORIES || 300);
const runs = { numRuns, ...(process.env.SEED ? { seed: Number(process.env.SEED) } : {}) };

/** A month of two years, one of them a leap year, in which the changes happen. */
type Month = { year: number; month: number };
/** Usage of a day, in cents, and the day of its report; negative if it reduces the total price. */
type Use = { day: number; reported: number; cents: number };
type History = Month & {
  isPostpaid: boolean;
  isDraft: boolean;
  fees: number[];
  changes: number[];
  end: number | undefined;
  uses: Use[];
};

const day = fc.integer({ min: 1, max: 27 });
const use: fc.Arbitrary<Use> = fc.record({
  day: fc.integer({ min: 0, max: 27 }),
  reported: fc.integer({ min: 0, max: 70 }),
  cents: fc.integer({ min: -30_000, max: 60_000 }),
});
const history: fc.Arbitrary<History> = fc.record({
  year: fc.constantFrom(2027, 2028),
  month: fc.integer({ min: 0, max: 11 }),
  isPostpaid: fc.boolean(),
  isDraft: fc.boolean(),
  fees: fc.array(fc.constantFrom(5_001, 31_000, 10_000, 99_999, 300_000), { minLength: 3, maxLength: 3 }),
  changes: fc.uniqueArray(day, { maxLength: 2 }),
  end: fc.option(day, { nil: undefined }),
  uses: fc.array(use, { maxLength: 8 }),
});

/** A plan of one day after a plan whose usage kept more than its days, billed once the next plan is. */
const shortPlan: History = {
  year: 2027,
  month: 0,
  isPostpaid: false,
  isDraft: false,
  fees: [5_001, 5_001, 99_999],
  changes: [1, 2],
  end: undefined,
  uses: [{ day: 0, reported: 0, cents: 5_001 }],
};

const dateOf = ({ year, month }: Month, days: number) =>
  new Date(Date.UTC(year, month, 1 + days)).toISOString().slice(0, 10);
/** Lists the days of events: starts of months, changes, the end, reports. */
function eventDays({ year, month, changes, end = 0, uses }: History): number[] {
  const [first, ...later] = [0, 1, 2].map((more) => Date.UTC(year, month + more, 1) / 86_400_000);
  const months = later.map((begin) => begin - (first as number));
  const reports = uses.map((one) => Math.max(one.day, one.reported));
  return [...new Set([0, ...months, ...changes, end, ...reports, lastDay])].sort((one, other) => one - other);
}
const lastDay = 75;

const cents = (amount: Exact): bigint => BigInt(amount.times(100).toFixed());
const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n);

type UsageBill = { amount: Exact; deductions: Deduction[] };

/** A sale over a quarter as the program bills it, day by day. */
class SimulatedSale {
  readonly #of: History;
  readonly known: KnownFee[] = [];
  readonly bills = new Map<string, UsageBill[]>();
  constructor(of: History) {
    this.#of = of;
  }

  /** The days on which the plans begin, and the end. */
  #cuts = (now: number) => {
    const { changes, end = Number.POSITIVE_INFINITY } = this.#of;
    return [0, ...[...changes].sort((one, other) => one - other).filter((on) => on <= now && on < end)];
  };

  /** The usage from one day to another, as reported so far; never negative. */
  used(from: number, to: number, now: number): bigint {
    const uses = this.#of.uses.filter(
      (one) => one.day >= from && one.day < to && Math.max(one.day, one.reported) <= now,
    );
    return uses.reduce((all, one) => (all + BigInt(one.cents) > 0n ? all + BigInt(one.cents) : 0n), 0n);
  }

  #sale(now: number) {
    const { end, fees, isPostpaid } = this.#of;
    const hasEnded = end !== undefined && end <= now;
    const cuts = this.#cuts(now);
    const until = dateOf(this.#of, hasEnded ? end : 92);
    const bought = [dateOf(this.#of, 0), dateOf(this.#of, 92)] as const;
    const parts = cuts.map((start, index) => ({
      id: `trm_${index}`,
      start: dateOf(this.#of, start),
      end: index + 1 < cuts.length ? dateOf(this.#of, cuts[index + 1] as number) : until,
      bought,
      info: { commits: [{ key: 'a', rate: (fees[index] as number) / 100, length: 1, timeUnit: 'MONTH' }] },
    }));
    const info = {
      isMeteringOverageCommit: true,
      proratedBilling: true,
      ...(isPostpaid ? { paymentSchedule: 'POSTPAY' } : {}),
    };
    return saleOf({ info, parts, end: until, status: hasEnded ? 'CANCELLED' : 'ACTIVE' });
  }

  /** Bills what is due on a day. Commits that usage has drawn by then are not credited. */
  run(now: number): void {
    const sale = this.#sale(now);
    const time = at(dateOf(this.#of, now));
    const days = (text: string) =>
      Math.round((Date.parse(text) - Date.parse(at(dateOf(this.#of, 0)))) / 86_400_000);
    const costOf = ({ start, end }: { start: string; end: string }) =>
      new Exact(this.used(days(start), days(end), now).toString()).dividedBy(100);
    const { fees, cuts } = commitFees(sale, this.known, time, costOf);
    for (const { fee, until, credit, lines } of cuts) {
      const one = this.known[fee.position] as KnownFee;
      const isDraft = this.#of.isDraft;
      const more = isDraft ? { amount: fee.amount.minus(credit) } : { credited: fee.credited.plus(credit) };
      this.known[fee.position] = { ...one, ...more, until };
      const shown = lines.reduce((all, line) => all.plus(String(line.amount)), new Exact(0));
      if (isDraft) expect(shown.toFixed()).toBe(fee.amount.minus(credit).toFixed());
    }
    for (const fee of fees) this.known.push(this.#knownFee(fee));
    this.#use(sale, time, costOf);
  }

  #knownFee = ({ key, termId, start, end, amount }: NewFee): KnownFee => ({
    invoiceId: 'inv',
    position: this.known.length,
    isDraft: this.#of.isDraft,
    kind: 'COMMIT',
    key,
    termId,
    start,
    until: end,
    amount,
    credited: new Exact(0),
  });

  #use(
    sale: ReturnType<typeof saleOf>,
    time: string,
    costOf: (part: { start: string; end: string }) => Exact,
  ) {
    const life = { start: sale.entitlement.start_time as string, end: sale.entitlement.end_time };
    const { due } = duePeriods(billingTermsOf(sale.info), 'USAGE', life, { now: time });
    const periods = balancedPeriods(sale, this.known, time);
    for (const { key, start, end, term } of usagePeriods(sale, due, [])) {
      const bills = this.bills.get(key) ?? [];
      const before = bills.reduce((all, { amount }) => all.plus(amount), new Exact(0));
      let more = costOf({ start, end }).minus(before);
      this.bills.set(key, bills);
      for (const bill of bills.toReversed()) {
        const back = Exact.max(0, Exact.min(bill.amount, more.negated()));
        const paid = bill.deductions.reduce((all, { amount }) => all.minus(amount), bill.amount);
        bill.deductions = withoutDeduction(bill.deductions, Exact.max(0, back.minus(paid)));
        bill.amount = bill.amount.minus(back);
        more = more.plus(back);
      }
      if (!more.greaterThan(0)) continue;
      const used = [...this.bills.values()].flat().flatMap(({ deductions }) => deductions);
      const fee = { termId: term.id, start, end, amount: more };
      const commits = { commits: this.known, committed: committedTerms(sale.terms), periods };
      bills.push({ amount: more, deductions: deductionsFor([fee], commits, used) });
    }
  }

  /** The totals of commits and usage, and the usage that each commit fee covers. */
  totals() {
    const usage = [...this.bills.values()].flat();
    const deductions = usage.flatMap((bill) => bill.deductions);
    const commits = this.known.map(({ amount, credited }) => cents(amount.minus(credited)));
    const drawn = this.known.map((_, place) =>
      sum(
        deductions.filter(({ position }) => position === place).map(({ amount }) => cents(new Exact(amount))),
      ),
    );
    return { commits, drawn, usage: sum(usage.map(({ amount }) => cents(amount))) };
  }

  /** The month as the second calculation sees it. */
  plain(now: number, all: number): PlainPart[] {
    const { end = all, fees } = this.#of;
    const cuts = this.#cuts(now);
    return cuts.map((from, index) => {
      const to = cuts[index + 1] ?? end;
      return { from, to, fee: BigInt(fees[index] as number), used: this.used(from, to, now) };
    });
  }
}

/**
 * The largest difference that the order of reports can make. Commit returned to another plan is available to later
 * usage only, and late usage passes a plan between two others only as far as that plan’s own usage could.
 */
function byOrder({ uses }: History, plans: number): bigint {
  const back = uses.filter(({ cents: amount }) => amount < 0);
  const late = uses.filter(({ day: used, reported, cents: amount }) => amount > 0 && reported > used);
  const counted = plans === 1 ? [] : plans === 2 ? back : [...back, ...late];
  return sum(counted.map((one) => BigInt(Math.abs(one.cents))));
}

test(`R48 R61 in ${numRuns} histories of changes, ends and late usage, a month costs its commits plus the usage above them, to the coin`, () => {
  fc.assert(
    fc.property(history, (of) => {
      const played = new SimulatedSale(of);
      for (const now of eventDays(of)) played.run(now);
      const { commits, drawn, usage } = played.totals();
      for (const [place, amount] of commits.entries()) expect(drawn[place]).toBeLessThanOrEqual(amount);
      const all = new Date(Date.UTC(of.year, of.month + 1, 0)).getUTCDate();
      const parts = played.plain(lastDay, all);
      const first = parts.map(({ from }) => dateOf(of, from));
      const later = played.known.filter(({ start }) => start >= at(dateOf(of, all)));
      const ofMonth = sum(commits) - sum(later.map(({ amount, credited }) => cents(amount.minus(credited))));
      const paid = ofMonth + usage - sum(drawn);
      const { total } = plainMonth(parts, all);
      // A report that reduces usage after it drew a commit shows in the price, by its amount at most.
      const reduced = of.uses.filter(({ cents: amount }) => amount < 0).map((one) => BigInt(-one.cents));
      expect(paid, JSON.stringify(first)).toBeGreaterThanOrEqual(total - sum(reduced));
      expect(paid, JSON.stringify(first)).toBeLessThanOrEqual(total + byOrder(of, parts.length));
    }),
    { ...runs, examples: [[shortPlan]] },
  );
}, 600_000);
