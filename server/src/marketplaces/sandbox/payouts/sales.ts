import { Decimal } from 'decimal.js';
import type { MarketplacePartner } from '../../partners.ts';
import type { JsonObject } from '../../specifications.ts';
import type { AgreementTerms } from '../agreement-store.ts';
import { coinDigits, monthsAfter } from '../calendar.ts';

/** A billed sale. Amounts are exact decimals, rounded to the minor unit of the currency. */
export type Sale = {
  agreementId: string;
  kind: 'COMMIT' | 'USAGE' | 'REFUND' | 'CORRECTION';
  dimension: string | undefined;
  /** `YYYY-MM-DD` */
  day: string;
  quantity: string | undefined;
  currency: string;
  gross: string;
  fee: string;
  tax: string;
};

/** An agreement with its offer terms and its end. */
export type SoldAgreement = {
  id: string;
  terms: AgreementTerms;
  info: JsonObject;
  endedAt: Date | undefined;
  /** Whether a part was billed before. Otherwise all past sales are billed. */
  isBilled: boolean;
};

/** The accepted usage of a dimension on one day. */
export type DayOfUsage = { agreementId: string; dimension: string; day: string; quantity: string };

export type DateRange = { since: Date; until: Date };

/** The billing rules of a marketplace that pays out, as data. */
type BillingRules = {
  feePercent: number;
  taxPercent: number;
  /** Whether commits are billed monthly, instead of once for each term. */
  commitsMonthly: boolean;
  /** Whether usage is billed daily, instead of monthly. */
  usageDaily: boolean;
  /** Currency of all bills, regardless of the agreed currency. */
  currency?: string;
};
const billing: Partial<Record<MarketplacePartner, BillingRules>> = {
  MKA: { feePercent: 3, taxPercent: 8, commitsMonthly: false, usageDaily: false },
  MKB: { feePercent: 3, taxPercent: 0, commitsMonthly: false, usageDaily: false, currency: 'USD' },
  MKC: { feePercent: 3, taxPercent: 0, commitsMonthly: true, usageDaily: true },
};

export const billingOf = (partner: MarketplacePartner): BillingRules | undefined => billing[partner];

type Terms = {
  currency?: string;
  commits?: { key?: string; rate?: number; quantity?: number }[];
  dimensions?: { key?: string; rate?: number }[];
  paymentInstallments?: { amount?: number; chargeOn?: string }[];
};

const termsOf = ({ info, terms }: SoldAgreement): Terms => ({
  ...info,
  ...terms.order?.listed,
  ...terms.planTerms,
});

const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

/** Rounds an amount to minor units, half up, and computes fee and tax. */
export function salePrice(
  partner: MarketplacePartner,
  currency: string,
  amount: Decimal,
): Pick<Sale, 'currency' | 'gross' | 'fee' | 'tax'> {
  const { feePercent, taxPercent, currency: only } = billing[partner] as BillingRules;
  const coins = (value: Decimal) =>
    value.toDecimalPlaces(coinDigits(only ?? currency), Decimal.ROUND_HALF_UP).toFixed();
  const gross = new Decimal(coins(amount));
  const part = (percent: number) => coins(gross.times(percent).div(100));
  return { currency: only ?? currency, gross: gross.toFixed(), fee: part(feePercent), tax: part(taxPercent) };
}

/** Lists the payments for commits that are due between two times. */
export function commitSales(partner: MarketplacePartner, sold: SoldAgreement, between: DateRange): Sale[] {
  const { currency = 'USD' } = termsOf(sold);
  return paymentsOf(partner, sold)
    .filter(({ at }) => (!sold.isBilled || at >= between.since) && at < between.until)
    .filter(({ at }) => !sold.endedAt || at < sold.endedAt)
    .filter(({ amount }) => !amount.isZero())
    .map(({ at, amount }) => ({
      agreementId: sold.id,
      kind: 'COMMIT',
      dimension: undefined,
      day: dayOf(at),
      quantity: undefined,
      ...salePrice(partner, currency, amount),
    }));
}

function paymentsOf(partner: MarketplacePartner, sold: SoldAgreement): { at: Date; amount: Decimal }[] {
  const { terms } = sold;
  const { commits = [], paymentInstallments = [] } = termsOf(sold);
  if (paymentInstallments.length > 0)
    return paymentInstallments.map(({ amount = 0, chargeOn }) => ({
      at: new Date(chargeOn ?? terms.startTime),
      amount: new Decimal(amount),
    }));
  const quantityOf = ({ key = '', quantity = 1 }: { key?: string; quantity?: number }) =>
    terms.buyerCommitQuantities?.[key] ?? quantity;
  const amount = commits.reduce(
    (sum, commit) => sum.plus(new Decimal(commit.rate ?? 0).times(quantityOf(commit))),
    new Decimal(0),
  );
  const ordered = terms.order?.amount;
  const starts = [terms.startTime, ...(terms.renewals ?? []).map(({ startTime }) => startTime)];
  const isMonthly = ordered === undefined && billing[partner]?.commitsMonthly;
  const times = isMonthly ? monthsOf(terms) : starts.map((time) => new Date(time));
  return times.map((at) => ({ at, amount: ordered === undefined ? amount : new Decimal(ordered) }));
}

/** Lists the month starts of an agreement; for an open-ended agreement, of ten years. */
function monthsOf({ startTime, endTime }: AgreementTerms): Date[] {
  const months: Date[] = [];
  for (let count = 0; count < 120; count++) {
    const at = new Date(monthsAfter(Date.parse(startTime), count));
    if (endTime !== undefined && at >= new Date(endTime)) break;
    months.push(at);
  }
  return months;
}

/** Lists the usage sales: one sale per day if the marketplace bills daily, else one sale per dimension. */
export function usageSales(
  partner: MarketplacePartner,
  sold: SoldAgreement,
  days: readonly DayOfUsage[],
  { until }: DateRange,
): Sale[] {
  const { currency = 'USD' } = termsOf(sold);
  const lastDay = dayOf(new Date(until.getTime() - 1));
  const isDaily = billing[partner]?.usageDaily === true;
  const quantities = new Map<string, { dimension: string; day: string; quantity: Decimal }>();
  for (const { dimension, day, quantity } of days) {
    const at = isDaily ? day : lastDay;
    const slot = `${at} ${dimension}`;
    const before = quantities.get(slot)?.quantity ?? new Decimal(0);
    quantities.set(slot, { dimension, day: at, quantity: before.plus(quantity) });
  }
  return [...quantities.values()]
    .filter(({ quantity }) => !quantity.isZero())
    .map(({ dimension, day, quantity }) => ({
      agreementId: sold.id,
      kind: 'USAGE',
      dimension,
      day,
      quantity: quantity.toFixed(),
      ...salePrice(partner, currency, quantity.times(rateOf(sold, dimension))),
    }));
}

/** Returns the unit price in the offer. */
export const rateOf = (sold: SoldAgreement, dimension: string): Decimal =>
  new Decimal(termsOf(sold).dimensions?.find(({ key }) => key === dimension)?.rate ?? 0);

/** Derives the sale of a refund or correction, which is a part of the original sale. */
export function partOf(
  partner: MarketplacePartner,
  sale: Sale,
  kind: 'REFUND' | 'CORRECTION',
  { percent, day }: { percent: number; day: string },
): Sale {
  const amount = new Decimal(sale.gross).times(percent).div(100).negated();
  return {
    ...sale,
    kind,
    dimension: undefined,
    quantity: undefined,
    day,
    ...salePrice(partner, sale.currency, amount),
  };
}
