/**
 * An independent day-by-day calculation of the invoices of a direct sale, in whole days and cents. It shares
 * no code with the service.
 */
import { monthsAfter, type PlainPeriod, plainPaid, plainPeriods } from '../../billing/plain-periods.ts';
import type { PlainTerm, SoldPlan } from './plain-sale.ts';
import { countedLines, unitLines } from './plain-usage.ts';

/** Times of day at which a sale changes, as fractions of a day. */
export const hours = {
  sale: 3 / 24,
  change: 6 / 24,
  end: 9 / 24,
  addon: 10 / 24,
  use: 12 / 24,
  late: 14 / 24,
} as const;

type BoughtSpan = { start: number; end: number; agreed: number; monthsSince: number };
type Term = { start: number; end: number; bought: BoughtSpan; prices: PlainTerm };
type Line = readonly [
  name: string,
  group: string,
  quantity: bigint,
  cents: bigint,
  start: number,
  end: number,
];
export type PlainInvoice = {
  type: string;
  /** Time of the draft in days, with fractions. */
  at: number;
  start: number;
  end: number;
  fees: Fee[];
  deducted: bigint;
  credited: bigint;
};
type Fee = {
  term: number;
  start: number;
  until: number;
  amount: bigint;
  credited: bigint;
  used: bigint;
  lines: Line[];
};
export type PlainUse = { gpu: bigint; counted: ReadonlyMap<string, bigint> };
/** Usage of a day that is reported on a later day. */
export type LateUse = { on: number; day: number; use: PlainUse };
/** Cost in cents of the usage of a period in one term. */
export type PlainPart = { start: number; cents: bigint };

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n);
const most = (one: bigint, other: bigint): bigint => (one > other ? one : other);
const least = (one: bigint, other: bigint): bigint => (one < other ? one : other);

export const hasEnded = ({ endsOn, end, renews }: SoldPlan, now: number): boolean =>
  (endsOn !== undefined && (renews !== undefined || endsOn < end) && now >= endsOn + hours.end) ||
  (renews === undefined && now >= end);

/** Returns the terms so far, and the end of the last term. */
function termsAt(plan: SoldPlan, now: number): { terms: Term[]; end: number } {
  const spans: BoughtSpan[] = [{ start: plan.begin, end: plan.end, agreed: plan.begin, monthsSince: 0 }];
  for (let count = 1; plan.renews && (spans.at(-1)?.end ?? 0) <= now; count += 1) {
    const [start, end] = [plan.renews * count, plan.renews * (count + 1)];
    if (hasEnded(plan, monthsAfter(plan.begin, start))) break;
    const span = { start: monthsAfter(plan.begin, start), end: monthsAfter(plan.begin, end) };
    spans.push({ ...span, agreed: plan.begin, monthsSince: start });
  }
  const last = spans.at(-1)?.end as number;
  const isEarly = hasEnded(plan, now) && plan.endsOn !== undefined && plan.endsOn < last;
  const end = isEarly ? (plan.endsOn as number) : last;
  const { change } = plan;
  const isChanged = change && now >= change.on + hours.change;
  const terms = spans.flatMap((bought): Term[] => {
    const until = Math.min(bought.end, end);
    const cut = isChanged ? Math.max(bought.start, Math.min(change.on, until)) : until;
    const later = isChanged ? change.term : plan.term;
    return [
      { start: bought.start, end: cut, bought, prices: plan.term },
      { start: cut, end: until, bought, prices: later },
    ].filter((term) => term.start < term.end);
  });
  return { terms, end };
}

export class PlainBill {
  readonly invoices: PlainInvoice[] = [];
  readonly #plan: SoldPlan;
  readonly #uses: ReadonlyMap<number, PlainUse>;
  readonly #charged = new Set<object>();
  readonly #used = new Set<number>();
  /** Usage that instalments cover, and the part of cancelled instalments that was charged for it. */
  #covered = 0n;
  #consumed = 0n;

