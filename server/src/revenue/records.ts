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
  fieldOf,
  flag,
  idText,
  integer,
  list,
  nameText,
  openEnum,
  record,
  time,
} from '../platform/records/fields.ts';

const lines = 'Lines of the record, as the marketplace reports them.';
export const nextOffset = integer(
  'Offset of the next page; absent on the last page and with cursor pagination.',
);
const midnight = (description: string) => time(`${description}: midnight, UTC.`);

export const RevenueBillingModel = openEnum('The product.', ['SubscriptionBased', 'UsageBased']);
export const RevenueChannel = openEnum('The seller.', ['DIRECT', 'RESOLD']);
export const RevenueReportType = closedEnum('RevenueReportType', 'The reported amount.', [
  'GrossAmount',
  'InvoicedAmount',
  'CollectableAmount',
  'DisbursedAmount',
]);
export const GroupByInterval = closedEnum('GroupByInterval', 'The period of a report record.', [
  'day',
  'month',
]);

export const RevenueRecordInfo = record('RevenueRecordInfo', 'Further facts about revenue.', {
  bankTraceId: idText('Reference of the bank transfer.'),
  billingModel: fieldOf(RevenueBillingModel, 'The product.'),
  channel: fieldOf(RevenueChannel, 'The seller.'),
  creditAmount: decimal('Credit that was used.'),
  disbursementBillingEventId: idText('The event of the payout; marketplace A.'),
  disbursementNotificationSent: flag('Whether the organization was notified of the payout.'),
  earningId: idText('The earning; marketplace B.'),
  idSource: idText('The source of the id.'),
  invoiceId: idText('The invoice of the marketplace.'),
  mkARevenueRecords: list(BillingMkABillingEvent, lines),
  mkBRevenueRecords: list(BillingMkBCmaRevenue, lines),
  mkCRevenueRecords: list(BillingMkCChargeUsage, lines),
  paymentId: idText('The payout.'),
  resellerId: idText('The reseller.'),
  resellerName: nameText('Its name.'),
  resource: idText('Name of the product at the marketplace; marketplace C.'),
});

export const RevenueRecord = record(
  'RevenueRecord',
  'Amounts sold, billed and paid out for an entitlement, a day and a currency.',
  {
    amount: decimal('Price for the buyer, without tax, after refunds and corrections.'),
    buyerID: idText('The buyer.'),
    collectableAmount: decimal('Amount after the marketplace’s fee.'),
    currency: currency('Currency of all amounts.'),
    date: midnight('The day'),
    disburseAmount: decimal('Amount paid out to the seller, with tax if the seller collects it.'),
    disburseDate: midnight('Day of the last payout'),
    entitlementID: idText('The entitlement.'),
    id: idText('The record.'),
    info: fieldOf(RevenueRecordInfo, 'Further facts.'),
    invoiceAmount: decimal('Amount invoiced, without tax, before refunds.'),
    invoiceDate: midnight('Day of the last invoice'),
    organizationID: idText('The organization.'),
    partner: fieldOf(Partner, 'The marketplace.'),
    paymentDueDate: midnight('Day on which the payment is due'),
    productID: idText('The product.'),
    refundDisburseAmount: decimal('Amount deducted from the seller for refunds; not negative.'),
    refundDisburseDate: midnight('Day of the refund'),
    refundInvoiceAmount: decimal('Amount refunded to the buyer; not negative.'),
    refundInvoiceDate: midnight('Day of the refund'),
    taxAmount: decimal('Tax.'),
  },
);

export const ListRevenueRecordsResponse = record('ListRevenueRecordsResponse', 'A page of revenue records.', {
  nextOffset,
  revenueRecords: list(RevenueRecord, 'The records.'),
});

export const RevenueRecordDetail = record(
  'RevenueRecordDetail',
  'A line of a marketplace’s revenue feed, as reported. Unmatched lines have no entitlement.',
  {
    mkARevenueRecordDetail: fieldOf(BillingMkABillingEvent, 'The line; marketplace A.'),
    mkBRevenueRecordDetail: fieldOf(BillingMkBCmaRevenue, 'The line; marketplace B.'),
    mkCRevenueRecordDetail: fieldOf(BillingMkCChargeUsage, 'The line; marketplace C.'),
  },
);

export const ListRevenueRecordDetailsResponse = record(
  'ListRevenueRecordDetailsResponse',
  'A page of lines of revenue.',
  { nextOffset, revenueRecordDetails: list(RevenueRecordDetail, 'The lines.') },
);

export const GetRevenueReportParams = record('GetRevenueReportParams', 'Parameters of a report.', {
  buyerID: idText('Only this buyer.'),
  endDate: date('Last day, in UTC; today by default.'),
  entitlementID: idText('Only this entitlement.'),
  groupBy: fieldOf(GroupByInterval, 'Period of each record; month by default.'),
  organizationID: idText('Ignored: the organization of the path is used.'),
  partner: fieldOf(Partner, 'The marketplace.'),
  productID: idText('Only this product.'),
  reportType: fieldOf(RevenueReportType, 'The amount.'),
  service: closedEnum('RevenueReportService', 'The marketplace.', ['MARKETPLACE']),
  startDate: date('First day, in UTC; twelve months before the last day by default.'),
});

export const RevenueReport = record('RevenueReport', 'An amount by day or month.', {
  buyerID: idText('Only this buyer.'),
  entitlementID: idText('Only this entitlement.'),
  groupBy: fieldOf(GroupByInterval, 'Period of each record.'),
  organizationID: idText('The organization.'),
  partner: fieldOf(Partner, 'The marketplace.'),
  productID: idText('Only this product.'),
  reportDate: time('Creation time.'),
  reportType: fieldOf(RevenueReportType, 'The amount.'),
  revenueRecords: list(RevenueRecord, 'A record for each currency and each day or month with an amount.'),
  service: openEnum('The marketplace.', ['MARKETPLACE']),
});
