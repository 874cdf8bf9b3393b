import { z } from 'zod';
import { BillingAddonRecord } from '../../entitlements/records.ts';
import {
  closedEnum,
  codeText,
  currency,
  decimal,
  fieldOf,
  flag,
  idText,
  integer,
  largestAmount,
  list,
  longest,
  map,
  nameText,
  openEnum,
  record,
  shortText,
  text,
  texts,
  time,
  upperCaseEnum,
  urlText,
} from '../../platform/records/fields.ts';
import { BillingDiscount } from '../../products/records/index.ts';

/** Limit of lines of one kind on an invoice, which is above the number of dimensions and groups in a year. */
export const mostLines = 100_000;

export const BillingInvoiceStatus = closedEnum('BillingInvoiceStatus', 'Status of an invoice.', [
  'DRAFT',
  'FINALIZED',
  'CANCELED',
  'DELETED',
]);
export type BillingInvoiceStatus = z.infer<typeof BillingInvoiceStatus>;

export const BillingInvoiceType = closedEnum('BillingInvoiceType', 'Kind of fee on an invoice.', [
  'COMMIT',
  'USAGE',
  'ADDON',
  'INSTALLMENT',
]);
export type BillingInvoiceType = z.infer<typeof BillingInvoiceType>;

export const BillingPaymentStatus = closedEnum('BillingPaymentStatus', 'Payment status of an invoice.', [
  'PENDING',
  'PROCESSING',
  'SUCCESS',
  'FAILED',
]);
export type BillingPaymentStatus = z.infer<typeof BillingPaymentStatus>;

const reason = text('Reason.');
const dimensionKey = idText('Key of the dimension.');

export const InvoiceAddFixedFee = record('InvoiceAddFixedFee', 'An added fee.', {
  endDate: time('End of the period.'),
  quantity: integer('Quantity.'),
  rate: decimal('Price per unit.'),
  reason,
  startDate: time('Start of the period.'),
});

export const InvoiceAdjustDiscountByDimension = record(
  'InvoiceAdjustDiscountByDimension',
  'A discount on a dimension.',
  { dimensionKey, discount: fieldOf(BillingDiscount, 'The discount.'), reason },
);

export const InvoiceAdjustMinimumSpendByDimension = record(
  'InvoiceAdjustMinimumSpendByDimension',
  'A minimum spend for a dimension.',
  { dimensionKey, minimumSpend: decimal('The minimum spend.'), reason },
);

export const InvoiceAdjustOverallDiscount = record(
  'InvoiceAdjustOverallDiscount',
  'A discount on the whole invoice.',
  { discount: fieldOf(BillingDiscount, 'The discount.'), reason },
);

export const InvoiceAdjustOverallMinimumSpend = record(
  'InvoiceAdjustOverallMinimumSpend',
  'A minimum spend for the whole invoice.',
  { minimumSpend: decimal('The minimum spend.'), reason },
);

export const MeteringUsageRecordGroupByKey = record(
  'MeteringUsageRecordGroupByKey',
  'Metric that counts usage, and the properties by which it is grouped.',
  {
    groupBysExpression: text('Property values of the group, such as `os=linux,cluster=cluster-1`.'),
    id: idText('Id of the metric, or key of the dimension.'),
  },
);

export const BillableDimensionFeeDetail = record(
  'BillableDimensionFeeDetail',
  'A part of the cost of usage.',
  {
    descriptions: text('Description.'),
    feeExpressions: text('Calculation, such as `5 × 0.1 = 0.5`.'),
  },
);

/** Period of a line, because an invoice may cover several periods. */
const ofTime = {
  endDate: time('End of the period.'),
  startDate: time('Start of the period.'),
};

export const BillableDimensionPriceModelDetail = record(
  'BillableDimensionPriceModelDetail',
  'An invoice line for usage.',
  {
    ...ofTime,
    amount: decimal('Amount, rounded half up to the smallest unit of the currency.'),
    billableMetricKey: fieldOf(MeteringUsageRecordGroupByKey, 'Metric and group that were counted.'),
    category: openEnum('Price model.', [
      'basic',
      'tiered',
      'bulk',
      'volume',
      'percentage',
      'tiered-percentage',
      'matrix',
    ]),
    details: list(BillableDimensionFeeDetail, 'Parts of the amount.'),
    discount: fieldOf(BillingDiscount, 'Discount of the dimension.'),
    discountExpression: text('Calculation of the discount.'),
    isLate: flag('Whether the line adds late usage to a period that was billed before.'),
    isTrial: flag('Whether the usage was in the trial and is free.'),
    minimumCommit: decimal('Minimum amount of this line, if any.'),
    minimumCommitScope: codeText('Scope of the minimum amount.'),
    name: nameText('Displayed name of the dimension.'),
    quantity: decimal('Quantity used.'),
  },
);

