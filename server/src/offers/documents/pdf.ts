import { Decimal } from 'decimal.js';
import { findBuyer } from '../../buyers/index.ts';
import { type PdfBlock, writePdf } from '../../platform/pdf/index.ts';
import type { OrgTransaction } from '../../platform/scope.ts';
import { findProduct } from '../../products/index.ts';
import type { OfferRow } from '../columns.ts';
import type { OfferInfo } from '../records.ts';

/** What the PDF of an offer is made of. */
export type Printed = {
  offer: Pick<
    OfferRow,
    'id' | 'name' | 'partner' | 'offer_type' | 'end_time' | 'expire_time' | 'external_id'
  >;
  info: OfferInfo;
  product: { name: string | null } | undefined;
  buyer: { name: string | null } | undefined;
  seller: string;
};

export async function readPrinted(scope: OrgTransaction, offer: OfferRow): Promise<Printed> {
  const [organization] = await scope.query<{ name: string }>({
    name: 'name_of_organization',
    text: 'SELECT name FROM organization WHERE organization_id = $1',
    values: [scope.organizationId],
  });
  return {
    offer,
    info: JSON.parse(offer.info),
    product: offer.product_id ? await findProduct(scope, offer.product_id) : undefined,
    buyer: offer.buyer_id ? await findBuyer(scope, offer.buyer_id) : undefined,
    seller: organization?.name ?? '',
  };
}

/** The offer for its buyer, the same bytes for the same record. */
export const offerPdf = (printed: Printed, at: Date): Promise<Buffer> =>
  writePdf(offerBlocks(printed), { title: printed.offer.name ?? printed.offer.id, at });

/**
 * What a buyer is shown. Each field is named here: what is not, the seller's notes above all (R32), is not shown.
 */
export function offerBlocks({ offer, info, product, buyer, seller }: Printed): PdfBlock[] {
  return [
    { kind: 'title', text: offer.name ?? 'Private offer' },
    ...rows([
      ['Seller', seller],
      ['Product', product?.name],
      ['Buyer', buyer?.name],
      ['Marketplace', offer.partner],
      ['Offer', offer.id],
      ['Number at the marketplace', offer.external_id],
      ['Accept until', day(offer.expire_time)],
      ['Begins', day(info.startTime)],
      ['Ends', day(offer.end_time)],
      ['Duration', durationOf(info)],
      ['Renews by itself', info.autoRenew === undefined ? undefined : info.autoRenew ? 'yes' : 'no'],
      ['Payment within', info.netTermsInDays ? `${info.netTermsInDays} days` : undefined],
      ['Accept at', info.privateOfferUrl],
    ]),
    ...section('Prices', pricesOf(info)),
    ...section('Payments', paymentsOf(info)),
    ...section(
      'Terms',
      rows([
        ['License agreement', agreementOf(info)],
        ['Refund and cancellation', info.refundCancellationPolicy],
      ]),
    ),
  ];
}

type Value = string | null | undefined;

const rows = (pairs: readonly (readonly [string, Value])[]): PdfBlock[] =>
  pairs.flatMap(([name, value]) => (value ? [{ kind: 'row' as const, name, value }] : []));

const section = (text: string, blocks: PdfBlock[]): PdfBlock[] =>
  blocks.length > 0 ? [{ kind: 'heading', text }, ...blocks] : [];

const day = (time: Value): string | undefined => time?.slice(0, 10) || undefined;

function durationOf(info: OfferInfo): string | undefined {
  if (info.mkCDuration) return `${info.mkCDuration} months`;
  return info.mkAAgreementDuration || undefined;
}

/** As people write money: grouped thousands, at least two digits after the point, and none lost. */
export function money(amount: number, currency: string | undefined): string {
  const value = new Decimal(amount);
  const [whole = '0', part = ''] = value.abs().toFixed(Math.max(2, value.decimalPlaces())).split('.');
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',');
  return `${value.isNegative() ? '−' : ''}${grouped}.${part} ${currency || 'USD'}`;
}

function pricesOf(info: OfferInfo): PdfBlock[] {
  const { currency } = info;
  const discount = info.discountPercentage ? `${info.discountPercentage} %` : undefined;
  const commits = (info.commits ?? []).map((commit): readonly [string, Value] => [
    commit.name || commit.key || 'Commitment',
    [
      commit.rate === undefined ? '' : money(commit.rate, currency),
      commit.quantity ? `× ${commit.quantity}` : '',
      commit.length ? `for ${commit.length} ${commit.timeUnit ?? ''}`.trim() : '',
      commit.description ?? '',
    ]
      .filter(Boolean)
      .join(' '),
  ]);
  const usage = (info.dimensions ?? []).map((dimension): readonly [string, Value] => [
    dimension.name || dimension.key || 'Usage',
    dimension.rate === undefined
      ? dimension.description
      : `${money(dimension.rate, currency)} per ${dimension.name || dimension.key || 'unit'}`,
  ]);
  const total: readonly [string, Value] = [
    'Total commitment',
    info.commitAmount === undefined || info.commitAmount === null
      ? undefined
      : money(info.commitAmount, currency),
  ];
  return rows([...commits, ...usage, ['Discount', discount], total]);
}

const paymentsOf = (info: OfferInfo): PdfBlock[] =>
  rows(
    (info.paymentInstallments ?? []).map((instalment) => [
      day(instalment.chargeOn) ?? 'Instalment',
      instalment.amount === undefined ? undefined : money(instalment.amount, info.currency),
    ]),
  );

/** Its address is left out: links are good for a time, and the agreement goes with the offer. */
function agreementOf(info: OfferInfo): string | undefined {
  if (!info.eulaType) return info.eulaUrl ? 'the seller’s own' : undefined;
  return info.eulaType === 'CUSTOM' ? 'the seller’s own (CUSTOM)' : `standard agreement ${info.eulaType}`;
}
