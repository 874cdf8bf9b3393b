/** A plain reckoning of the invoices of a direct sale: it goes on from day to day, in whole days and cents. It shares no code with the program. */
import { monthsAfter, type PlainPeriod, plainPaid, plainPeriods } from '../../billing/plain-periods.ts';
import type { PlainTerm, SoldPlan } from './plain-sale.ts';
import { countedLines, unitLines } from './plain-usage.ts';

/** Hours of the day at which something happens to a sale, in parts of a day. */
export const hours = { sale: 3 / 24, change: 6 / 24, end: 9 / 24, addon: 10 / 24, use: 12 / 24 } as const;

type Bought = { start: number; end: number; agreed: number; monthsSince: number };
type Term = { start: number; end: number; bought: Bought; prices: PlainTerm };
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
  /** When it was drafted; with parts of a day. */
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

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n);
const least = (one: bigint, other: bigint): bigint => (one < other ? one : other);

export const hasEnded = ({ endsOn, end, renews }: SoldPlan, now: number): boolean =>
  (endsOn !== undefined && (renews !== undefined || endsOn < end) && now >= endsOn + hours.end) ||
  (renews === undefined && now >= end);

/** The terms by now, and the end of all. */
function termsAt(plan: SoldPlan, now: number): { terms: Term[]; end: number } {
  const spans: Bought[] = [{ start: plan.begin, end: plan.end, agreed: plan.begin, monthsSince: 0 }];
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

  constructor(plan: SoldPlan, uses: ReadonlyMap<number, PlainUse>) {
    this.#plan = plan;
    this.#uses = uses;
  }

  /** What is due by now is drafted. */
  run(now: number): void {
    const plan = this.#plan;
    if (now < plan.soldOn + hours.sale) return;
    const { terms, end } = termsAt(plan, now);
    const periods = plainPeriods({ ...plan, fee: 0n, end });
    this.#cut(now, periods, terms);
    this.#commit(now, periods, terms);
    this.#charge(now);
    this.#use(now, periods, terms);
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
        const lines = this.#commitLines(term, start, end);
        const amount = sum(lines.map((line) => line[3]));
        if (amount === 0n) return [];
        return [{ term: term.start, start, until: end, amount, credited: 0n, used: 0n, lines }];
      }),
    );
    if (fees.length > 0) this.#draft('COMMIT', now, fees);
  }

  /** What was billed of a time that a change or an end cut is taken back: a draft shrinks, an issued invoice is credited. */
  #cut(now: number, periods: readonly PlainPeriod[], terms: readonly Term[]): void {
    const begun = Math.max(0, ...periods.filter(({ start }) => start <= now).map(({ end }) => end));
    for (const invoice of this.invoices.filter(({ type }) => type === 'COMMIT')) {
      const isDraft = now < invoice.at + this.#plan.grace;
      for (const fee of [...invoice.fees]) {
        const term = terms.find(({ start }) => start === fee.term) as Term;
        const until = Math.max(fee.start, Math.min(term.end, begun));
        if (until >= fee.until) continue;
        const lines = until > fee.start ? this.#commitLines(term, fee.start, until) : [];
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

  #charge(now: number): void {
    const { instalments, addons, endsOn = 0, change } = this.#plan;
    const isEarly = hasEnded(this.#plan, now) && endsOn > 0 && (this.#plan.renews || endsOn < this.#plan.end);
    const applied = addons.filter(({ appliedOn }) => now >= appliedOn + hours.addon);
    const holdsUntil =
      change && !change.keepsPayments && now >= change.on + hours.change ? change.on : Infinity;
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
    if (fees.length > 0) this.#draft('USAGE', now, fees, this.#plan.isOverage ? this.#deduct(fees) : 0n);
  }

  #usageFee(period: PlainPeriod, term: Term): Fee[] {
    const [start, until] = [Math.max(period.start, term.start), Math.min(period.end, term.end)];
    if (start >= until) return [];
    const lacking = period.wholeEnd - period.end === 1 ? 1 : 0;
    const days = {
      part: until - start,
      period: period.end - period.start,
      whole: period.whole - lacking,
    };
    const uses = [...this.#uses].filter(([day]) => day >= start && day < until).map(([, use]) => use);
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

  /** R61: commits pay for usage of their own time; where none is, the last one before. */
  #deduct(fees: readonly Fee[]): bigint {
    let all = 0n;
    for (const fee of fees) {
      let left = fee.amount;
      const commits = this.#fees();
      const own = commits.filter(({ start, until }) => start < fee.until && until > fee.start);
      const before = commits.filter(({ until, amount }) => until <= fee.start && amount > 0n).slice(-1);
      for (const commit of own.length > 0 ? own : before) {
        const taken = least(left, commit.amount - commit.credited - commit.used);
        if (taken <= 0n) continue;
        commit.used += taken;
        left -= taken;
        all += taken;
      }
    }
    return all;
  }
}
