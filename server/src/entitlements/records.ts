import type { z } from 'zod';
import {
  cancellationReasonCodes,
  cancellationRequestStates,
  refundReasonCodes,
} from '../marketplaces/index.ts';
import {
  DescribeInstanceBody,
  DescribeOrderBody,
  MkAAgreement,
  MkAChannelPartner,
  MkAEntitlement,
  MkBSubscription,
  MkCEntitlement,
  MkCPurchaseOptionSpec,
  MkEOffer,
  MkFOffer,
  Partner,
  PartnerService,
  PaymentScheduleType,
} from '../marketplaces/records/index.ts';
import {
  BillingCycle,
  OfferDeliveryMethod,
  OfferVisibility,
  PaymentInstallment,
  TrialConfig,
} from '../offers/records.ts';
import {
  byDefault,
  closedEnum,
  codeText,
  currency,
  decimal,
  fieldOf,
  flag,
  idText,
  integer,
  list,
  longest,
  mapOf,
  nameText,
  nullable,
  openEnum,
  record,
  shortText,
  text,
  texts,
  time,
  urlText,
} from '../platform/records/fields.ts';
import {
  BillableDimension,
  CommitDimension,
  EulaType,
  MeteringDimension,
  WorkloadMetaInfo,
} from '../products/records/index.ts';

export const EntitlementStatus = closedEnum('EntitlementStatus', 'State of an entitlement.', [
  'ACTIVE',
  'CANCELLED',
  'DELETED',
  'PENDING_CANCEL',
  'PENDING_START',
  'SUSPENDED',
]);
export type EntitlementStatus = z.infer<typeof EntitlementStatus>;

export const BillingAddonRecord = record(
  'BillingAddonRecord',
  'An amount added to what an entitlement costs.',
  {
    amount: decimal('Amount to charge, with at most the decimals of the currency.'),
    chargeOn: time('Time of the charge; a bare date means its midnight in UTC.'),
    description: text('Purpose of the amount.'),
    id: idText('Identifier, unique within the entitlement; generated if absent or empty.'),
    name: nameText('Displayed name.'),
  },
);
export type BillingAddonRecord = z.infer<typeof BillingAddonRecord>;

export const CancellationRequest = record(
  'CancellationRequest',
  'The seller’s last cancellation request to the buyer, on marketplaces where the buyer decides.',
  {
    answerTime: time(
      'Deadline of the buyer’s response, after which silence counts as consent; absent once decided.',
    ),
    creationTime: time('When the request was sent.'),
    externalID: idText('Identifier of the request at the marketplace.'),
    lastUpdateTime: time('When the state of the request last changed.'),
    message: text('Explanation by the buyer or the marketplace, for example of a rejection.'),
    reasonCode: codeText('Reason for the cancellation, shown to the buyer.'),
    status: openEnum(
      'State of the request. VALIDATION_FAILED: the marketplace did not forward it to the buyer.',
      cancellationRequestStates,
    ),
  },
);
export type CancellationRequest = z.infer<typeof CancellationRequest>;

export const CancelEntitlementParams = record(
  'CancelEntitlementParams',
  'Reason for the cancellation of an entitlement.',
  {
    description: shortText('Explanation for the buyer.', 2000),
    reasonCode: closedEnum(
      'CancellationReasonCode',
      'Reason for the cancellation, shown to the buyer. Default: OTHER.',
      cancellationReasonCodes,
    ),
  },
);
export type CancelEntitlementParams = z.infer<typeof CancelEntitlementParams>;

export const WithdrawCancellationParams = record(
  'WithdrawCancellationParams',
  'Reason for the withdrawal of a cancellation request.',
  { description: shortText('Explanation for the buyer.', 2000) },
);
export type WithdrawCancellationParams = z.infer<typeof WithdrawCancellationParams>;

const RefundReasonCode = closedEnum(
  'RefundReasonCode',
  'Reason for the refund. Default: OTHER.',
  refundReasonCodes,
);

export const RefundEntitlementParams = record(
  'RefundEntitlementParams',
  'Refund to the buyer of a marketplace.',
  {
    amount: decimal('Amount to refund, in the currency of the entitlement; more than 0. Required.'),
    description: shortText('Explanation for the marketplace.', 2000),
    invoiceID: idText('Marketplace invoice, by its id in revenue records. Required.'),
    reasonCode: RefundReasonCode,
  },
);
export type RefundEntitlementParams = z.infer<typeof RefundEntitlementParams>;

