import { type History, monthsOf, type Step } from './history.ts';
import type { Reckoning } from './reckoning.ts';

const day = 86_400_000;

/** What was asked for and came about, told to the second reckoning: it does not look at the terms. */
export type Sale = {
  readonly seats: number;
  readonly rate: number;
  readonly isOver: boolean;
  /** Whether other terms were agreed on that hold later. */
  readonly waits: boolean;
  readonly credit: bigint;
  /** What time brings: renewals, ends, and terms that waited. */
  passTo(now: number): void;
  /** @param shown the entitlement afterwards: until when it is, and whether payments on dates still hold */
  took(what: Step, now: number, shown: Shown): void;
};
type Shown = { status: string; endTime: string; info: { paymentInstallments?: unknown } };
type Length = History['sale']['length'];
type Terms = { seats: number; rate: number; days: number };
type State = {
  seats: number;
  rate: number;
  length: Length;
  /** Coins, as they were agreed on, and the price that they paid; none once they no longer hold. */
  payments: bigint[];
  paymentsFor: bigint;
  /** Months are counted from when a purchase began that others only repeat. */
  since: number;
  months: number;
  waiting: Terms | undefined;
  isSuspended: boolean;
  isOver: boolean;
  credit: bigint;
  /** When what was renewed early begins. */
  followers: number[];
};

const halfUp = (numerator: bigint, denominator: bigint): bigint =>
  (2n * numerator + denominator) / (2n * denominator);

/** Months after a time; a day that a month lacks is its last. */
function addMonths(time: number, months: number): number {
  const date = new Date(time);
  const dayOfMonth = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(dayOfMonth, last));
  return date.getTime();
}

/** Rates of marketplace C are a month's. */
const timesOf = (where: string, length: Length): bigint =>
  where === 'MKC' && length ? BigInt(length.count) : 1n;

function paymentsOf({ payments, seats, rate, isOrder, where, length }: History['sale']): bigint[] {
  if (payments.length === 0 || (isOrder && where !== 'direct')) return [];
  const total = BigInt(seats * rate) * timesOf(where, length);
  const each = total / BigInt(payments.length);
  return payments.map((_, index) => (index < payments.length - 1 ? each : total - each * BigInt(index)));
}

/** How long other terms are for. */
const lengthOf = (where: string, { days }: Terms): NonNullable<Length> =>
  where === 'MKC' ? { unit: 'M', count: monthsOf(days) } : { unit: 'D', count: days };

/** What is bought, and at which price: told to the second reckoning. */
function createPurchases(sale: History['sale'], plain: Reckoning, start: number) {
  const { seats, rate, length, where } = sale;
  const state: State = {
    seats,
    rate,
    length,
    payments: paymentsOf(sale),
    paymentsFor: 0n,
    since: start,
    months: 0,
    waiting: undefined,
    isSuspended: false,
    isOver: false,
    credit: 0n,
    followers: [],
  };
  const fee = () => BigInt(state.seats) * BigInt(state.rate) * timesOf(where, state.length);
  state.paymentsFor = fee();
  const payments = () => state.payments.map((amount) => halfUp(amount * fee(), state.paymentsFor));
  const price = () =>
    state.payments.length > 0 ? payments().reduce((sum, amount) => sum + amount, 0n) : fee();
  const agreeAnew = () => {
    [state.payments, state.paymentsFor] = [payments(), fee()];
  };
  const buy = (from: number) => {
    const { length: agreed } = state;
    if (agreed?.unit === 'M') state.months += agreed.count;
    const until = agreed?.unit === 'D' ? from + agreed.count * day : addMonths(state.since, state.months);
    plain.buy(from, agreed ? until : null, price());
  };
  const replaceBy = (terms: Terms, from: number) => {
    const { seats, rate } = terms;
    const length = lengthOf(where, terms);
    Object.assign(state, { seats, rate, length, payments: [], followers: [], since: from, months: 0 });
    state.waiting = undefined;
    buy(from);
  };
  buy(start);
  return { state, price, agreeAnew, buy, replaceBy };
}

export function createSale(sale: History['sale'], plain: Reckoning, start: number): Sale {
  const { state, price, agreeAnew, buy, replaceBy } = createPurchases(sale, plain, start);
  const goOn = (end: number) => {
    if (state.waiting) replaceBy(state.waiting, end);
    else if (sale.autoRenew && !state.isSuspended) {
      agreeAnew();
      buy(end);
    } else state.isOver = true;
  };

  return {
    get seats() {
      return state.seats;
    },
    get rate() {
      return state.rate;
    },
    get isOver() {
      return state.isOver;
    },
    get waits() {
      return state.waiting !== undefined;
    },
    get credit() {
      return state.credit;
    },
    passTo(now) {
      while (state.followers[0] !== undefined && state.followers[0] <= now) {
        state.followers.shift();
        agreeAnew();
      }
      while (!state.isOver && plain.end !== null && plain.end <= now) goOn(plain.end);
    },
    took(what, now, { status, endTime, info }) {
      if (what.kind === 'seats' || what.kind === 'plan') {
        if (what.kind === 'seats') state.seats = what.seats;
        else state.rate = what.rate;
        if (!info.paymentInstallments) state.payments = [];
        plain.reprice(now, price());
      } else if (what.kind === 'renew') {
        state.followers.push(plain.end as number);
        buy(plain.end as number);
      } else if (what.kind === 'amend' && what.renews && plain.end !== null) state.waiting = what;
      else if (what.kind === 'amend') {
        // The moment of the acceptance is only seen by the end, which is so much later.
        const { unit, count } = lengthOf(sale.where, what);
        const from = now + Date.parse(endTime) - (unit === 'D' ? now + count * day : addMonths(now, count));
        if (Math.abs(from - now) > 60_000) throw new Error('an amendment begins when it is accepted');
        plain.stop(from);
        replaceBy(what, from);
      } else if (what.kind === 'suspend') state.isSuspended = true;
      else if (what.kind === 'reinstate') state.isSuspended = false;
      else if (what.kind === 'credit') state.credit += BigInt(what.amount);
      else if (what.kind === 'cancel' && status === 'CANCELLED') {
        state.isOver = true;
        plain.stop(Date.parse(endTime));
      }
    },
  };
}
