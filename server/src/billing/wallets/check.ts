import type { Finding } from '../../platform/errors.ts';
import { coinProblem } from '../../platform/money-and-time/coins.ts';
import { Exact } from '../../platform/money-and-time/exact.ts';

/** Wallet types with a single currency. Credit and cards accept any currency. */
const onlyCurrency: Readonly<Record<string, string>> = {
  ach_debit: 'USD',
  sepa_debit: 'EUR',
  bacs_debit: 'GBP',
};

/** Whether this currency is allowed for a wallet of this type. */
export const takesCurrency = (type: string, currency: string): boolean =>
  !Object.hasOwn(onlyCurrency, type) || onlyCurrency[type] === currency;

/**
 * Returns the currency in which a payment method is charged: the currency of its type, else the buyer’s
 * currency. Null means the currency of each invoice.
 */
export const currencyOf = (type: string, ofBuyer: string | undefined): string | null =>
  onlyCurrency[type] ?? (ofBuyer || null);

/** Values of credit to validate. */
export type Credit = {
  currency: string;
  totalAmount: number;
  usedAmount: string;
  startTime: string;
  expireTime: string | null;
};

/** Finds invalid values of credit. */
export function findingsOfCredit(credit: Credit): Finding[] {
  const { currency, totalAmount, usedAmount, startTime, expireTime } = credit;
  const findings: Finding[] = [];
  const coin = coinProblem(totalAmount, currency);
  if (coin) findings.push({ pointer: '/totalAmount', message: coin });
  if (new Exact(totalAmount).lessThan(usedAmount))
    findings.push({
      pointer: '/totalAmount',
      message: `must be at least the used amount, ${usedAmount}`,
    });
  if (expireTime !== null && Date.parse(expireTime) <= Date.parse(startTime))
    findings.push({ pointer: '/expireTime', message: 'must be after startTime' });
  return findings;
}