export const MarketplaceRefund = record(
  'MarketplaceRefund',
  'A refund that the seller requested from the marketplace.',
  {
    amount: decimal('Amount of the refund.'),
    creationTime: time('When the seller requested the refund.'),
    currency: currency('Currency of the amount.'),
    description: text('Explanation for the marketplace.'),
    id: idText('Identifier of the refund.'),
    invoiceID: idText('Marketplace invoice.'),
    lastUpdateTime: time('When the refund completed or failed.'),
    message: text('Reason of the failure.'),
    reasonCode: codeText('Reason of the refund.'),
    status: openEnum('State of the refund.', ['PENDING', 'COMPLETED', 'FAILED']),
  },
);
export type MarketplaceRefund = z.infer<typeof MarketplaceRefund>;

export const EntitlementInfo = record('EntitlementInfo', 'The terms and amounts of a purchase.', {
  addons: list(BillingAddonRecord, 'Amounts added.'),
  alertDaysBeforeEnd: integer('Days before the end at which members are notified.'),
  annualizedAmount: nullable(
    decimal(
      'Annualized contract value in `currency`; null for usage-only or one-time payment, or if it cannot be computed.',
    ),
  ),
  autoRenew: flag('Whether the entitlement renews automatically.'),
  billableDimensions: list(BillableDimension, 'Usage prices by billable metric.'),
  billingCycle: fieldOf(BillingCycle, 'When billing periods begin.'),
  billingIntervalInMonths: integer('Months between invoices, as in the offer.'),
  buyerManagementURL: urlText('Page on which the buyer manages the purchase at the marketplace.'),
  cancellationRequest: fieldOf(
    CancellationRequest,
    'The last cancellation request to the buyer; marketplace A.',
  ),
  collectableAmount: decimal('Amount due to the seller, net of the marketplace’s fee.'),
  commitAmount: decimal(
    'Price of the whole purchased or renewed period on the current terms; the sum of instalments, if any. ' +
      'The price is prorated to the terms by UTC days.',
  ),
  commits: list(CommitDimension, 'Flat fees.'),
  currency: byDefault(currency('Currency of all amounts.'), 'USD'),
  deliveryMethod: fieldOf(OfferDeliveryMethod, 'Delivery method of the software.'),
  dimensions: list(
    MeteringDimension,
    'Usage prices by marketplace dimension, the first 50; the offer has all dimensions.',
  ),
  dimensionsOversized: flag('Whether there are more than 50 dimensions.'),
  disbursedAmount: decimal('Amount paid out to the seller.'),
  eulaType: fieldOf(EulaType, 'Type of the license agreement.'),
  eulaUrl: urlText('Address of the license agreement.'),
  fallbackFromOffer: flag('Whether these terms come from the offer because the agreement contains no terms.'),
  gracePeriodInDays: integer('Days that an invoice stays a draft for review.'),
  grossAmount: decimal('Committed amount plus metered usage.'),
  invoicedAmount: decimal('Amount invoiced.'),
  isMeteringOverageCommit: flag(
    'Whether only usage above the commit is charged, instead of all usage in addition to it.',
  ),
  mkAAgreement: fieldOf(MkAAgreement, 'Agreement on marketplace A.'),
  mkAAgreementPdfURL: urlText('Address of the agreement as PDF; marketplace A.'),
  mkAChannelPartner: fieldOf(MkAChannelPartner, 'Reseller on marketplace A.'),
  mkAEntitlements: nullable(list(MkAEntitlement, 'Rights by dimension on marketplace A.')),
  mkALicenseArn: idText('License that distinguishes concurrent agreements of a buyer; marketplace A.'),
  mkAOfferSetId: idText('Offer set of the accepted offer; marketplace A.'),
  mkBAssetID: idText('Order on marketplace B, which matches revenue if `externalID` does not.'),
  mkBSubscriptions: nullable(list(MkBSubscription, 'Subscriptions on marketplace B.')),
  mkCEntitlements: nullable(list(MkCEntitlement, 'Entitlements on marketplace C.')),
  mkCPlans: list(MkCPurchaseOptionSpec, 'Plans bought on marketplace C.'),
  mkDEntitlements: nullable(list(DescribeInstanceBody, 'Instances on marketplace D.')),
  mkDOrders: nullable(list(DescribeOrderBody, 'Orders on marketplace D.')),
  mkEAcceptedOffer: fieldOf(MkEOffer, 'Accepted offer on marketplace E.'),
  mkFOffer: fieldOf(MkFOffer, 'Accepted offer on marketplace F.'),
  netTermsInDays: integer('Days from the date of an invoice until payment is due.'),
  offerVisibility: fieldOf(OfferVisibility, 'Whether the offer was public or private.'),
  paymentInstallments: list(PaymentInstallment, 'Payments on dates.'),
  paymentSchedule: fieldOf(PaymentScheduleType, 'Whether the buyer pays in advance.'),
  proratedBilling: flag('Whether partial billing periods are charged in proportion.'),
  refundCancellationPolicy: text('Conditions for cancellations and refunds.'),
  refunds: list(MarketplaceRefund, 'Refunds requested from the marketplace, oldest first; marketplace A.'),
  sellerNotes: text('Notes of the seller, hidden from the buyer.'),
  spaUrl: urlText(
    'Signed address of the entitlement’s page, which opens without login and can be shared with the buyer.',
  ),
  taxIds: texts('Tax identification numbers for the calculation of tax.', longest.code),
  trialConfig: fieldOf(TrialConfig, 'Trial.'),
  vendorName: nameText('Vendor of the product, from its listing.'),
});
export type EntitlementInfo = z.infer<typeof EntitlementInfo>;

