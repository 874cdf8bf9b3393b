import type { Clock } from '../../http/clock.ts';
import type { Pages } from '../../http/pages.ts';
import type { Ids } from '../ids.ts';
import type { Agreements } from './agreements.ts';
import { requireParty, wrong } from './reads.ts';

export type Invoice = {
  agreementId: string;
  invoiceId: string;
  type: 'INVOICE' | 'CREDIT_MEMO';
  /** Decimal amount before tax. */
  amount: string;
  /** Amount that can still be refunded. */
  maxAdjustmentAmount: string;
  currency: string;
  issuedMs: number;
};

type Input = {
  agreementId?: string;
  invoiceId?: string;
  invoiceType?: string;
  invoiceBillingPeriod?: { month: number; year: number };
  /** Seconds since 1970. */
  beforeIssuedTime?: number;
  afterIssuedTime?: number;
  maxResults?: number;
  nextToken?: string;
};

/** Simulates the invoices and credit memos that the marketplace issues to buyers. */
export function createInvoices(parts: { agreements: Agreements; clock: Clock; ids: Ids; pages: Pages }) {
  const { agreements, clock, ids, pages } = parts;
  const all: Invoice[] = [];
  const periodOf = ({ issuedMs }: Invoice) => {
    const issued = new Date(issuedMs);
    return { month: issued.getUTCMonth() + 1, year: issued.getUTCFullYear() };
  };
  return {
    all: () => all,
    find: (agreementId: string, invoiceId: string) =>
      all.find((one) => one.agreementId === agreementId && one.invoiceId === invoiceId),
    /** Issues an invoice or a credit memo. */
    issue: (agreementId: string, given: Partial<Invoice> & { amount: string }): Invoice => {
      const invoice: Invoice = {
        agreementId,
        invoiceId: `invoice-${ids.hex(12)}`,
        type: 'INVOICE',
        maxAdjustmentAmount: given.type === 'CREDIT_MEMO' ? '0.00' : given.amount,
        currency: 'USD',
        issuedMs: clock.now(),
        ...given,
      };
      all.push(invoice);
      return invoice;
    },
    ListAgreementInvoiceLineItems: (input: Input, account: string) => {
      const agreement = requireParty(agreements, input.agreementId, account);
      const { maxResults = 50, nextToken, invoiceBillingPeriod: period } = input;
      const rows = all.filter(
        (one) =>
          one.agreementId === agreement.id &&
          (input.invoiceId === undefined || one.invoiceId === input.invoiceId) &&
          (input.invoiceType === undefined || one.type === input.invoiceType) &&
          one.issuedMs > (input.afterIssuedTime ?? 0) * 1000 &&
          one.issuedMs < (input.beforeIssuedTime ?? Number.POSITIVE_INFINITY) * 1000 &&
          (!period || JSON.stringify(periodOf(one)) === JSON.stringify(period)),
      );
      const page =
        nextToken === undefined ? pages.first(rows, maxResults) : pages.next<Invoice>(nextToken, maxResults);
      if (!page) throw wrong('INVALID_NEXT_TOKEN', 'nextToken is not valid.');
      return {
        agreementInvoiceLineItemGroupSummaries: page.rows.map((one) => ({
          agreementId: one.agreementId,
          invoiceId: one.invoiceId,
          invoiceType: one.type,
          invoiceBillingPeriod: periodOf(one),
          issuedTime: one.issuedMs / 1000,
          pricingCurrencyAmount: {
            amount: one.amount,
            maxAdjustmentAmount: one.maxAdjustmentAmount,
            currencyCode: one.currency,
          },
          invoicingEntity: { legalName: 'The marketplace, Inc.', branchName: '' },
        })),
        nextToken: page.next,
      };
    },
  };
}
export type Invoices = ReturnType<typeof createInvoices>;
