import { z } from 'zod';
import { BillingAddonRecord } from '../../entitlements/records.ts';
import {
  closedEnum,
  codeText,
  currency,
  decimal,
  flag,
  idText,
  largestAmount,
  list,
  longest,
  map,
  nameText,
  of,
  openEnum,
  record,
  shortText,
  text,
  texts,
  time,
  upperCaseEnum,
  urlText,
  whole,
} from '../../platform/records/fields.ts';
import { BillingDiscount } from '../../products/records/index.ts';

/** The most lines that an invoice shows of a kind: more than there are dimensions and groups in a year. */
export const mostLines = 100_000;

export const BillingInvoiceStatus = closedEnum('BillingInvoiceStatus', 'State of an invoice.', [
  'DRAFT',
  'FINALIZED',
  'CANCELED',
  'DELETED',
]);
export type BillingInvoiceStatus = z.infer<typeof BillingInvoiceStatus>;

export const BillingInvoiceType = closedEnum('BillingInvoiceType', 'Kind of fee that an invoice is of.', [
  'COMMIT',
  'USAGE',
  'ADDON',
  'INSTALLMENT',
]);
export type BillingInvoiceType = z.infer<typeof BillingInvoiceType>;

export const BillingPaymentStatus = closedEnum('BillingPaymentStatus', 'How far paying has come.', [
  'PENDING',
  'PROCESSING',
  'SUCCESS',
  'FAILED',
]);
export type BillingPaymentStatus = z.infer<typeof BillingPaymentStatus>;

const reason = text('Why.');
const dimensionKey = idText('The dimension.');

export const InvoiceAddFixedFee = record('InvoiceAddFixedFee', 'A fee that was added.', {
  endDate: time('Until when it is for.'),
  quantity: whole('How many.'),
  rate: decimal('Price of one.'),
  reason,
  startDate: time('Since when it is for.'),
});

export const InvoiceAdjustDiscountByDimension = record(
  'InvoiceAdjustDiscountByDimension',
  'A discount on a dimension.',
  { dimensionKey, discount: of(BillingDiscount, 'The discount.'), reason },
);

export const InvoiceAdjustMinimumSpendByDimension = record(
  'InvoiceAdjustMinimumSpendByDimension',
  'A least amount of a dimension.',
  { dimensionKey, minimumSpend: decimal('The least amount.'), reason },
);

export const InvoiceAdjustOverallDiscount = record(
  'InvoiceAdjustOverallDiscount',
  'A discount on the whole invoice.',
  { discount: of(BillingDiscount, 'The discount.'), reason },
);

export const InvoiceAdjustOverallMinimumSpend = record(
  'InvoiceAdjustOverallMinimumSpend',
  'The least amount of the whole invoice.',
  { minimumSpend: decimal('The least amount.'), reason },
);

export const MeteringUsageRecordGroupByKey = record(
  'MeteringUsageRecordGroupByKey',
  'What counts usage, and the properties that it has in common.',
  {
    groupBysExpression: text('The properties: `os=linux,cluster=cluster-1`.'),
    id: idText('The metric, or the key of a dimension.'),
  },
);

export const BillableDimensionFeeDetail = record(
  'BillableDimensionFeeDetail',
  'A part of what usage costs.',
  {
    descriptions: text('What it is.'),
    feeExpressions: text('How it was reckoned: `5 × 0.1 = 0.5`.'),
  },
);

/** The time that a line is of: an invoice may hold several periods. */
const ofTime = {
  endDate: time('Until when it is for.'),
  startDate: time('Since when it is for.'),
};

