import type { PaymentInstallment } from '../../offers/records.ts';
import { Exact, exact, roundTo } from '../../platform/money-and-time/exact.ts';
import type { AgreedPayments } from '../columns.ts';
import { instant } from './period.ts';

const inCoins = (currency: string, value: Exact) => roundTo(currency, value).toNumber();

/** A payment of another amount; what it was before the discount goes along. */
function paying(payment: PaymentInstallment, amount: number, currency: string): PaymentInstallment {
  const { amount: before, originalAmount, ...rest } = payment;
  const original =
    originalAmount === undefined || !before
      ? {}
      : { originalAmount: inCoins(currency, new Exact(originalAmount).times(amount).dividedBy(before)) };
  return { ...rest, amount, ...original };
}

/** The payments that were agreed on for one price, for another. */
export function pricedPayments(
  agreed: Pick<AgreedPayments, 'payments' | 'price'>,
  price: string,
  currency: string,
): PaymentInstallment[] {
  const ratio = new Exact(price).dividedBy(agreed.price);
  return agreed.payments.map((payment) => {
    const amount = exact(payment.amount);
    return amount ? paying(payment, inCoins(currency, amount.times(ratio)), currency) : payment;
  });
}

/** Says whether a payment is due after a time; one without a date is due when the agreement begins. */
const isToCome = ({ chargeOn }: PaymentInstallment, at: string): boolean => {
  const due = instant(chargeOn);
  return due !== undefined && due.toMillis() > Date.parse(at);
};

/** Says whether anything is left to be paid, by which a change can be paid for. */
export const paysLater = (payments: readonly PaymentInstallment[], at: string): boolean =>
  payments.some((payment) => isToCome(payment, at) && (payment.amount ?? 0) > 0);

/**
 * The payments after a change: what was due stays, and what is to come is scaled so that all of them pay what the buyer
 * is committed to now.
 * @param shown the payments that hold until now
 * @param present the same payments, one by one, for what is sold now
 * @param total what the buyer is committed to, for the whole time
 * @returns nothing where what is still to come cannot pay it, or more was due than is committed to
 */
export function scaledPayments(
  shown: readonly PaymentInstallment[],
  present: readonly PaymentInstallment[],
  total: string,
  at: string,
  currency: string,
): PaymentInstallment[] | undefined {
  const amountOf = ({ amount }: PaymentInstallment) => exact(amount) ?? new Exact(0);
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
