import { type History, monthsOf, type Step } from './history.ts';
import type { Reckoning } from './reckoning.ts';

const day = 86_400_000;

/**
 * Tracks the successful steps of a sale, and passes the steps to the independent calculation. Terms are not
 * read.
 */
export type Sale = {
  readonly seats: number;
  readonly rate: number;
  readonly isOver: boolean;
  /** Whether terms with a later start were agreed. */
  readonly waits: boolean;
  readonly credit: bigint;
  /** Applies time-triggered changes: renewals, ends, and the start of pending terms. */
  passTo(now: number): void;
  /**
   * Applies a successful step.
   * @param shown the entitlement after the step: its end, and whether scheduled payments still apply
   */
  took(what: Step, now: number, shown: EntitlementView): void;
};
type EntitlementView = { status: string; endTime: string; info: { paymentInstallments?: unknown } };
type Length = History['sale']['length'];
type Terms = { seats: number; rate: number; days: number };
type State = {
  seats: number;
  rate: number;
  length: Length;
  /**
   * The agreed payments in minor units, and the price that the payments cover; empty once the payments no
   * longer apply.
   */
  payments: bigint[];
  paymentsFor: bigint;
  /** The start from which months are counted: the start of the first purchase of a sequence of renewals. */
  since: number;
  months: number;
  waiting: Terms | undefined;
  isSuspended: boolean;
  isOver: boolean;
  credit: bigint;
  /** The starts of early renewals. */
  followers: number[];
};

const halfUp = (numerator: bigint, denominator: bigint): bigint =>
  (2n * numerator + denominator) / (2n * denominator);

/** Adds months to a time, up to the last day of a shorter month. */
function addMonths(time: number, months: number): number {
  const date = new Date(time);
  const dayOfMonth = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(dayOfMonth, last));
  return date.getTime();
}

/** Rates on marketplace C are monthly. */
const timesOf = (where: string, length: Length): bigint =>
  where === 'MKC' && length ? BigInt(length.count) : 1n;

function paymentsOf({ payments, seats, rate, isOrder, where, length }: History['sale']): bigint[] {
  if (payments.length === 0 || (isOrder && where !== 'direct')) return [];
  const total = BigInt(seats * rate) * timesOf(where, length);
  const each = total / BigInt(payments.length);
  return payments.map((_, index) => (index < payments.length - 1 ? each : total - each * BigInt(index)));
}

/** Returns the duration of new terms. */
const lengthOf = (where: string, { days }: Terms): NonNullable<Length> =>
  where === 'MKC' ? { unit: 'M', count: monthsOf(days) } : { unit: 'D', count: days };

/** Passes purchases and their prices to the independent calculation. */
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
        // The time of acceptance is computed from the end and the duration.
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
