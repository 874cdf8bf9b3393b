import { Decimal } from 'decimal.js';
import type { MarketplacePartner } from '../../partners.ts';
import type { RevenueAmounts, RevenueLine } from '../../revenue.ts';
import type { Sale } from './sales.ts';

/** A stored sale of the sandbox. */
export type StoredSale = Sale & {
  id: string;
  /** The agreement or order id of the sale in the lines. */
  soldId: string;
  parentId: string | undefined;
  version: number;
  planId: string | undefined;
  buyerId: string;
};

/** A payout to the seller, with its day. */
export type Payout = { id: string; day: string };

type Format = {
  /** Creates the lines of a billed or corrected sale. */
  billed: (sale: StoredSale, on: string) => RevenueLine[];
  /** Creates the lines of a sale that is paid out. */
  paid: (sale: StoredSale, payout: Payout) => RevenueLine[];
  /** Creates the line of the payout as a whole, if the marketplace has such a line. */
  payout?: (payout: Payout, currency: string, amount: string) => RevenueLine;
};

/** Computes the seller's revenue share of a sale, including tax. */
export const netOf = ({ gross, fee, tax }: Pick<Sale, 'gross' | 'fee' | 'tax'>): Decimal =>
  new Decimal(gross).minus(fee).plus(tax);

const minus = (amount: string): string => new Decimal(amount).negated().toFixed();
const number = (amount: string): number => Number(amount);
const timeOf = (day: string) => ({ time: `${day}T00:00:00Z`, valid: true });
const isRefund = ({ kind }: Sale) => kind === 'REFUND';

/** Returns the due date, 30 days after a day. */
const dueAfter = (day: string): string =>
  new Date(Date.parse(day) + 30 * 86_400_000).toISOString().slice(0, 10);

/** Returns the billed amounts of a sale. */
const billedAmounts = (sale: Sale): RevenueAmounts => ({
  gross: sale.gross,
  collectable: new Decimal(sale.gross).minus(sale.fee).toFixed(),
  ...(isRefund(sale) ? { refundInvoiced: minus(sale.gross) } : { invoiced: sale.gross }),
});

const paidAmounts = (sale: Sale, amount: string): RevenueAmounts =>
  isRefund(sale) ? { refundDisbursed: minus(amount) } : { disbursed: amount };

const paidDates = (sale: Sale, { day }: Payout) =>
  isRefund(sale) ? { refundDisburseDate: day } : { disburseDate: day };

/** Returns the part of a line that describes its sale, for a line that is returned again when it is paid out. */
const saleOf = (sale: StoredSale, payout: Payout | undefined) => ({
  version: String(sale.version),
  soldId: sale.soldId,
  buyerId: sale.buyerId,
  day: sale.day,
  currency: sale.currency,
  amounts: { ...billedAmounts(sale), ...(payout ? paidAmounts(sale, netOf(sale).toFixed()) : {}) },
  dates: {
    ...(isRefund(sale) ? { refundInvoiceDate: sale.day } : { invoiceDate: sale.day }),
    ...(payout ? paidDates(sale, payout) : {}),
  },
  payoutId: payout?.id,
});

/**
 * Billing events, each with the revenue share of one party. A payment event refers to its billing event and
 * its payout.
 */
const mkA: Format = {
  billed: (sale, on) => sharesOf(sale).map((share) => billedEvent(sale, share, on)),
  paid: (sale, payout) => sharesOf(sale).map((share) => paidEvent(sale, share, payout)),
  payout: ({ id, day }, currency, amount) => ({
    id,
    version: '1',
    record: {
      id,
      action: 'DISBURSED',
      amount: number(amount),
      bankTraceID: `trace-${id}`,
      currency,
      disbursementBillingEventID: id,
      transactionType: 'DISBURSEMENT',
      invoiceDate: timeOf(day),
    },
    day,
    currency,
    amounts: {},
    dates: { disburseDate: day },
    facts: { disbursementBillingEventId: id, bankTraceId: `trace-${id}` },
    payoutId: id,
  }),
};

type Share = { part: number; transactionType: string; amount: string; amounts: RevenueAmounts };

function sharesOf(sale: StoredSale): Share[] {
  const end = isRefund(sale) ? '_REFUND' : '';
  const { gross, fee, tax } = sale;
  const all: Share[] = [
    {
      part: 1,
      transactionType: `SELLER_REV_SHARE${end}`,
      amount: gross,
      amounts: { ...billedAmounts(sale), collectable: gross },
    },
    {
      part: 2,
      transactionType: `MARKETPLACE_REV_SHARE${end}`,
      amount: minus(fee),
      amounts: { collectable: minus(fee) },
    },
    { part: 3, transactionType: `SELLER_TAX_SHARE${end}`, amount: tax, amounts: { tax } },
  ];
  return all.filter(({ amount }) => Number(amount) !== 0);
}

const eventOf = (sale: StoredSale, part: number): string => `${sale.id}-${part}`;

