import { isDirect, shownLength } from '../../marketplaces/index.ts';
import {
  dayInWords,
  durationInWords,
  lengthInWords,
  numberInWords,
  timeInWords,
} from '../../platform/money-and-time/words.ts';
import type { PdfBlock } from '../../platform/pdf/index.ts';
import type { OfferRow } from '../columns.ts';
import type { OfferInfo } from '../records.ts';
import { commitTable, paymentTable, totalOf, usageTable } from './prices.ts';

/** Seller or buyer of an offer. */
export type OfferParty = {
  name?: string | undefined;
  address?: string | undefined;
  emailAddress?: string | undefined;
  taxIds?: readonly string[] | undefined;
};

/** Records that the PDF of an offer is built from. */
export type OfferPdfRecords = {
  offer: Pick<
    OfferRow,
    'id' | 'name' | 'partner' | 'end_time' | 'expire_time' | 'external_id' | 'creation_time'
  >;
  info: OfferInfo;
  product: { name: string | null } | undefined;
  buyer: OfferParty | undefined;
  seller: OfferParty;
};

/**
 * Lays out the PDF of an offer. Only the fields listed here are included, so the seller's notes are omitted
 * (R32).
 */
export function offerBlocks(records: OfferPdfRecords): PdfBlock[] {
  const { offer, info, seller } = records;
  const total = totalOf(info);
  return [
    { kind: 'letterhead', name: seller.name ?? '', title: 'Offer' },
    { kind: 'title', text: offer.name ?? 'Private offer' },
    ...partyColumns(records),
    ...factColumns(records),
    ...section('Prices', [
      ...commitTable(info, offer.partner),
      ...(total ? [{ kind: 'sums' as const, rows: [{ name: 'Total', value: total, isStrong: true }] }] : []),
      ...notes([
        info.discountPercentage
          ? `These prices already include a discount of ${numberInWords(info.discountPercentage)} % off the list price.`
          : undefined,
        isDirect(offer.partner) ? 'Taxes are added to these prices where they apply.' : undefined,
      ]),
    ]),
    ...section('Prices of usage', usageTable(info)),
    ...section('Payments', paymentTable(info)),
    ...section('Terms', termColumns(info)),
  ];
}

/** Tells where the buyer accepts the offer. The page for this shows the other blocks only. */
export const acceptBlocks = ({ info: { privateOfferUrl } }: OfferPdfRecords): PdfBlock[] =>
  privateOfferUrl ? section('Accept this offer', [{ kind: 'text', text: privateOfferUrl }]) : [];

/** Text at the foot of each page: the seller, and the number of the offer. */
export const offerFooter = ({ offer, seller }: OfferPdfRecords): string =>
  [seller.name, ...linesOf(seller), `Offer ${offer.id}`].filter(Boolean).join(' · ');

const section = (text: string, blocks: PdfBlock[]): PdfBlock[] =>
  blocks.some(({ kind }) => kind !== 'note') ? [{ kind: 'heading', text }, ...blocks] : [];

const notes = (texts: readonly (string | undefined)[]): PdfBlock[] =>
  texts.flatMap((text) => (text ? [{ kind: 'note' as const, text }] : []));

const linesOf = ({ address, emailAddress, taxIds = [] }: OfferParty): string[] =>
  [address, emailAddress, taxIds.length > 0 ? `Tax number: ${taxIds.join(', ')}` : undefined].filter(
    (line): line is string => Boolean(line),
  );

function partyColumns({ seller, buyer }: OfferPdfRecords): PdfBlock[] {
  const parties = [
    { label: 'Seller', party: seller },
    { label: 'Buyer', party: buyer ?? {} },
  ];
  const columns = parties
    .map(({ label, party }) => ({ share: 1, label, name: party.name, text: linesOf(party).join('\n') }))
    .filter(({ name, text }) => name || text);
  return columns.length > 0 ? [{ kind: 'columns', columns }] : [];
}

type Pair = readonly [string, string | null | undefined];

const facts = (pairs: readonly Pair[]) => pairs.flatMap(([name, value]) => (value ? [{ name, value }] : []));

function factColumns({ offer, info, product }: OfferPdfRecords): PdfBlock[] {
  const columns = [
    facts([
      ['Product', product?.name],
      ['Offer', offer.id],
      ['Marketplace ID', offer.external_id],
      ['Date of issue', dayInWords(offer.creation_time)],
      ['Accept until', timeInWords(offer.expire_time)],
    ]),
    facts([
      ['Begins', dayInWords(info.startTime)],
      ['Ends', dayInWords(offer.end_time)],
      ['Duration', durationOf(info)],
      ['Trial', trialOf(info)],
      ['Automatic renewal', info.autoRenew === undefined ? undefined : info.autoRenew ? 'yes' : 'no'],
    ]),
  ];
  return [{ kind: 'columns', columns: columns.map((each) => ({ share: 1, facts: each })) }];
}

function durationOf(info: OfferInfo): string | undefined {
  const { duration, months } = shownLength(info);
  return months ? lengthInWords(months, 'MONTH') : durationInWords(duration);
}

const trialOf = ({ trialConfig: trial }: OfferInfo): string | undefined =>
  trial?.trialPeriod ? lengthInWords(trial.trialPeriod, trial.trialPeriodUnit) : undefined;

const schedules: Readonly<Record<string, string>> = {
  PREPAY: 'Payable in advance.',
  POSTPAY: 'Payable in arrears.',
};

function termColumns(info: OfferInfo): PdfBlock[] {
  const { netTermsInDays: days, billingIntervalInMonths: months, paymentSchedule = '' } = info;
  const payment = [
    days ? `Payable within ${lengthInWords(days, 'DAY')} of the invoice date.` : undefined,
    months ? `Invoiced every ${months === 1 ? 'month' : lengthInWords(months, 'MONTH')}.` : undefined,
    schedules[paymentSchedule],
  ];
  const terms = facts([
    ['Payment terms', payment.filter(Boolean).join('\n')],
    ['License agreement', agreementOf(info)],
  ]);
  const columns = terms.map(({ name: label, value: text }) => ({ share: 1, label, text }));
  return [
    ...(columns.length > 0 ? [{ kind: 'columns' as const, columns }] : []),
    ...facts([['Refund and cancellation', info.refundCancellationPolicy]]).map(
      ({ name: label, value: text }): PdfBlock => ({ kind: 'columns', columns: [{ share: 1, label, text }] }),
    ),
  ];
}

/** The address of the agreement is omitted: links expire, and the agreement is delivered with the offer. */
function agreementOf({ eulaType, eulaUrl }: OfferInfo): string | undefined {
  if (!eulaType) return eulaUrl ? 'The seller’s own agreement' : undefined;
  return agreements[eulaType] ?? `Standard agreement ${eulaType}`;
}

const agreements: Readonly<Record<string, string>> = {
  CUSTOM: 'The seller’s own agreement',
  ISV: 'The seller’s own agreement',
  CURRENT: 'The agreement of the current contract',
};
