/**
 * A plain reckoning of a sale whose plans change and that is cancelled: the commit of its terms, the units that a marketplace is sent, and
 * what invoices come to. It counts in whole cents and hundredths of units, and shares no code with the program.
 */
import { createBalance } from '../lives/balance.ts';
import { type PlainPart, plainMonth } from './plain-balance.ts';
import { monthsAfter } from './plain-periods.ts';

const dayMs = 86_400_000;
const hourMs = 3_600_000;
/** What a hundredth of a unit costs, in thousandths of a cent: a unit costs a quarter. */
const unitCost = 250n;

export type PlainPurchase = {
  /** When it begins: commits are paid for months that are counted from there. */
  start: number;
  /** How many months each term has that was bought or renewed. */
  months: number;
  /** The commit of a month, in cents. */
  fee: bigint;
  /** Whether usage is charged only above the commit. */
  isOverage: boolean;
  /** Whether a marketplace is sent the units, whole ones only. */
  isWhole: boolean;
};
/** Hundredths of units, and when they were used; late where another term had begun before they were settled. */
type Use = { at: number; units: bigint; isLate: boolean };
type Span = { from: number; until: number; fee: bigint; carry: bigint };

const dayOf = (time: number): number => Math.floor(time / dayMs);
const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n);

/** What hundredths of units cost together, in cents, rounded half up. */
const costOf = (units: bigint): bigint => (2n * units * unitCost + 1000n) / 2000n;

export class PlainLife {
  readonly #sold: PlainPurchase;
  readonly #balance = createBalance();
  readonly #uses: Use[] = [];
  #spans: Span[] = [];
  #fee: bigint;
  #bought = 0;
  /** Units that were sent, in hundredths. */
  sent = 0n;

  constructor(sold: PlainPurchase) {
    this.#sold = sold;
    this.#fee = sold.fee;
    this.renew();
  }

  get end(): number {
    return (this.#spans.at(-1) as Span).until;
  }

  #monthsOn(count: number): number {
    const { start } = this.#sold;
    return monthsAfter(dayOf(start), count) * dayMs + (start - dayOf(start) * dayMs);
  }

  /** It goes on from its end, for as long as before and for what it costs now (R42, R48). */
  renew(): void {
    const { months } = this.#sold;
    const [from, until] = [this.#monthsOn(this.#bought), this.#monthsOn(this.#bought + months)];
    this.#bought += months;
    this.#spans.push({ from, until, fee: this.#fee, carry: 0n });
    this.#balance.buy(from, until, this.#fee * BigInt(months));
  }

  /** From a time on each month has another commit. */
  change(at: number, fee: bigint): void {
    const place = this.#placeAt(at);
    const running = this.#spans[place] as Span;
    const rest = { from: at, until: running.until, fee, carry: 0n };
    running.until = at;
    const later = this.#spans.slice(place + 1).map((span) => ({ ...span, fee }));
    this.#spans = [...this.#spans.slice(0, place + 1), rest, ...later];
    this.#fee = fee;
    this.#balance.reprice(at, fee * BigInt(this.#sold.months));
  }

  /** The life ends at a time. */
  stop(at: number): void {
    this.#spans = this.#spans.slice(0, this.#placeAt(at) + 1);
    (this.#spans.at(-1) as Span).until = at;
    this.#balance.stop(at, at);
  }

  #placeAt = (time: number): number => this.#spans.findLastIndex(({ from }) => from <= time);

  /** Usage is settled by hours, and what an hour has of each term at once. */
  settle(uses: readonly { at: number; units: bigint }[], now: number): void {
    const slots = new Map<string, { at: number; units: bigint }>();
    for (const use of [...uses].sort((one, other) => one.at - other.at)) {
      const place = this.#placeAt(use.at);
      const isLate = place < this.#placeAt(Math.min(now, this.end - 1));
      this.#uses.push({ ...use, isLate });
      const slot = `${Math.floor(use.at / hourMs)} ${place}`;
      slots.set(slot, { at: use.at, units: use.units + (slots.get(slot)?.units ?? 0n) });
    }
    for (const { at, units } of slots.values()) this.#settle(at, units);
  }

  #settle(at: number, units: bigint): void {
    const covered = this.#sold.isOverage ? this.#balance.use(at, units * unitCost) : 0n;
    if (!this.#sold.isWhole) return;
    let waiting = (units * unitCost - covered) / unitCost;
    const begun = this.#spans.slice(0, this.#placeAt(at) + 1);
    for (const span of begun) {
      waiting += span.carry;
      span.carry = 0n;
    }
    const sent = (waiting / 100n) * 100n;
    this.sent += sent;
    (begun.at(-1) as Span).carry = waiting - sent;
  }

  /** What still waits to be sent is written off. */
  close(): void {
    for (const span of this.#spans) span.carry = 0n;
  }

  /** Each term: when it begins and ends, its commit and what was drawn of it in thousandths of a cent, and hundredths of units that wait. */
  terms(): { from: number; until: number; kept: bigint; drawn: bigint; carry: bigint }[] {
    return this.#balance.spans().map((figures, place) => {
      const { from, until, carry } = this.#spans[place] as Span;
      return { from, until, carry, ...figures };
    });
  }

  /** What all invoices come to once the life is over, in cents: at least and, where late usage met three plans in a month, at most. */
  billed(): { least: bigint; most: bigint } {
    const months: { from: number; until: number }[] = [];
    for (let count = 0; this.#monthsOn(count) < this.end; count += 1)
      months.push({ from: this.#monthsOn(count), until: this.#monthsOn(count + 1) });
    // Less than a day beyond whole months belongs to the last of them (R42).
    const last = months.at(-1) as { from: number };
    if (months.length > 1 && this.end - last.from < dayMs) months.pop();
    const costs = months.map(({ from, until }, index) =>
      this.#month(from, until, index === months.length - 1 ? this.end : until),
    );
    return { least: sum(costs.map(({ least }) => least)), most: sum(costs.map(({ most }) => most)) };
  }

  #month(from: number, until: number, end: number): { least: bigint; most: bigint } {
    const days = dayOf(until) - dayOf(from);
    const within = (time: number) => Math.max(0, Math.min(days, dayOf(time) - dayOf(from)));
    const spans = this.#spans.filter((span) => span.from < end && span.until > from);
    // A caller's clock may be ahead: what was taken before a cancellation is billed, though by that clock it was used after the end.
    const usedBefore = (time: number) => (time === this.end ? Number.POSITIVE_INFINITY : time);
    const usesIn = (since: number, before: number) =>
      this.#uses.filter(({ at }) => at >= since && at < usedBefore(before));
    const parts = spans.map((span): PlainPart => {
      const [since, before] = [Math.max(span.from, from), Math.min(span.until, end)];
      const used = usesIn(since, before).map(({ units }) => units);
      return { from: within(since), to: within(before), fee: span.fee, used: costOf(sum(used)) };
    });
    const late = usesIn(from, end).filter(({ isLate }) => isLate);
    if (this.#sold.isOverage) {
      const { total } = plainMonth(parts, days);
      const byOrder = parts.length > 2 ? sum(late.map(({ units }) => costOf(units))) : 0n;
      return { least: total, most: total + byOrder };
    }
    const unused = plainMonth(
      parts.map((part) => ({ ...part, used: 0n })),
      days,
    );
    const total = unused.total + sum(parts.map(({ used }) => used));
    return { least: total, most: total };
  }
}