function billedEvent(sale: StoredSale, { part, transactionType, amount, amounts }: Share, on: string) {
  const id = eventOf(sale, part);
  const parentId = sale.parentId && `${sale.parentId}-1`;
  const dates = isRefund(sale)
    ? { refundInvoiceDate: on }
    : { invoiceDate: on, paymentDueDate: dueAfter(on) };
  return {
    id,
    version: '1',
    record: {
      id,
      action: 'INVOICED',
      agreementID: sale.soldId,
      amount: number(amount),
      balanceImpacting: 1,
      currency: sale.currency,
      invoiceDate: timeOf(on),
      invoiceID: `inv-${sale.id}`,
      paymentDueDate: timeOf(dueAfter(on)),
      ...(parentId ? { parentBillingEventID: parentId } : {}),
      transactionReferenceID: sale.id,
      transactionType,
      usagePeriodEndDate: timeOf(sale.day),
    },
    parentId,
    soldId: sale.soldId,
    buyerId: sale.buyerId,
    day: sale.day,
    currency: sale.currency,
    amounts,
    dates,
    facts: { invoiceId: `inv-${sale.id}`, billingModel: modelOf(sale) },
  };
}

function paidEvent(sale: StoredSale, { part, transactionType, amount }: Share, payout: Payout): RevenueLine {
  const id = `${eventOf(sale, part)}-D`;
  return {
    id,
    version: '1',
    record: {
      id,
      action: 'DISBURSED',
      amount: number(minus(amount)),
      balanceImpacting: 0,
      currency: sale.currency,
      disbursementBillingEventID: payout.id,
      invoiceID: `inv-${sale.id}`,
      parentBillingEventID: eventOf(sale, part),
      transactionReferenceID: sale.id,
      transactionType,
    },
    parentId: eventOf(sale, part),
    day: payout.day,
    currency: sale.currency,
    amounts: paidAmounts(sale, amount),
    dates: paidDates(sale, payout),
    facts: { disbursementBillingEventId: payout.id, bankTraceId: `trace-${payout.id}` },
    payoutId: payout.id,
  };
}

/** Earnings, which are returned again if their amount or payout state changes. */
const mkB: Format = {
  billed: (sale, on) => [earningOf(sale, on)],
  paid: (sale, payout) => [earningOf(sale, sale.day, payout)],
};

function earningOf(sale: StoredSale, on: string, payout?: Payout): RevenueLine {
  const net = netOf(sale).toFixed();
  return {
    id: sale.id,
    record: {
      billingModel: modelOf(sale),
      earningID: sale.id,
      earningUsd: number(net),
      estimatedPayoutMonth: timeOf(dueAfter(on)),
      invoiceDate: timeOf(sale.day),
      invoiceID: `inv-${sale.id}`,
      mkBAssetID: sale.soldId,
      mkBCustomerID: sale.buyerId,
      ...(sale.planId ? { mkBPlanID: sale.planId } : {}),
      ...(payout ? { paymentID: payout.id, paymentSentDate: timeOf(payout.day) } : {}),
      payoutStatus: payout ? 'Sent' : 'Upcoming',
      purchaseRecordID: sale.id,
      revenueUsd: number(sale.gross),
      transactionDate: timeOf(sale.day),
    },
    ...saleOf(sale, payout),
    skuId: sale.planId,
    facts: {
      billingModel: modelOf(sale),
      earningId: sale.id,
      invoiceId: `inv-${sale.id}`,
      ...(payout ? { paymentId: payout.id } : {}),
    },
  };
}

/** Daily lines of charges and usage, which are returned again if they are corrected or paid out. */
const mkC: Format = {
  billed: (sale) => [chargeOf(sale)],
  paid: (sale, payout) => [chargeOf(sale, payout)],
};

function chargeOf(sale: StoredSale, payout?: Payout): RevenueLine {
  const net = netOf(sale).toFixed();
  return {
    id: `${sale.day}/${sale.soldId}/${sale.dimension ?? sale.kind}/${sale.id}`,
    record: {
      charges: number(sale.gross),
      currency: sale.currency,
      dueVendor: number(net),
      paymentSchedule: sale.kind === 'USAGE' ? 'POSTPAY' : 'PREPAY',
      ...(isRefund(sale) ? { refundReason: 'REFUND' } : {}),
      released: payout ? number(net) : 0,
      reportDate: sale.day,
      resource: sale.soldId,
      sku: sale.dimension ?? sale.kind,
      ...(sale.quantity === undefined ? {} : { usage: number(sale.quantity), unit: 'unit' }),
      withheld: 0,
    },
    ...saleOf(sale, payout),
    facts: {
      billingModel: modelOf(sale),
      resource: sale.soldId,
      ...(payout ? { paymentId: payout.id } : {}),
    },
  };
}

const modelOf = ({ kind }: Sale): string => (kind === 'USAGE' ? 'UsageBased' : 'SubscriptionBased');

const formats: Partial<Record<MarketplacePartner, Format>> = { MKA: mkA, MKB: mkB, MKC: mkC };

/**
 * Returns the format of a marketplace's sales and payouts; undefined for a marketplace without revenue data.
 */
export const formatOf = (partner: MarketplacePartner): Format | undefined => formats[partner];

/** Returns whether a correction is a separate sale instead of a new version of the line. */
export const correctsApart = (partner: MarketplacePartner): boolean => partner === 'MKA';