export const CommitRevenueDetail = record('CommitRevenueDetail', 'An invoice line for a commit.', {
  ...ofTime,
  amount: decimal('Amount for the period, rounded half up to the smallest unit of the currency.'),
  description: text('Description.'),
  expression: text('Calculation.'),
  key: idText('Key of the commit.'),
  name: nameText('Displayed name.'),
  quantity: integer('Quantity.'),
  rate: decimal('Fee per unit.'),
});

export const BillableDimensionUsageDailyRevenue = record(
  'BillableDimensionUsageDailyRevenue',
  'Usage of one day.',
  {
    billableMetricKey: fieldOf(MeteringUsageRecordGroupByKey, 'Metric and group that were counted.'),
    date: codeText('Day in UTC.'),
    quantity: decimal('Quantity used.'),
    uniquePropertyItems: map('For UNIQUE_COUNT: the values that no earlier day of the period had, as keys.'),
  },
);

export const BillingPaymentInstallmentDetail = record(
  'BillingPaymentInstallmentDetail',
  'The instalment that an invoice charges.',
  {
    amount: decimal('Amount.'),
    chargeOn: time('Charge date.'),
    description: text('Description.'),
  },
);

export const BillingInvoiceParty = record('BillingInvoiceParty', 'Issuer or buyer of an invoice.', {
  address: shortText('Postal address.', 2000),
  bankDetails: shortText('Bank account for payments.', 2000),
  country: codeText('ISO 3166-1 code of the country.'),
  emailAddress: nameText('E-mail address.'),
  name: nameText('Legal name.'),
  taxIds: texts('Tax numbers.', longest.code),
});
export type BillingInvoiceParty = z.infer<typeof BillingInvoiceParty>;

export const BillingInvoiceTax = record('BillingInvoiceTax', 'A tax of an invoice.', {
  amount: decimal('Amount.'),
  name: nameText('Name.'),
  percent: decimal('Tax rate in percent.'),
});

export const BillingCreditNote = record(
  'BillingCreditNote',
  'Amount of an issued invoice that is no longer owed.',
  {
    amount: decimal('Amount including taxes.'),
    creationTime: time('When the note was created.'),
    creditNoteURL: urlText('Signed link to the PDF.'),
    id: idText('Identifier.'),
    netAmount: decimal('Amount excluding taxes.'),
    number: integer('Sequential number within the organization, without gaps.'),
    reason,
    spaUrl: urlText('Signed link to the page of the note.'),
    taxAmount: decimal(
      'Tax included in the amount. All notes of an invoice together never exceed the invoice’s tax.',
    ),
    taxes: list(BillingInvoiceTax, 'Taxes included in the amount.'),
  },
);