export const BillableDimensionPriceModelDetail = record(
  'BillableDimensionPriceModelDetail',
  'A line of an invoice: what usage costs.',
  {
    ...ofTime,
    amount: decimal('What it costs, rounded half up to the coin.'),
    billableMetricKey: of(MeteringUsageRecordGroupByKey, 'What was counted.'),
    category: openEnum('Price model.', [
      'basic',
      'tiered',
      'bulk',
      'volume',
      'percentage',
      'tiered-percentage',
      'matrix',
    ]),
    details: list(BillableDimensionFeeDetail, 'Its parts.'),
    discount: of(BillingDiscount, 'Discount of the dimension.'),
    discountExpression: text('What it took off.'),
    isLate: flag('Whether it is usage of a period that was billed before: what it adds to that.'),
    isTrial: flag('Whether it was used in the trial, and is free.'),
    minimumCommit: decimal('Least amount, where one holds for this line.'),
    minimumCommitScope: codeText('What the least amount is for.'),
    name: nameText('Displayed name of the dimension.'),
    quantity: decimal('How much was used.'),
  },
);

export const CommitRevenueDetail = record(
  'CommitRevenueDetail',
  'A line of an invoice: what a commit costs.',
  {
    ...ofTime,
    amount: decimal('What it costs in this time, rounded half up to the coin.'),
    description: text('What it is.'),
    expression: text('How it was reckoned.'),
    key: idText('Key of the commit.'),
    name: nameText('Displayed name.'),
    quantity: whole('How many.'),
    rate: decimal('Its fee.'),
  },
);

export const BillableDimensionUsageDailyRevenue = record(
  'BillableDimensionUsageDailyRevenue',
  'What was used on a day.',
  {
    billableMetricKey: of(MeteringUsageRecordGroupByKey, 'What was counted.'),
    date: codeText('The day in UTC.'),
    quantity: decimal('How much.'),
    uniquePropertyItems: map('Of UNIQUE_COUNT: the values that no earlier day of the period had, as keys.'),
  },
);

export const BillingPaymentInstallmentDetail = record(
  'BillingPaymentInstallmentDetail',
  'The payment of a schedule that an invoice is of.',
  {
    amount: decimal('Amount.'),
    chargeOn: time('When it is charged.'),
    description: text('What it is for.'),
  },
);

export const BillingInvoiceParty = record(
  'BillingInvoiceParty',
  'Who issues an invoice, or whom it is for.',
  {
    address: shortText('Postal address.', 2000),
    bankDetails: shortText('Where it is paid to.', 2000),
    country: codeText('ISO 3166-1 code of the country.'),
    emailAddress: nameText('E-mail address.'),
    name: nameText('Legal name.'),
    taxIds: texts('Tax numbers.', longest.code),
  },
);
export type BillingInvoiceParty = z.infer<typeof BillingInvoiceParty>;

export const BillingCreditNote = record(
  'BillingCreditNote',
  'What of an issued invoice is not owed after all.',
  {
    amount: decimal('Amount.'),
    creationTime: time('When it was made.'),
    id: idText('Identifier.'),
    number: whole('Number, without gaps among those of the organization.'),
    reason,
  },
);

export const BillingInvoiceTax = record('BillingInvoiceTax', 'A tax of an invoice.', {
  amount: decimal('Amount.'),
  name: nameText('Name.'),
  percent: decimal('Percent of what is taxed.'),
});

