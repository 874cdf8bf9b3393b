import { AttributionKind } from '../partners/index.ts';
import {
  codeText,
  currency,
  date,
  decimal,
  idText,
  list,
  record,
  whole,
} from '../platform/records/fields.ts';

const counted = whole('How many there are.');
const inCurrency = currency('Currency; absent of those without one.');
const state = codeText('State now.');

export const ChannelPartnerReportDeals = record(
  'ChannelPartnerReportDeals',
  'Deal registrations of one state and currency.',
  {
    amount: decimal('What they may come to.'),
    count: counted,
    currency: inCurrency,
    status: state,
  },
);

export const ChannelPartnerReportOffers = record(
  'ChannelPartnerReportOffers',
  'Offers of one state and currency.',
  { count: counted, currency: inCurrency, status: state },
);

export const ChannelPartnerReportEntitlements = record(
  'ChannelPartnerReportEntitlements',
  'Entitlements of one kind of attribution and currency.',
  { count: counted, currency: inCurrency, kind: AttributionKind },
);

export const ChannelPartnerReportSales = record(
  'ChannelPartnerReportSales',
  'What was sold of one kind of attribution and currency.',
  {
    count: whole('Of how many entitlements it is.'),
    currency: currency('Currency of the amounts.'),
    earnedShare: decimal('The share of the sales whose money came in these days, whenever they were made.'),
    expectedShare: decimal('The share of the sales of these days. Of what is resold nothing is owed.'),
    gross: decimal('What buyers pay for the sales of these days, without tax.'),
    kind: AttributionKind,
  },
);

export const ChannelPartnerReport = record(
  'ChannelPartnerReport',
  'What a channel partner brought in some days.',
  {
    channelPartnerId: idText('The channel partner.'),
    deals: list(ChannelPartnerReportDeals, 'The deal registrations that were created.'),
    endDate: date('The last day, in UTC.'),
    entitlements: list(ChannelPartnerReportEntitlements, 'The entitlements that began.'),
    offers: list(ChannelPartnerReportOffers, 'The offers that became due to it.'),
    sales: list(ChannelPartnerReportSales, 'Amounts, each currency apart; exact, and not rounded.'),
    startDate: date('The first day, in UTC.'),
  },
);