export const WorkloadEntitlement = record(
  'WorkloadEntitlement',
  'A buyer’s right to use a product, bought with an offer.',
  {
    buyerID: idText('Buyer.'),
    creationTime: time('Time of creation.'),
    endTime: nullable(time('End time; null without a fixed end.')),
    entitlementTermID: idText('Current term.'),
    externalBuyerID: idText('Buyer on the marketplace.'),
    externalID: idText('Identifier on the marketplace.'),
    externalProductID: idText('Product on the marketplace.'),
    externalStatus: codeText('Status at the marketplace.'),
    id: idText('Identifier.'),
    info: fieldOf(EntitlementInfo, 'Terms and amounts.'),
    lastUpdateTime: time('Time of the last change.'),
    metaInfo: fieldOf(WorkloadMetaInfo, 'Links, notes and results of tasks.'),
    name: nameText('Name of the entitlement.'),
    offerID: idText('Accepted offer.'),
    organizationID: idText('Organization of the seller.'),
    partner: fieldOf(Partner, 'Marketplace of the sale; absent for direct sales.'),
    partnerID: idText('Seller’s account at the partner.'),
    productID: idText('Purchased product.'),
    service: fieldOf(PartnerService, 'Service of the partner.'),
    startTime: time('Start time.'),
    status: fieldOf(EntitlementStatus, 'State of the entitlement.'),
    type: codeText('Kind of entitlement.'),
  },
);

export const EntitlementTermInfo = record('EntitlementTermInfo', 'Origin and division of a term.', {
  dimensionQuantityDecimalParts: mapOf(
    decimal('Remaining fraction.'),
    'Fractions of units not reported yet, by dimension, because marketplace A accepts whole quantities only.',
  ),
  isCommitDivided: flag('Whether the commit is divided into sub terms.'),
  parentEntitlementTermId: idText('Divided term of this sub term.'),
  subEntitlementTermIds: texts('Sub terms of a divided commit.', longest.id),
  type: openEnum('Event that began the term.', [
    'Signup',
    'AutoRenew',
    'ManualRenew',
    'PlanChange',
    'QuantityChange',
    'DivideCommit',
  ]),
});
export type EntitlementTermInfo = z.infer<typeof EntitlementTermInfo>;

export const WorkloadEntitlementTerm = record(
  'WorkloadEntitlementTerm',
  'A period of an entitlement with its amounts and usage.',
  {
    buyerID: idText('Buyer.'),
    commitAmount: decimal(
      'Amount committed for the term: the price of the whole purchased or renewed period, prorated by UTC days. A term ' +
        'that ended early has at least the amount consumed in it; the following terms are reduced by the excess.',
    ),
    creationTime: time('Time of creation.'),
    creditAmount: decimal('Credit granted for the term.'),
    endTime: nullable(time('End time; null without a fixed end.')),
    entitlementID: idText('Entitlement of the term.'),
    entitlementInfo: fieldOf(EntitlementInfo, 'Terms of the entitlement when the term began.'),
    externalEntitlementID: idText('Entitlement on the marketplace.'),
    id: idText('Identifier.'),
    info: fieldOf(EntitlementTermInfo, 'Origin and division of the term.'),
    lastUpdateTime: time('Time of the last change.'),
    offerID: idText('Accepted offer.'),
    organizationID: idText('Organization of the seller.'),
    partner: fieldOf(Partner, 'Marketplace of the sale; absent for direct sales.'),
    productID: idText('Purchased product.'),
    reportedAmount: decimal('Amount reported for charging.'),
    service: fieldOf(PartnerService, 'Service of the partner.'),
    startTime: time('Start time.'),
    usedCommitAmount: decimal('Part of the commit that usage consumed.'),
    usedCreditAmount: decimal('Part of the credit that usage consumed.'),
  },
);