export const BillingInvoiceInfo = record(
  'BillingInvoiceInfo',
  'What an invoice is of, and what it comes to.',
  {
    addFixedFees: list(InvoiceAddFixedFee, 'Fees that were added.'),
    addonDetail: of(BillingAddonRecord, 'Of ADDON: the addon.'),
    adjustDiscountByDimensions: list(InvoiceAdjustDiscountByDimension, 'Discounts on dimensions.'),
    adjustMinimumSpendByDimensions: list(
      InvoiceAdjustMinimumSpendByDimension,
      'Least amounts of dimensions.',
    ),
    adjustOverallDiscount: of(InvoiceAdjustOverallDiscount, 'Discount on all.'),
    adjustOverallMinimumSpend: of(InvoiceAdjustOverallMinimumSpend, 'Least amount of all.'),
    billableDimensionDetails: list(BillableDimensionPriceModelDetail, 'Of USAGE: the lines.', mostLines),
    buyer: of(BillingInvoiceParty, 'Whom it is for, as they were when it was issued.'),
    commitsRevenueDetails: list(CommitRevenueDetail, 'Of COMMIT: the lines.', mostLines),
    creationDate: time('When it was drafted.'),
    creditNotes: list(BillingCreditNote, 'What of it is not owed after all.'),
    creditedAmount: decimal('The sum of its credit notes; absent where there is none.'),
    currency: currency('Currency of all amounts.'),
    deductedCommitAmount: decimal('What of the usage a commit has paid.'),
    deductedCommitInvoiceID: idText('The invoice of that commit.'),
    description: text('What it is for.'),
    discountAmount: decimal('What the discount on all takes off; absent where there is none.'),
    dueAmount: decimal('What the buyer owes: subtotal and tax less the discount on all.'),
    dueDate: time('Until when it is to be paid.'),
    gracePeriodInDays: whole('Days in which it stays a draft for review.'),
    isMeteringOverageCommit: flag('Whether usage is charged only above the commit.'),
    issueDate: time('When it was issued.'),
    issuer: of(BillingInvoiceParty, 'Who issues it, as they were when it was issued.'),
    language: codeText('The language in which it is written.'),
    memo: text('Note to the buyer.'),
    netTermsInDays: whole('Days in which it is to be paid.'),
    number: whole('Number, without gaps among those of the organization; absent until it is issued.'),
    paidAmount: decimal('What was paid; absent before any was.'),
    paymentInstallmentsDetail: of(BillingPaymentInstallmentDetail, 'Of INSTALLMENT: the payment.'),
    periodTotalDays: whole('Days that it is for.'),
    receiptUrl: urlText('The receipt, once it was paid.'),
    refundedAmount: decimal('What was paid back; absent before any was.'),
    spaUrl: urlText('Signed address of its page.'),
    subtotalAmount: decimal('The sum of its lines, less what a commit has paid.'),
    taxAmount: decimal('Tax.'),
    taxNote: text('What is said about taxes, such as why there are none.'),
    taxes: list(BillingInvoiceTax, 'The taxes that it is the sum of.'),
    trialPeriodInDays: whole('Days of the trial.'),
    usageDailyRevenues: list(
      BillableDimensionUsageDailyRevenue,
      'Of USAGE that billable metrics count: what was used each day; not of usage that came late.',
      mostLines,
    ),
  },
);
export type BillingInvoiceInfo = z.infer<typeof BillingInvoiceInfo>;

export const BillingInvoice = record('BillingInvoice', 'What a buyer of a direct sale is charged.', {
  buyerID: idText('Buyer.'),
  creationTime: time('When it was drafted.'),
  endDate: time('Until when it is for.'),
  entitlementID: idText('Entitlement.'),
  id: idText('Identifier.'),
  info: of(BillingInvoiceInfo, 'What it is of.'),
  invoiceURL: urlText('The document.'),
  lastUpdateTime: time('When it last changed.'),
  organizationID: idText('Organization that issues it.'),
  paymentStatus: of(BillingPaymentStatus, 'How far paying has come.'),
  startDate: time('Since when it is for.'),
  status: of(BillingInvoiceStatus, 'State.'),
  type: of(BillingInvoiceType, 'Kind of fee.'),
});
export type BillingInvoice = z.infer<typeof BillingInvoice>;

/** The states that a list can be narrowed to; an empty text stands for none. */
export const InvoiceStatusFilter = z.enum(['DRAFT', 'FINALIZED', 'CANCELED', 'DELETED', '']);

export const UpdateInvoiceInfoRequest = record(
  'UpdateInvoiceInfoRequest',
  'What of a draft is to be another.',
  {
    discountAmount: z
      .number()
      .min(0)
      .max(largestAmount)
      .meta({ description: 'The discount on all: an amount, or so many percent of it.' }),
    discountType: upperCaseEnum(
      'BillingDiscountKind',
      'What the discount is given in; an amount when absent.',
      ['PERCENTAGE', 'ABSOLUTE'],
    ),
    dueDate: time('Until when it is to be paid, if it is not issued by hand.'),
    memo: shortText('Note to the buyer.', 5000),
  },
);
export type UpdateInvoiceInfoRequest = z.infer<typeof UpdateInvoiceInfoRequest>;