  constructor(plan: SoldPlan, uses: ReadonlyMap<number, PlainUse>) {
    this.#plan = plan;
    this.#uses = uses;
  }

  /** Cost of the usage of each period that has ended, regardless of the time of the report. */
  usageParts(now: number, late: readonly LateUse[]): PlainPart[] {
    const { terms, end } = termsAt(this.#plan, now);
    const uses = [...this.#uses, ...late.map(({ day, use }) => [day, use] as const)];
    return plainPeriods({ ...this.#plan, fee: 0n, end })
      .filter((period) => period.end <= now)
      .flatMap((period) => terms.flatMap((term) => this.#usageFee(period, term, uses)))
      .map(({ start, amount }) => ({ start, cents: amount }));
  }

  /** Creates drafts for due amounts. */
  run(now: number): void {
    const plan = this.#plan;
    if (now < plan.soldOn + hours.sale) return;
    const { terms, end } = termsAt(plan, now);
    const periods = plainPeriods({ ...plan, fee: 0n, end });
    this.#cut(now, periods, terms);
    this.#commit(now, periods, terms);
    this.#charge(now);
    this.#use(now, periods, terms);
    this.#settle(now);
  }

  #commitLines(term: Term, start: number, end: number): Line[] {
    const plan = this.#plan;
    const { bought, prices } = term;
    const from = Math.max(bought.start, plan.start);
    const sale = { ...plan, fee: BigInt(prices.fee), end: bought.end };
    const counted = from > bought.start ? { start: from, end: bought.end } : bought;
    const paid = (day: number) => plainPaid(sale, counted, day);
    const setUp = (day: number) => (day > from ? BigInt(prices.setup) : 0n);
    const lines: Line[] = [];
    if (prices.fee) lines.push(['Fee', '', 1n, paid(end) - paid(start), start, end]);
    if (prices.setup) lines.push(['Setup', '', 1n, setUp(end) - setUp(start), start, end]);
    return lines;
  }

  /**
   * R48: if usage is charged only above commits, a part that ended early keeps its consumed amount, which
   * reduces the next parts.
   */
  #kept(period: PlainPeriod, terms: readonly Term[], of: Term): bigint | undefined {
    if (!this.#plan.isOverage) return undefined;
    let [ahead, found] = [0n, undefined as bigint | undefined];
    for (const term of terms) {
      const [start, end] = [Math.max(period.start, term.start), Math.min(period.end, term.end)];
      if (start >= end) continue;
      const cost = (until: number) =>
        sum(this.#commitLines(term, start, until).map((line) => line[3])) - ahead;
      const uncut = Math.min(period.wholeEnd, term.bought.end);
      const due = most(0n, cost(end));
      const used = sum(this.#usageFee(period, term).map(({ amount }) => amount));
      const kept = end < uncut ? most(due, least(used, cost(uncut))) : due;
      ahead = end < uncut ? kept - cost(end) : 0n;
      if (term === of) found = kept;
    }
    return found;
  }

  /** Returns the lines of a time range, each with a function that computes its amount. */
  #keptLines(term: Term, [start, end]: [number, number], kept: bigint | undefined): Line[] {
    const lines = end > start ? this.#commitLines(term, start, end) : [];
    const rest = kept === undefined ? 0n : kept - sum(lines.map((line) => line[3]));
    const name = rest > 0n ? 'Commit drawn by usage' : 'Commit drawn by earlier usage';
    return rest === 0n ? lines : [...lines, [name, '', 1n, rest, start, end]];
  }

  #fees = (): Fee[] =>
    this.invoices
      .filter(({ type }) => type === 'COMMIT')
      .flatMap(({ fees }) => fees)
      .sort((one, other) => one.start - other.start);

  #draft(type: string, at: number, fees: Fee[], deducted = 0n): void {
    const start = Math.min(...fees.map((fee) => fee.start));
    const end = Math.max(...fees.map((fee) => fee.until));
    this.invoices.push({ type, at, start, end, fees, deducted, credited: 0n });
  }

  #commit(now: number, periods: readonly PlainPeriod[], terms: readonly Term[]): void {
    const isDue = ({ start, end }: PlainPeriod) => (this.#plan.isPostpay ? end : start) <= now;
    const fees = periods.filter(isDue).flatMap((period) =>
      terms.flatMap((term): Fee[] => {
        const billed = this.#fees().filter((fee) => fee.term === term.start);
        const start = Math.max(period.start, term.start, ...billed.map(({ until }) => until));
        const end = Math.min(period.end, term.end);
        if (start >= end) return [];
        const isFirst = start === Math.max(period.start, term.start);
        const lines = this.#keptLines(
          term,
          [start, end],
          isFirst ? this.#kept(period, terms, term) : undefined,
        );
        const amount = sum(lines.map((line) => line[3]));
        if (amount === 0n) return [];
        return [{ term: term.start, start, until: end, amount, credited: 0n, used: 0n, lines }];
      }),
    );
    if (fees.length > 0) this.#draft('COMMIT', now, fees);
  }

  /**
   * Reverses the billed amount of a time range that a change or an end removed. A draft is reduced; an issued
   * invoice is credited.
   */
  #cut(now: number, periods: readonly PlainPeriod[], terms: readonly Term[]): void {
    const begun = Math.max(0, ...periods.filter(({ start }) => start <= now).map(({ end }) => end));
    for (const invoice of this.invoices.filter(({ type }) => type === 'COMMIT')) {
      const isDraft = now < invoice.at + this.#plan.grace;
      for (const fee of [...invoice.fees]) {
        const term = terms.find(({ start }) => start === fee.term) as Term;
        const until = Math.max(fee.start, Math.min(term.end, begun));
        if (until >= fee.until) continue;
        const period = periods.find(({ start, end }) => start <= fee.start && fee.start < end);
        const lines = this.#keptLines(
          term,
          [fee.start, until],
          period && until > fee.start ? this.#kept(period, terms, term) : undefined,
        );
        const kept = sum(lines.map((line) => line[3]));
        fee.until = until;
        if (isDraft) Object.assign(fee, { amount: kept, lines });
        else {
          invoice.credited += fee.amount - fee.credited - kept;
          fee.credited = fee.amount - kept;
        }
        if (isDraft && kept === 0n) invoice.fees.splice(invoice.fees.indexOf(fee), 1);
      }
      if (isDraft) invoice.end = Math.max(...invoice.fees.map(({ until }) => until));
    }
    this.invoices.splice(0, Infinity, ...this.invoices.filter(({ fees }) => fees.length > 0));
  }

  #endedEarly(now: number): boolean {
    const { endsOn = 0, renews, end } = this.#plan;
    return hasEnded(this.#plan, now) && endsOn > 0 && (renews !== undefined || endsOn < end);
  }

  /** The last day of an instalment that is charged: a change or an early end cancels later instalments. */
  #holdsUntil(now: number): number {
    const { endsOn = 0, change } = this.#plan;
    const changed = change && !change.keepsPayments && now >= change.on + hours.change ? change.on : Infinity;
    return Math.min(changed, this.#endedEarly(now) ? endsOn : Infinity);
  }

  /** R61: the part of cancelled instalments that covers usage is charged. */
  #settle(now: number): void {
    const { begin, instalments, isOverage } = this.#plan;
    const until = this.#holdsUntil(now);
    const kept = instalments.filter(({ on }) => on <= until);
    if (!isOverage || kept.length === instalments.length) return;
    const amount = this.#covered - sum(kept.map((one) => BigInt(one.amount))) - this.#consumed;
    if (amount <= 0n) return;
    this.#consumed += amount;
    this.#draft('INSTALLMENT', now, [
      { term: 0, start: begin, until, amount, credited: 0n, used: 0n, lines: [] },
    ]);
  }

  #charge(now: number): void {
    const { instalments, addons, endsOn = 0 } = this.#plan;
    const isEarly = this.#endedEarly(now);
    const applied = addons.filter(({ appliedOn }) => now >= appliedOn + hours.addon);
    const holdsUntil = this.#holdsUntil(now);
    for (const [type, charges] of [
      ['INSTALLMENT', instalments.filter(({ on }) => on <= holdsUntil)],
      ['ADDON', applied],
    ] as const)
      for (const charge of charges) {
        if (charge.on > now || this.#charged.has(charge) || (isEarly && charge.on > endsOn)) continue;
        this.#charged.add(charge);
        const amount = BigInt(charge.amount);
        const fee = {
          term: 0,
          start: charge.on,
          until: charge.on,
          amount,
          credited: 0n,
          used: 0n,
          lines: [],
        };
        this.#draft(type, now, [fee]);
      }
  }

  #use(now: number, periods: readonly PlainPeriod[], terms: readonly Term[]): void {
    const due = periods.filter(({ start, end }) => end <= now && !this.#used.has(start));
    const fees = due.flatMap((period) => {
      this.#used.add(period.start);
      return terms.flatMap((term) => this.#usageFee(period, term));
    });
    const hasCommit = ({ start, until, term: of }: Fee) =>
      terms.some(
        (term) => term.start === of && this.#commitLines(term, start, until).some((line) => line[3] > 0n),
      );
    if (fees.length > 0)
      this.#draft('USAGE', now, fees, this.#plan.isOverage ? this.#deduct(fees, hasCommit, now) : 0n);
  }

  #usageFee(period: PlainPeriod, term: Term, all: Iterable<readonly [number, PlainUse]> = this.#uses): Fee[] {
    const [start, until] = [Math.max(period.start, term.start), Math.min(period.end, term.end)];
    if (start >= until) return [];
    const lacking = period.wholeEnd - period.end === 1 ? 1 : 0;
    const days = {
      part: until - start,
      period: period.end - period.start,
      whole: period.whole - lacking,
    };
    const uses = [...all].filter(([day]) => day >= start && day < until).map(([, use]) => use);
    const counted = new Map<string, bigint>();
    for (const use of uses)
      for (const [group, quantity] of use.counted) counted.set(group, quantity + (counted.get(group) ?? 0n));
    const { gpu } = this.#plan;
    const found = [
      ...(gpu === undefined ? [] : unitLines(sum(uses.map((use) => use.gpu)), gpu)),
      ...(term.prices.counted ? countedLines(term.prices.counted, counted, days) : []),
    ];
    if (found.every(({ quantity, amount }) => quantity === 0n && amount === 0n)) return [];
    const lines = found.map(
      ({ name, group, quantity, amount }): Line => [name, group, quantity, amount, start, until],
    );
    const amount = sum(found.map((line) => line.amount));
    return [{ term: term.start, start, until, amount, credited: 0n, used: 0n, lines }];
  }

  /**
   * R61: a commit covers usage of its own period; usage outside a commit's period uses the previous commit. The sum of
   * the instalments covers the rest.
   */
  #deduct(fees: readonly Fee[], hasCommit: (fee: Fee) => boolean, now: number): bigint {
    const kept = this.#plan.instalments.filter(({ on }) => on <= this.#holdsUntil(now));
    const balance = sum(kept.map((one) => BigInt(one.amount))) + this.#consumed;
    let all = 0n;
    for (const fee of fees) {
      let left = fee.amount;
      const commits = this.#fees();
      const own = commits.filter(({ start, until }) => start < fee.until && until > fee.start);
      const before = commits.filter(({ until, amount }) => until <= fee.start && amount > 0n).slice(-1);
      for (const commit of own.length > 0 || hasCommit(fee) ? own : before) {
        const taken = least(left, commit.amount - commit.credited - commit.used);
        if (taken <= 0n) continue;
        commit.used += taken;
        left -= taken;
        all += taken;
      }
      const taken = least(left, balance - this.#covered);
      if (taken <= 0n) continue;
      this.#covered += taken;
      all += taken;
    }
    return all;
  }
}
