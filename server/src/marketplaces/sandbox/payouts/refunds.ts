import { Decimal } from 'decimal.js';
import type { OrgTransaction } from '../../../platform/access/scope.ts';
import type { MarketplaceAdapter } from '../../adapter.ts';
import { completedChange } from '../../changes.ts';
import { MarketplaceError } from '../../errors.ts';
import type { MarketplacePartner } from '../../partners.ts';
import type { RefundSpec } from '../../refunds.ts';
import { capabilitiesOf } from '../capabilities.ts';
import type { RunInOrganization } from '../faults.ts';
import { toStoredSale } from './job.ts';
import { formatOf } from './lines.ts';
import { partOf } from './sales.ts';
import { addToFeed, findSaleWithRefunds, insertSale, type SaleRow } from './store.ts';

const refuse = (code: string, readable: string) => new MarketplaceError(code, { kind: 'refused', readable });

/**
 * Creates the adapter operation that refunds invoices of the simulated marketplace. Refunds are completed
 * immediately.
 */
export function createRefundPort(
  partner: MarketplacePartner,
  inside: RunInOrganization,
): Pick<MarketplaceAdapter, 'refund'> {
  if (!capabilitiesOf(partner).refundReasons) return {};
  return {
    refund: async (spec, key) => {
      await inside((scope) => refundInvoice(scope, partner, spec, `sbs_${key}`));
      return completedChange();
    },
  };
}

/**
 * Refunds a part of an invoice.
 * @param id refund id, identical for each attempt
 */
async function refundInvoice(
  scope: OrgTransaction,
  partner: MarketplacePartner,
  { externalAgreementIds, invoiceId, amount, currency }: RefundSpec,
  id: string,
): Promise<void> {
  // A sandbox agreement keeps its id, so the list contains only one id.
  const [agreementId = ''] = externalAgreementIds;
  const rows = await findSaleWithRefunds(scope, partner, agreementId, invoiceId.replace(/^inv-/, ''));
  const sale = rows.find((row) => row.kind !== 'REFUND');
  if (rows.some((row) => row.id === id)) return;
  if (!sale) throw refuse('INVOICE_NOT_FOUND', 'The agreement has no such invoice at the marketplace.');
  if (sale.currency !== currency)
    throw refuse(
      'INVALID_CURRENCY_CODE',
      `The currency does not match the invoice. Invoice currency: ${sale.currency}.`,
    );
  const left = rows.reduce((sum, row) => sum.plus(row.gross), new Decimal(0));
  if (left.lt(amount))
    throw refuse(
      'EXCEEDED_MAXIMUM_ADJUSTMENT_AMOUNT',
      `At most ${left.toFixed()} ${currency} of the invoice can be refunded.`,
    );
  const on = scope.now.toISOString().slice(0, 10);
  const percent = new Decimal(amount).div(sale.gross).times(100).toNumber();
  const part = { ...partOf(partner, kept(sale), 'REFUND', { percent, day: on }), gross: `-${amount}` };
  const row = await insertSale(scope, {
    organization_id: scope.organizationId,
    id,
    partner,
    agreement_id: sale.agreement_id,
    sold_id: sale.sold_id,
    parent_id: sale.id,
    kind: 'REFUND',
    dimension: part.dimension,
    day: part.day,
    quantity: part.quantity,
    currency,
    gross: part.gross,
    fee: part.fee,
    tax: part.tax,
    creation_time: scope.now,
  });
  const lines = formatOf(partner)?.billed(kept(row), on) ?? [];
  await addToFeed(
    scope,
    partner,
    lines.map((line) => ({ line })),
  );
}

const kept = (row: SaleRow) => toStoredSale({ sold: [] }, row);
