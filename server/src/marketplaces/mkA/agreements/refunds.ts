import type {
  AgreementInvoiceLineItemGroupSummary,
  BillingAdjustmentReasonCode,
} from '@aws-sdk/client-marketplace-agreement';
import { Decimal } from 'decimal.js';
import type { MarketplaceAdapter } from '../../adapter.ts';
import type { Change } from '../../changes.ts';
import { MarketplaceError } from '../../errors.ts';
import type { RefundSpec } from '../../refunds.ts';
import { type Calls, rates } from '../calls.ts';
import { tokenOf } from '../change-sets.ts';
import { noneIfAbsent, refusal } from '../errors.ts';
import { wordsOf } from '../words.ts';
import { listInvoices } from './invoices.ts';

const askAgainMs = 60_000;

/**
 * Creates the handle of a refund. Events contain the ids of agreement and refund, so a message can be matched
 * to the handle.
 */
export const refundHandle = (agreementId: string, refundId: string): string =>
  `refund/${agreementId}/${refundId}`;

const isRefund = (handle: string): boolean => handle.startsWith('refund/');

const running = (agreementId: string, refundId: string): Change => ({
  state: 'RUNNING',
  handle: refundHandle(agreementId, refundId),
  askAgainMs,
});

/** Creates the adapter method that refunds invoices. */
export function createRefundPort(
  calls: Pick<Calls, 'call'>,
  readOther: Required<MarketplaceAdapter>['readChange'],
): Required<Pick<MarketplaceAdapter, 'refund' | 'readChange'>> {
  return {
    refund: async (spec, key) => {
      const { agreementId, invoice } = await findInvoice(calls, spec);
      // A retry skips the check, because a successful first call has already reduced the refundable amount.
      if (!spec.isRepeat) requireRefundable(invoice, spec);
      const refundId = await send(calls, spec, { agreementId, clientToken: tokenOf('refund', key) });
      return running(agreementId, refundId);
    },
    readChange: (handle) => (isRefund(handle) ? readRefund(calls, handle) : readOther(handle)),
  };
}

/**
 * Finds the invoice and its agreement. If several agreements have the invoice, the newest is returned.
 * @throws MarketplaceError if no agreement has the invoice
 */
async function findInvoice(
  calls: Pick<Calls, 'call'>,
  { externalAgreementIds, invoiceId }: RefundSpec,
): Promise<{ agreementId: string; invoice: AgreementInvoiceLineItemGroupSummary }> {
  for (const agreementId of externalAgreementIds) {
    const shown = await listInvoices(calls, agreementId, { invoiceId });
    const invoice = shown?.agreementInvoiceLineItemGroupSummaries?.find(
      (one) => one.invoiceId === invoiceId && one.invoiceType === 'INVOICE',
    );
    if (invoice) return { agreementId, invoice };
  }
  throw refusal('INVOICE_NOT_FOUND');
}

/**
 * Requires that the refundable amount of the invoice is sufficient.
 * @throws MarketplaceError
 */
function requireRefundable(
  { pricingCurrencyAmount }: AgreementInvoiceLineItemGroupSummary,
  { amount, currency }: RefundSpec,
): void {
  const { maxAdjustmentAmount, currencyCode } = pricingCurrencyAmount ?? {};
  if (currencyCode !== currency)
    throw refusal(
      'INVALID_CURRENCY_CODE',
      `The invoice's currency is ${currencyCode}. Refund it in that currency.`,
    );
  if (maxAdjustmentAmount !== undefined && new Decimal(amount).gt(new Decimal(maxAdjustmentAmount).abs()))
    throw refusal(
      'EXCEEDED_MAXIMUM_ADJUSTMENT_AMOUNT',
      `At most ${maxAdjustmentAmount} ${currency} of the invoice can be refunded.`,
    );
}

/**
 * Requests a refund and returns its id. A response with HTTP 200 can contain a rejection. Calls with the same
 * token create one refund.
 */
async function send(
  { call }: Pick<Calls, 'call'>,
  { invoiceId, amount, currency, reasonCode, description }: RefundSpec,
  { agreementId, clientToken }: { agreementId: string; clientToken: string },
): Promise<string> {
  const entry = {
    agreementId,
    originalInvoiceId: invoiceId,
    adjustmentAmount: amount,
    currencyCode: currency,
    adjustmentReasonCode: reasonCode as BillingAdjustmentReasonCode,
    ...(description ? { description } : {}),
    clientToken,
  };
  const { items = [], errors = [] } = await call(
    'agreement',
    (client, { BatchCreateBillingAdjustmentRequestCommand }) =>
      client.send(
        new BatchCreateBillingAdjustmentRequestCommand({ billingAdjustmentRequestEntries: [entry] }),
      ),
    { rate: rates.refund, effect: 'writes' },
  );
  const made = items.find((item) => item.clientToken === clientToken);
  if (made?.billingAdjustmentRequestId) return made.billingAdjustmentRequestId;
  const { code, message = '' } = errors.find((error) => error.clientToken === clientToken) ?? {};
  if (!code || code === 'INTERNAL_FAILURE')
    throw new MarketplaceError(`${code ?? 'NO_ANSWER'}: ${message}`, {
      kind: 'unknown',
      readable: 'The marketplace failed to process the refund. The request is retried.',
    });
  const reason = refundReasons.find((known) => message.includes(known)) ?? code;
  throw new MarketplaceError(`${reason}: ${message}`.slice(0, 500), {
    kind: 'refused',
    readable: wordsOf(reason),
  });
}

/** Codes with which the marketplace rejects refunds. */
const refundReasons = [
  'BILLING_ADJUSTMENTS_LIMIT_EXCEEDED',
  'EXCEEDED_MAXIMUM_ADJUSTMENT_AMOUNT',
  'INVALID_INVOICE_ADJUSTMENT_PERIOD',
];

async function readRefund({ call }: Pick<Calls, 'call'>, handle: string): Promise<Change> {
  const [, agreementId = '', billingAdjustmentRequestId = ''] = handle.split('/');
  const shown = await call(
    'agreement',
    (client, { GetBillingAdjustmentRequestCommand }) =>
      client
        .send(new GetBillingAdjustmentRequestCommand({ agreementId, billingAdjustmentRequestId }))
        .catch(noneIfAbsent),
    { rate: rates.readRefund },
  );
  if (shown?.status === 'PENDING') return running(agreementId, billingAdjustmentRequestId);
  if (shown?.status === 'COMPLETED') return { state: 'DONE', handle, externalId: billingAdjustmentRequestId };
  const said = shown?.statusMessage ?? '';
  const code = shown
    ? (refundReasons.find((reason) => said.includes(reason)) ?? 'VALIDATION_FAILED')
    : 'CHANGE_NOT_FOUND';
  const words =
    code === 'VALIDATION_FAILED' && said ? `The marketplace rejected the refund: ${said}` : wordsOf(code);
  return { state: 'FAILED', handle, code: said || code, readable: words };
}
