import type { PaymentInstallment } from '../../offers/records.ts';
import { Exact, roundTo, toExact } from '../../platform/money-and-time/exact.ts';
import type { AgreedPayments } from '../columns.ts';
import { instant } from './period.ts';

const inCoins = (currency: string, value: Exact) => roundTo(currency, value).toNumber();

/** Changes the amount of a payment, and its amount before discount in proportion. */
function paying(payment: PaymentInstallment, amount: number, currency: string): PaymentInstallment {
  const { amount: before, originalAmount, ...rest } = payment;
  const original =
    originalAmount === undefined || !before
      ? {}
      : { originalAmount: inCoins(currency, new Exact(originalAmount).times(amount).dividedBy(before)) };
  return { ...rest, amount, ...original };
}

/** Scales the payments agreed on for one price to another price. */
export function pricedPayments(
  agreed: Pick<AgreedPayments, 'payments' | 'price'>,
  price: string,
  currency: string,
): PaymentInstallment[] {
  const ratio = new Exact(price).dividedBy(agreed.price);
  return agreed.payments.map((payment) => {
    const amount = toExact(payment.amount);
    return amount ? paying(payment, inCoins(currency, amount.times(ratio)), currency) : payment;
  });
}

/** Checks whether a payment is due after a time; a payment without a date is due at the start of the agreement. */
const isToCome = ({ chargeOn }: PaymentInstallment, at: string): boolean => {
  const due = instant(chargeOn);
  return due !== undefined && due.toMillis() > Date.parse(at);
};

/** Checks whether a future payment can change. */
export const paysLater = (payments: readonly PaymentInstallment[], at: string): boolean =>
  payments.some((payment) => isToCome(payment, at) && (payment.amount ?? 0) > 0);

/**
 * Computes the payments after a change: due payments are unchanged, and later payments are scaled so that all
 * payments together pay the new commitment.
 * @param shown the payments that applied so far
 * @param present the same payments in the same order, priced for the current quantities
 * @param total the new commitment for the whole time
 * @returns undefined if later payments cannot pay the new commitment, or the due payments exceed it
 */
export function scaledPayments(
  shown: readonly PaymentInstallment[],
  present: readonly PaymentInstallment[],
  total: string,
  at: string,
  currency: string,
): PaymentInstallment[] | undefined {
  const amountOf = ({ amount }: PaymentInstallment) => toExact(amount) ?? new Exact(0);
  const sumOf = (list: readonly PaymentInstallment[]) =>
    list.reduce((sum, payment) => sum.plus(amountOf(payment)), new Exact(0));
  const due = sumOf(shown.filter((payment) => !isToCome(payment, at)));
  const weight = sumOf(present.filter((payment) => isToCome(payment, at)));
  const left = new Exact(total).minus(due);
  if (left.lessThan(0) || weight.lessThanOrEqualTo(0)) return undefined;
  let passed = new Exact(0);
  let paid = new Exact(0);
  return shown.map((payment, index) => {
    if (!isToCome(payment, at) || payment.amount === undefined) return payment;
    passed = passed.plus(amountOf(present[index] ?? payment));
    const until = passed.equals(weight) ? left : roundTo(currency, left.times(passed).dividedBy(weight));
    const amount = until.minus(paid);
    paid = until;
    return paying(payment, amount.toNumber(), currency);
  });
}
