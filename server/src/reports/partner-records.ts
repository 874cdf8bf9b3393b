import { AttributionKind } from '../partners/index.ts';
import {
  codeText,
  currency,
  date,
  decimal,
  idText,
  integer,
  list,
  record,
} from '../platform/records/fields.ts';

const counted = integer('Number of records.');
const inCurrency = currency('Currency; absent for records without a currency.');
const state = codeText('Current state.');

export const ChannelPartnerReportDeals = record(
  'ChannelPartnerReportDeals',
  'Deal registrations with one state and one currency.',
  {
    amount: decimal('Expected amount.'),
    count: counted,
    currency: inCurrency,
    status: state,
  },
);

export const ChannelPartnerReportOffers = record(
  'ChannelPartnerReportOffers',
  'Offers with one state and one currency.',
  { count: counted, currency: inCurrency, status: state },
);

export const ChannelPartnerReportEntitlements = record(
  'ChannelPartnerReportEntitlements',
  'Entitlements with one type of attribution and one currency.',
  { count: counted, currency: inCurrency, kind: AttributionKind },
);

export const ChannelPartnerReportSales = record(
  'ChannelPartnerReportSales',
  'Sales with one type of attribution and one currency.',
  {
    count: integer('Number of entitlements.'),
    currency: currency('Currency of the amounts.'),
    earnedShare: decimal(
      'Share of the sales that were paid in these days, independent of the day of the sale.',
    ),
    expectedShare: decimal('Share of the sales of these days. Resold entitlements earn no share.'),
    gross: decimal('Amount that buyers pay for the sales of these days, without tax.'),
    kind: AttributionKind,
  },
);

export const ChannelPartnerReport = record(
  'ChannelPartnerReport',
  'A channel partner’s contribution in a range of days.',
  {
    channelPartnerId: idText('The channel partner.'),
    deals: list(ChannelPartnerReportDeals, 'The deal registrations that were created.'),
    endDate: date('The last day, in UTC.'),
    entitlements: list(ChannelPartnerReportEntitlements, 'The entitlements that began.'),
    offers: list(ChannelPartnerReportOffers, 'The offers attributed to it.'),
    sales: list(ChannelPartnerReportSales, 'Amounts by currency; exact, not rounded.'),
    startDate: date('The first day, in UTC.'),
  },
);
