import type { Finding } from '../../platform/errors.ts';
import { coinProblem } from '../../platform/money-and-time/coins.ts';
import { Exact } from '../../platform/money-and-time/exact.ts';

/** The means of payment that take only one currency; credit and cards take all. */
const onlyCurrency: Readonly<Record<string, string>> = {
  ach_debit: 'USD',
  sepa_debit: 'EUR',
  bacs_debit: 'GBP',
};

/** Says whether a wallet of this type may be in a currency. */
export const takesCurrency = (type: string, currency: string): boolean =>
  !Object.hasOwn(onlyCurrency, type) || onlyCurrency[type] === currency;

/** The currency that a means of payment is charged in: its own, else the buyer's; none: that of each invoice. */
export const currencyOf = (type: string, ofBuyer: string | undefined): string | null =>
  onlyCurrency[type] ?? (ofBuyer || null);

/** Credit as it is to be. */
export type Credit = {
  currency: string;
  totalAmount: number;
  usedAmount: string;
  startTime: string;
  expireTime: string | null;
};

/** What is wrong with credit as it is to be. */
export function findingsOfCredit(credit: Credit): Finding[] {
  const { currency, totalAmount, usedAmount, startTime, expireTime } = credit;
  const findings: Finding[] = [];
  const coin = coinProblem(totalAmount, currency);
  if (coin) findings.push({ pointer: '/totalAmount', message: coin });
  if (new Exact(totalAmount).lessThan(usedAmount))
    findings.push({
      pointer: '/totalAmount',
      message: `must not be less than the ${usedAmount} that are used`,
    });
  if (expireTime !== null && Date.parse(expireTime) <= Date.parse(startTime))
    findings.push({ pointer: '/expireTime', message: 'must be after startTime' });
  return findings;
}
