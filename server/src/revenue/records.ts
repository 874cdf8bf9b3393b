import { Partner } from '../marketplaces/index.ts';
import {
  BillingMkABillingEvent,
  BillingMkBCmaRevenue,
  BillingMkCChargeUsage,
} from '../marketplaces/records/index.ts';
import {
  closedEnum,
  currency,
  date,
  decimal,
  flag,
  idText,
  list,
  nameText,
  of,
  openEnum,
  record,
  time,
  whole,
} from '../platform/records/fields.ts';

const lines = 'Its lines, in the words of the marketplace.';
export const nextOffset = whole(
  'Offset of the next page; absent on the last one, and where the page was asked for by a cursor.',
);
const midnight = (description: string) => time(`${description}: midnight, UTC.`);

export const RevenueBillingModel = openEnum('What was sold.', ['SubscriptionBased', 'UsageBased']);
export const RevenueChannel = openEnum('Who sold it.', ['DIRECT', 'RESOLD']);
export const RevenueReportType = closedEnum('RevenueReportType', 'Which amount is reported.', [
  'GrossAmount',
  'InvoicedAmount',
  'CollectableAmount',
  'DisbursedAmount',
]);
export const GroupByInterval = closedEnum('GroupByInterval', 'What a record of a report is of.', [
  'day',
  'month',
]);

export const RevenueRecordInfo = record('RevenueRecordInfo', 'More about revenue.', {
  bankTraceId: idText('The transfer at the bank.'),
  billingModel: of(RevenueBillingModel, 'What was sold.'),
  channel: of(RevenueChannel, 'Who sold it.'),
  creditAmount: decimal('Credit that paid for it.'),
  disbursementBillingEventId: idText('The event of the payout; marketplace A.'),
  disbursementNotificationSent: flag('Whether the organization was notified of the payout.'),
  earningId: idText('The earning; marketplace B.'),
  idSource: idText('What the id is made of.'),
  invoiceId: idText('The invoice of the marketplace.'),
  mkARevenueRecords: list(BillingMkABillingEvent, lines),
  mkBRevenueRecords: list(BillingMkBCmaRevenue, lines),
  mkCRevenueRecords: list(BillingMkCChargeUsage, lines),
  paymentId: idText('The payout.'),
  resellerId: idText('The reseller.'),
  resellerName: nameText('Its name.'),
  resource: idText('What was sold, as the marketplace names it; marketplace C.'),
});

export const RevenueRecord = record(
  'RevenueRecord',
  'What was sold, billed and paid out of an entitlement, of a day and in a currency.',
  {
    amount: decimal('What the buyer pays, without tax: refunds and corrections lower it.'),
    buyerID: idText('The buyer.'),
    collectableAmount: decimal('What of it the seller can collect, without the marketplace’s fee.'),
    currency: currency('Currency of all amounts.'),
    date: midnight('The day'),
    disburseAmount: decimal('Amount paid out to the seller, with its tax where that is the seller’s.'),
    disburseDate: midnight('The day of the last payout'),
    entitlementID: idText('The entitlement.'),
    id: idText('The record.'),
    info: of(RevenueRecordInfo, 'More about it.'),
    invoiceAmount: decimal('Amount invoiced.'),
    invoiceDate: midnight('The day of the last invoice'),
    organizationID: idText('The organization.'),
    partner: of(Partner, 'The marketplace.'),
    paymentDueDate: midnight('The day by which the buyer pays'),
    productID: idText('The product.'),
    refundDisburseAmount: decimal('What was taken from the seller for refunds; not negative.'),
    refundDisburseDate: midnight('The day of that'),
    refundInvoiceAmount: decimal('What was given back to the buyer; not negative.'),
    refundInvoiceDate: midnight('The day of that'),
    taxAmount: decimal('Tax of it.'),
  },
);

export const ListRevenueRecordsResponse = record('ListRevenueRecordsResponse', 'A page of revenue records.', {
  nextOffset,
  revenueRecords: list(RevenueRecord, 'The records.'),
});

export const RevenueRecordDetail = record(
  'RevenueRecordDetail',
  'A line of a marketplace’s feed of revenue, in the words of the marketplace; one that is of no entitlement yet names none.',
  {
    mkARevenueRecordDetail: of(BillingMkABillingEvent, 'The line; marketplace A.'),
    mkBRevenueRecordDetail: of(BillingMkBCmaRevenue, 'The line; marketplace B.'),
    mkCRevenueRecordDetail: of(BillingMkCChargeUsage, 'The line; marketplace C.'),
  },
);

export const ListRevenueRecordDetailsResponse = record(
  'ListRevenueRecordDetailsResponse',
  'A page of lines of revenue.',
  { nextOffset, revenueRecordDetails: list(RevenueRecordDetail, 'The lines.') },
);

export const GetRevenueReportParams = record('GetRevenueReportParams', 'What a report is of.', {
  buyerID: idText('Only this buyer.'),
  endDate: date('Last day, in UTC; today when absent.'),
  entitlementID: idText('Only this entitlement.'),
  groupBy: of(GroupByInterval, 'What each record is of; month when absent.'),
  organizationID: idText('The organization: the one of the path, whatever it says.'),
  partner: of(Partner, 'The marketplace.'),
  productID: idText('Only this product.'),
  reportType: of(RevenueReportType, 'The amount.'),
  service: closedEnum('RevenueReportService', 'What it is sold on.', ['MARKETPLACE']),
  startDate: date('First day, in UTC; twelve months before the last one when absent.'),
});

export const RevenueReport = record('RevenueReport', 'An amount by day or month.', {
  buyerID: idText('Only this buyer.'),
  entitlementID: idText('Only this entitlement.'),
  groupBy: of(GroupByInterval, 'What each record is of.'),
  organizationID: idText('The organization.'),
  partner: of(Partner, 'The marketplace.'),
  productID: idText('Only this product.'),
  reportDate: time('When it was made.'),
  reportType: of(RevenueReportType, 'The amount.'),
  revenueRecords: list(RevenueRecord, 'A record for each day or month with something, and currency.'),
  service: openEnum('What it is sold on.', ['MARKETPLACE']),
});