export const CreateEntitlementParams = record(
  'CreateEntitlementParams',
  'A direct sale that seller and buyer agreed on outside the service.',
  {
    buyerId: idText('Buyer; required.'),
    endDate: nullable(
      time(
        'End time; null: the end from the offer. With an end in the past, the entitlement is CANCELLED immediately. A bare date means its midnight in UTC, so that day is excluded.',
      ),
    ),
    offerId: idText('Accepted offer for direct sales; required.'),
    organizationId: idText('Organization; ignored in favor of the path.'),
    startDate: nullable(
      time(
        'Start time, which may be in the past or future; null: now. A bare date means its midnight in UTC, so that day is included.',
      ),
    ),
  },
);
export type CreateEntitlementParams = z.infer<typeof CreateEntitlementParams>;

export const UpdateEntitlementNameParams = record('UpdateEntitlementNameParams', 'A new name.', {
  id: idText('Entitlement; ignored in favor of the path.'),
  name: nameText('Name of the entitlement; required.'),
  organizationID: idText('Organization; ignored in favor of the path.'),
});

export const UpdateEntitlementPriceModelParams = record(
  'UpdateEntitlementPriceModelParams',
  'New prices of a direct sale; commits or billable dimensions are required.',
  {
    applyTime: time(
      'Time of the change; now if absent, or for an earlier time of today (UTC). A bare date means its midnight in UTC, so that day is included.',
    ),
    billableDimensions: list(BillableDimension, 'Usage prices that replace the current usage prices.'),
    commits: list(CommitDimension, 'Flat fees that replace the current flat fees.'),
  },
);
export type UpdateEntitlementPriceModelParams = z.infer<typeof UpdateEntitlementPriceModelParams>;

export const UpdateEntitlementBillingParams = record(
  'UpdateEntitlementBillingParams',
  'Billing settings of this entitlement that override the offer’s; null restores the offer’s value.',
  {
    alertDaysBeforeEnd: nullable(
      integer('Days before the end at which members are notified, 1 to 365; null: no notice.'),
    ),
    gracePeriodInDays: nullable(integer('Days that an invoice stays a draft for review; 36525 at most.')),
    netTermsInDays: nullable(
      integer('Days from the date of an invoice until payment is due; 36525 at most.'),
    ),
    proratedBilling: nullable(flag('Whether partial billing periods are charged in proportion.')),
    taxIds: nullable(texts('Tax identification numbers for the calculation of tax.', longest.code)),
    trialConfig: nullable(fieldOf(TrialConfig, 'Trial.')),
  },
);
export type UpdateEntitlementBillingParams = z.infer<typeof UpdateEntitlementBillingParams>;

export const AddEntitlementCreditParams = record('AddEntitlementCreditParams', 'Credit to add.', {
  creditAmountIncrement: decimal('Amount to add; required, not negative.'),
  entitlementID: idText('Entitlement; ignored in favor of the path.'),
  entitlementTermID: idText('Term of the credit; the current term if absent.'),
  organizationID: idText('Organization; ignored in favor of the path.'),
});
export type AddEntitlementCreditParams = z.infer<typeof AddEntitlementCreditParams>;

export const AddEntitlementCreditResponse = record('AddEntitlementCreditResponse', 'Added credit.', {
  creditAmountIncrement: decimal('Added amount.'),
  entitlementID: idText('The entitlement.'),
  entitlementTermID: idText('Term of the credit.'),
  newCreditAmount: decimal('Total credit of the term, including the added amount.'),
  organizationID: idText('The organization.'),
});

export const DivideEntitlementCommitParams = record(
  'DivideEntitlementCommitParams',
  'Division of the commit of the current term.',
  {
    commitAmount: decimal(
      'Amount to divide, at most the remaining commit; 0, negative or absent: the whole remaining commit, as credit.',
    ),
    startDates: list(
      time(
        'Start of a part. The first part starts with the term; a start with the precision of a second or a day is accepted. A bare date means its midnight in UTC, so that day is included.',
      ),
      'Start times of the parts, ascending; the first part starts with the term. Required.',
    ),
  },
);
export type DivideEntitlementCommitParams = z.infer<typeof DivideEntitlementCommitParams>;
