import type { AgreementInvoiceLineItemGroupSummary } from '@aws-sdk/client-marketplace-agreement';
import { Decimal } from 'decimal.js';
import type { MarketplaceAdapter } from '../../adapter.ts';
import { MarketplaceError } from '../../errors.ts';
import type { RevenueLine, RevenuePage } from '../../revenue.ts';
import { type Calls, rates } from '../calls.ts';
import { noneIfAbsent } from '../errors.ts';
import { isAgreementId } from './paging.ts';

/**
 * Overlap of consecutive reads. The marketplace lists some invoices late, so the next read starts before the
 * last invoice.
 */
const overlapMs = 3 * 86_400_000;
const mostListed = 50;

/** Cursor for the invoices of an agreement. */
type Cursor = {
  /** Issue date of the newest invoice of earlier reads, and of the read in progress. RFC 3339. */
  issued?: string | undefined;
  newest?: string | undefined;
  /** The marketplace's token for the next page. */
  token?: string | undefined;
};

type Query = { invoiceId?: string; cursor?: Cursor };

/** Lists a page of the invoices and credit memos of an agreement; undefined when the agreement does not exist. */
export const listInvoices = async (
  { call }: Pick<Calls, 'call'>,
  agreementId: string,
  { invoiceId, cursor: { issued, token } = {} }: Query,
) =>
  isAgreementId(agreementId)
    ? call(
        'agreement',
        (client, { ListAgreementInvoiceLineItemsCommand }) =>
          client
            .send(
              new ListAgreementInvoiceLineItemsCommand({
                agreementId,
                groupBy: 'INVOICE_ID',
                maxResults: mostListed,
                ...(invoiceId ? { invoiceId } : {}),
                ...(issued ? { afterIssuedTime: new Date(Date.parse(issued) - overlapMs) } : {}),
                ...(token ? { nextToken: token } : {}),
              }),
            )
            .catch(noneIfAbsent),
        { rate: rates.listInvoices },
      )
    : undefined;

/** Creates the adapter methods that read the invoices of agreements. */
export function createInvoicePort(
  calls: Pick<Calls, 'call'>,
): Required<Pick<MarketplaceAdapter, 'readInvoices'>> {
  /**
   * Reads a page. If the page token has expired, the read starts again; the caller ignores known invoices.
   */
  const pageFrom = async (agreementId: string, cursor: Cursor) => {
    try {
      return await listInvoices(calls, agreementId, { cursor });
    } catch (error) {
      if (!cursor.token || !(error instanceof MarketplaceError) || !error.permanent) throw error;
      return listInvoices(calls, agreementId, { cursor: { issued: cursor.issued } });
    }
  };
  return {
    readInvoices: async (agreementId, given): Promise<RevenuePage> => {
      const cursor = JSON.parse(given ?? '{}') as Cursor;
      const shown = await pageFrom(agreementId, cursor);
      const items = shown?.agreementInvoiceLineItemGroupSummaries ?? [];
      const lines = items.flatMap((item) => lineOf(agreementId, item));
      const issued = [cursor.newest, ...items.map(({ issuedTime }) => issuedTime?.toISOString())];
      const newest = issued
        .flatMap((time) => time ?? [])
        .sort()
        .at(-1);
      const next: Cursor = shown?.nextToken
        ? { issued: cursor.issued, newest, token: shown.nextToken }
        : { issued: newest ?? cursor.issued };
      return { lines, usage: [], cursor: JSON.stringify(next), hasMore: next.token !== undefined };
    },
  };
}

/**
 * Converts an invoice or credit memo. A credit memo reduces the billed amount, regardless of the sign of its
 * amount.
 */
export function lineOf(agreementId: string, item: AgreementInvoiceLineItemGroupSummary): RevenueLine[] {
  const { invoiceId, invoiceType, issuedTime, pricingCurrencyAmount } = item;
  const { amount, currencyCode } = pricingCurrencyAmount ?? {};
  if (!invoiceId || !issuedTime || !amount || !currencyCode) return [];
  const isCredit = invoiceType === 'CREDIT_MEMO';
  const size = new Decimal(amount);
  const signed = isCredit ? size.abs().negated() : size;
  const day = issuedTime.toISOString().slice(0, 10);
  const id = `${agreementId}/${invoiceId}`;
  return [
    {
      id,
      version: `${signed.toFixed()} ${currencyCode}`,
      record: {
        id,
        action: 'INVOICED',
        agreementID: agreementId,
        amount: signed.toNumber(),
        brokerID: item.invoicingEntity?.legalName,
        currency: currencyCode,
        invoiceDate: { time: issuedTime.toISOString(), valid: true },
        invoiceID: invoiceId,
        transactionType: isCredit ? 'SELLER_REV_SHARE_REFUND' : 'SELLER_REV_SHARE',
      },
      soldId: agreementId,
      day,
      currency: currencyCode,
      amounts: isCredit
        ? { gross: signed.toFixed(), refundInvoiced: size.abs().toFixed() }
        : { gross: signed.toFixed(), invoiced: signed.toFixed() },
      dates: isCredit ? { refundInvoiceDate: day } : { invoiceDate: day },
      facts: { invoiceId },
    },
  ];
}
