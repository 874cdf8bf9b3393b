import { Decimal } from 'decimal.js';
import type { Logger } from 'pino';
import { findBuyer } from '../../buyers/index.ts';
import { keptForMs } from '../../files/index.ts';
import { shownLength, traitsOf } from '../../marketplaces/index.ts';
import type { OrgScope, OrgTransaction } from '../../platform/access/scope.ts';
import type { RowOf } from '../../platform/database/rows.ts';
import {
  dayInWords,
  durationInWords,
  lengthInWords,
  money,
  timeInWords,
} from '../../platform/money-and-time/words.ts';
import { type PdfBlock, writePdf } from '../../platform/pdf/index.ts';
import type { Vault } from '../../platform/secrets/encryption.ts';
import { createSignedLinks, type SignedLinks } from '../../platform/secrets/signed-links.ts';
import { findProduct } from '../../products/index.ts';
import type { OfferRow } from '../columns.ts';
import { isPrivate } from '../kind.ts';
import type { OfferInfo } from '../records.ts';
import type { DocumentDeps } from './obtain.ts';

/** Records that the PDF of an offer is built from. */
type OfferPdfRecords = {
  offer: Pick<
    OfferRow,
    'id' | 'name' | 'partner' | 'end_time' | 'expire_time' | 'external_id' | 'creation_time'
  >;
  info: OfferInfo;
  product: { name: string | null } | undefined;
  buyer: { name: string | null } | undefined;
  seller: string;
};

export async function readPdfRecords(scope: OrgTransaction, offer: OfferRow): Promise<OfferPdfRecords> {
  const [organization] = await scope.query<RowOf<'organization', 'name'>>({
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

/** Writes the PDF of an offer for its buyer. The bytes are the same for the same record. */
export const offerPdf = (printed: OfferPdfRecords, at: Date, log: Logger): Promise<Buffer> =>
  writePdf(offerBlocks(printed), {
    title: printed.offer.name ?? printed.offer.id,
    at,
    isNumbered: true,
    log,
  });

/**
 * Lays out the PDF of an offer. Only the fields listed here are included, so the seller's notes are omitted
 * (R32).
 */
function offerBlocks({ offer, info, product, buyer, seller }: OfferPdfRecords): PdfBlock[] {
  return [
    { kind: 'title', text: offer.name ?? 'Private offer' },
    ...rows([
      ['Seller', seller],
      ['Product', product?.name],
      ['Buyer', buyer?.name],
      ['Offer', offer.id],
      ['Number at the marketplace', offer.external_id],
      ['Date of issue', dayInWords(offer.creation_time)],
      ['Accept until', timeInWords(offer.expire_time)],
      ['Begins', dayInWords(info.startTime)],
      ['Ends', dayInWords(offer.end_time)],
      ['Duration', durationOf(info)],
      ['Automatic renewal', info.autoRenew === undefined ? undefined : info.autoRenew ? 'yes' : 'no'],
      ['Payment within', info.netTermsInDays ? `${info.netTermsInDays} days` : undefined],
      ['Accept at', info.privateOfferUrl],
    ]),
    ...section('Prices', pricesOf(info, offer.partner)),
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

function durationOf(info: OfferInfo): string | undefined {
  const { duration, months } = shownLength(info);
  return months ? lengthInWords(months, 'MONTH') : durationInWords(duration);
}

function pricesOf(info: OfferInfo, partner: string | null): PdfBlock[] {
  const { currency } = info;
  const commits = (info.commits ?? []).map((commit): readonly [string, Value] => [
    commit.name || commit.key || 'Commitment',
    [
      commit.rate === undefined ? '' : money(commit.rate, currency),
      commit.rate !== undefined && traitsOf(partner).monthlyRates ? 'a month' : '',
      commit.quantity ? `× ${commit.quantity}` : '',
      commit.length ? `for ${lengthInWords(commit.length, commit.timeUnit)}` : '',
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
  const discount = info.discountPercentage
    ? `${info.discountPercentage} % off the list price, already included in these prices`
    : undefined;
  const total: readonly [string, Value] = ['Total commitment', totalOf(info)];
  return rows([...commits, ...usage, ['Discount', discount], total]);
}

function totalOf({ commitAmount, paymentInstallments = [], currency }: OfferInfo): string | undefined {
  const paid = paymentInstallments.reduce((sum, { amount }) => sum.plus(amount ?? 0), new Decimal(0));
  if (!paid.isZero()) return money(paid.toNumber(), currency);
  return typeof commitAmount === 'number' ? money(commitAmount, currency) : undefined;
}

const paymentsOf = (info: OfferInfo): PdfBlock[] =>
  rows(
    (info.paymentInstallments ?? []).map((instalment) => [
      dayInWords(instalment.chargeOn) ?? 'Instalment',
      instalment.amount === undefined ? undefined : money(instalment.amount, info.currency),
    ]),
  );

/** The address of the agreement is omitted: links expire, and the agreement is delivered with the offer. */
function agreementOf(info: OfferInfo): string | undefined {
  if (!info.eulaType) return info.eulaUrl ? 'the seller’s own' : undefined;
  return info.eulaType === 'CUSTOM' ? 'the seller’s own (CUSTOM)' : `standard agreement ${info.eulaType}`;
}

export const pdfPath = '/public/offer/{offerId}/pdf';

/** Creates signed links to the PDF of an offer. A signed link can be opened without a token. */
export const createOfferPdfLinks = (deps: { vault: Vault; baseUrl: () => string }) =>
  createSignedLinks(deps, { purpose: 'offer pdf', path: pdfPath.replace('{offerId}', '{id}') });

type PdfLinks = SignedLinks;

/** Dependencies of the documents of offers. */
export type OfferDocuments = Pick<DocumentDeps, 'files' | 'log'> & { pdfLinks: PdfLinks };

/** Creates the address of the PDF for the record of a submitted offer; undefined for public offers. */
export const pdfUrlOf = (
  links: PdfLinks,
  scope: OrgScope,
  offer: Pick<OfferRow, 'id' | 'offer_type'>,
): { pdfURL?: string } => {
  if (!isPrivate(offer.offer_type)) return {};
  const until = new Date(scope.wallNow.getTime() + keptForMs);
  return { pdfURL: links.link({ organizationId: scope.organizationId, id: offer.id }, until) };
};