export const BillingInvoiceInfo = record('BillingInvoiceInfo', 'Lines, amounts and parties of an invoice.', {
  addFixedFees: list(InvoiceAddFixedFee, 'Added fees.'),
  addonDetail: fieldOf(BillingAddonRecord, 'For ADDON: the addon.'),
  adjustDiscountByDimensions: list(InvoiceAdjustDiscountByDimension, 'Discounts on dimensions.'),
  adjustMinimumSpendByDimensions: list(
    InvoiceAdjustMinimumSpendByDimension,
    'Minimum spends for dimensions.',
  ),
  adjustOverallDiscount: fieldOf(InvoiceAdjustOverallDiscount, 'Discount on the whole invoice.'),
  adjustOverallMinimumSpend: fieldOf(
    InvoiceAdjustOverallMinimumSpend,
    'Minimum spend for the whole invoice.',
  ),
  billableDimensionDetails: list(BillableDimensionPriceModelDetail, 'For USAGE: the lines.', mostLines),
  buyer: fieldOf(BillingInvoiceParty, 'Buyer, as of the issue date.'),
  commitsRevenueDetails: list(CommitRevenueDetail, 'For COMMIT: the lines.', mostLines),
  creationDate: time('When the draft was created.'),
  creditNotes: list(BillingCreditNote, 'Credit notes of the invoice.'),
  creditedAmount: decimal('Sum of the credit notes; absent if there are none.'),
  currency: currency('Currency of all amounts.'),
  deductedCommitAmount: decimal('Amount of the usage covered by a paid commit.'),
  deductedCommitInvoiceID: idText('Invoice that billed the deducted commit.'),
  description: text('Description.'),
  discountAmount: decimal('Amount of the overall discount; absent if there is none.'),
  dueAmount: decimal('Amount owed by the buyer: subtotal less the overall discount, plus tax.'),
  dueDate: time('Due date.'),
  gracePeriodInDays: integer('Days that the invoice stays a draft for review.'),
  isMeteringOverageCommit: flag('Whether usage is charged only above the commit.'),
  issueDate: time('Issue date.'),
  issuer: fieldOf(BillingInvoiceParty, 'Issuer, as of the issue date.'),
  language: codeText('Language of the invoice.'),
  memo: text('Note to the buyer.'),
  netTermsInDays: integer('Days from issue to the due date.'),
  number: integer(
    'Sequential number within the organization, without gaps; absent until the invoice is issued.',
  ),
  paidAmount: decimal('Amount paid; absent if nothing was paid.'),
  paymentInstallmentsDetail: fieldOf(BillingPaymentInstallmentDetail, 'For INSTALLMENT: the instalment.'),
  periodTotalDays: integer('Number of days in the billed period.'),
  receiptUrl: urlText('Link to the receipt; present once the invoice is paid.'),
  refundedAmount: decimal('Amount refunded; absent if nothing was refunded.'),
  spaUrl: urlText('Signed link to the page of the invoice.'),
  subtotalAmount: decimal('Sum of the lines, less the deducted commit amount.'),
  taxAmount: decimal('Tax.'),
  taxNote: text('Note about taxes, such as the reason for none.'),
  taxes: list(BillingInvoiceTax, 'Taxes that make up the tax amount.'),
  trialPeriodInDays: integer('Length of the trial in days.'),
  usageDailyRevenues: list(
    BillableDimensionUsageDailyRevenue,
    'For USAGE counted by billable metrics: the usage of each day, except late usage.',
    mostLines,
  ),
});
export type BillingInvoiceInfo = z.infer<typeof BillingInvoiceInfo>;

export const BillingInvoice = record('BillingInvoice', 'An invoice to a buyer of a direct sale.', {
  buyerID: idText('Id of the buyer.'),
  creationTime: time('When the draft was created.'),
  endDate: time('End of the billed period.'),
  entitlementID: idText('Id of the entitlement.'),
  id: idText('Identifier.'),
  info: fieldOf(BillingInvoiceInfo, 'Lines, amounts and parties.'),
  invoiceURL: urlText('Signed link to the PDF.'),
  lastUpdateTime: time('When the invoice last changed.'),
  organizationID: idText('Organization that issues the invoice.'),
  paymentStatus: fieldOf(BillingPaymentStatus, 'Payment status.'),
  startDate: time('Start of the billed period.'),
  status: fieldOf(BillingInvoiceStatus, 'Status.'),
  type: fieldOf(BillingInvoiceType, 'Kind of fee.'),
});
export type BillingInvoice = z.infer<typeof BillingInvoice>;

/** Statuses by which a list can be filtered; an empty string means no filter. */
export const InvoiceStatusFilter = z.enum(['DRAFT', 'FINALIZED', 'CANCELED', 'DELETED', '']);

export const UpdateInvoiceInfoRequest = record('UpdateInvoiceInfoRequest', 'Changes to a draft.', {
  discountAmount: z
    .number()
    .min(0)
    .max(largestAmount)
    .meta({ description: 'Discount on the whole invoice: an amount, or a percentage.' }),
  discountType: upperCaseEnum('BillingDiscountKind', 'Unit of the discount; ABSOLUTE by default.', [
    'PERCENTAGE',
    'ABSOLUTE',
  ]),
  dueDate: time('Due date, unless the invoice is issued by hand.'),
  memo: shortText('Note to the buyer.', 5000),
});
export type UpdateInvoiceInfoRequest = z.infer<typeof UpdateInvoiceInfoRequest>;
