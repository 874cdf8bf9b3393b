import type { z } from 'zod';
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
  flag,
  idText,
  list,
  longest,
  mapOf,
  nameText,
  nullable,
  of,
  openEnum,
  record,
  text,
  texts,
  time,
  urlText,
  whole,
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
    amount: decimal('Amount to charge, in coins of the currency.'),
    chargeOn: time('When it is charged; a bare date is its midnight in UTC, that day itself.'),
    description: text('What it is for.'),
    id: idText('Identifier, unique on the entitlement; made when it is absent or empty.'),
    name: nameText('Displayed name.'),
  },
);
export type BillingAddonRecord = z.infer<typeof BillingAddonRecord>;

export const EntitlementInfo = record('EntitlementInfo', 'The terms and figures of a purchase.', {
  addons: list(BillingAddonRecord, 'Amounts added.'),
  alertDaysBeforeEnd: whole('Days before the end at which notice is given.'),
  annualizedAmount: nullable(
    decimal('Recurring value of a year, in `currency`; null when paid by usage, once, or not reckonable.'),
  ),
  autoRenew: flag('Whether it renews by itself.'),
  billableDimensions: list(BillableDimension, 'Usage prices by billable metric.'),
  billingCycle: of(BillingCycle, 'When billing periods begin.'),
  billingIntervalInMonths: whole('Months between invoices, as in the offer.'),
  buyerManagementURL: urlText('Where the buyer manages the purchase on the marketplace.'),
  collectableAmount: decimal('Amount that the seller can collect, without the marketplace’s fee.'),
  commitAmount: decimal(
    'What the whole time that was bought or renewed costs on the present terms; the sum of instalments, if there are any. ' +
      'Terms carry their shares of it by UTC days.',
  ),
  commits: list(CommitDimension, 'Flat fees.'),
  currency: byDefault(currency('Currency of all amounts.'), 'USD'),
  deliveryMethod: of(OfferDeliveryMethod, 'How the software reaches the buyer.'),
  dimensions: list(
    MeteringDimension,
    'Usage prices by marketplace dimension, the first 50; the others are on the offer.',
  ),
  dimensionsOversized: flag('Whether there are more than 50 dimensions.'),
  disbursedAmount: decimal('Amount paid out to the seller.'),
  eulaType: of(EulaType, 'Which license agreement holds.'),
  eulaUrl: urlText('Where the license agreement is.'),
  fallbackFromOffer: flag('Whether this was taken from the offer because the agreement showed none of it.'),
  gracePeriodInDays: whole('Days in which an invoice stays a draft for review.'),
  grossAmount: decimal('Committed amount together with metered usage.'),
  invoicedAmount: decimal('Amount invoiced.'),
  isMeteringOverageCommit: flag(
    'Whether usage is charged only above the commit instead of in full beside it.',
  ),
  mkAAgreement: of(MkAAgreement, 'Agreement on marketplace A.'),
  mkAAgreementPdfURL: urlText('Where the agreement can be read as PDF; marketplace A.'),
  mkAChannelPartner: of(MkAChannelPartner, 'Reseller on marketplace A.'),
  mkAEntitlements: nullable(list(MkAEntitlement, 'Rights by dimension on marketplace A.')),
  mkALicenseArn: idText('License, where a buyer has several agreements at once; marketplace A.'),
  mkAOfferSetId: idText('Offer set that the accepted offer belongs to; marketplace A.'),
  mkBAssetID: idText('Order on marketplace B, by which revenue is matched when `externalID` does not.'),
  mkBSubscriptions: nullable(list(MkBSubscription, 'Subscriptions on marketplace B.')),
  mkCEntitlements: nullable(list(MkCEntitlement, 'Entitlements on marketplace C.')),
  mkCPlans: list(MkCPurchaseOptionSpec, 'Plans bought on marketplace C.'),
  mkDEntitlements: nullable(list(DescribeInstanceBody, 'Instances on marketplace D.')),
  mkDOrders: nullable(list(DescribeOrderBody, 'Orders on marketplace D.')),
  mkEAcceptedOffer: of(MkEOffer, 'Accepted offer on marketplace E.'),
  mkFOffer: of(MkFOffer, 'Accepted offer on marketplace F.'),
  netTermsInDays: whole('Days in which an invoice is to be paid.'),
  offerVisibility: of(OfferVisibility, 'Whether it came from a listed or a negotiated offer.'),
  paymentInstallments: list(PaymentInstallment, 'Payments on dates.'),
  paymentSchedule: of(PaymentScheduleType, 'Whether the buyer pays ahead.'),
  proratedBilling: flag('Whether broken billing periods are charged in part.'),
  refundCancellationPolicy: text('When the buyer may cancel and is paid back.'),
  sellerNotes: text('Notes of the seller, hidden from the buyer.'),
  spaUrl: urlText(
    'Signed address of the entitlement’s page; it opens without login and can be given to the buyer.',
  ),
  taxIds: texts('Tax numbers that tax is reckoned with.', longest.code),
  trialConfig: of(TrialConfig, 'Trial.'),
  vendorName: nameText('Vendor of the product, from its listing.'),
});
export type EntitlementInfo = z.infer<typeof EntitlementInfo>;

export const WorkloadEntitlement = record('WorkloadEntitlement', 'What a buyer bought under an offer.', {
  buyerID: idText('Buyer.'),
  creationTime: time('When it was created.'),
  endTime: nullable(time('When it ends; null without a fixed end.')),
  entitlementTermID: idText('Term that runs now.'),
  externalBuyerID: idText('Buyer on the marketplace.'),
  externalID: idText('Identifier on the marketplace.'),
  externalProductID: idText('Product on the marketplace.'),
  externalStatus: codeText('State as the marketplace names it.'),
  id: idText('Identifier.'),
  info: of(EntitlementInfo, 'Terms and figures.'),
  lastUpdateTime: time('When it last changed.'),
  metaInfo: of(WorkloadMetaInfo, 'Links, notes and outcomes of tasks.'),
  name: nameText('Name of the entitlement.'),
  offerID: idText('Offer that was accepted.'),
  organizationID: idText('Organization that sold it.'),
  partner: of(Partner, 'Where it was sold; none for direct sales.'),
  partnerID: idText('Seller’s account there.'),
  productID: idText('Product that was bought.'),
  service: of(PartnerService, 'Service of the partner.'),
  startTime: time('When it starts.'),
  status: of(EntitlementStatus, 'State of the entitlement.'),
  type: codeText('Kind of entitlement.'),
});

export const EntitlementTermInfo = record('EntitlementTermInfo', 'How a term came about and is divided.', {
  dimensionQuantityDecimalParts: mapOf(
    decimal('Fraction left.'),
    'Fractions that a marketplace of whole quantities could not take yet, by dimension; marketplace A.',
  ),
  isCommitDivided: flag('Whether the commit is divided among sub terms.'),
  parentEntitlementTermId: idText('Term that this sub term is a part of.'),
  subEntitlementTermIds: texts('Sub terms of a divided commit.', longest.id),
  type: openEnum('What began the term.', [
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
  'A span of an entitlement and what was used in it.',
  {
    buyerID: idText('Buyer.'),
    commitAmount: decimal(
      'Amount committed to for the term: its share, by UTC days, of what the whole time costs that was bought or renewed. One ' +
        'that was cut short has what was drawn in it, where that is more, and those that follow have so much less.',
    ),
    creationTime: time('When it was created.'),
    creditAmount: decimal('Credit granted for the term.'),
    endTime: nullable(time('When it ends; null without a fixed end.')),
    entitlementID: idText('Entitlement that it belongs to.'),
    entitlementInfo: of(EntitlementInfo, 'Terms of the entitlement when the term began.'),
    externalEntitlementID: idText('Entitlement on the marketplace.'),
    id: idText('Identifier.'),
    info: of(EntitlementTermInfo, 'How it came about and is divided.'),
    lastUpdateTime: time('When it last changed.'),
    offerID: idText('Offer that was accepted.'),
    organizationID: idText('Organization that sold it.'),
    partner: of(Partner, 'Where it was sold; none for direct sales.'),
    productID: idText('Product that was bought.'),
    reportedAmount: decimal('Amount reported for charging.'),
    service: of(PartnerService, 'Service of the partner.'),
    startTime: time('When it starts.'),
    usedCommitAmount: decimal('Part of the commit that usage consumed.'),
    usedCreditAmount: decimal('Part of the credit that usage consumed.'),
  },
);

export const CreateEntitlementParams = record(
  'CreateEntitlementParams',
  'A direct sale that was agreed on elsewhere.',
  {
    buyerId: idText('Buyer; required.'),
    endDate: nullable(
      time(
        'When it ends; null: as the offer says. In the past: it is CANCELLED at once. A bare date is its midnight in UTC: that day is out.',
      ),
    ),
    offerId: idText('Offer of a direct sale that the buyer accepted; required.'),
    organizationId: idText('The organization; the one in the path counts.'),
    startDate: nullable(
      time(
        'When it starts, also in the past or in the future; null: now. A bare date is its midnight in UTC: that day is in.',
      ),
    ),
  },
);
export type CreateEntitlementParams = z.infer<typeof CreateEntitlementParams>;

export const UpdateEntitlementNameParams = record('UpdateEntitlementNameParams', 'A new name.', {
  id: idText('The entitlement; the one in the path counts.'),
  name: nameText('Name of the entitlement; required.'),
  organizationID: idText('The organization; the one in the path counts.'),
});

export const UpdateEntitlementPriceModelParams = record(
  'UpdateEntitlementPriceModelParams',
  'What a direct sale costs from some time on; commits or billable dimensions are required.',
  {
    applyTime: time(
      'From when on; now when absent, and for a time of today, in UTC, that has passed. A bare date is its midnight in UTC: that day is in.',
    ),
    billableDimensions: list(BillableDimension, 'Usage prices, in the place of those that held.'),
    commits: list(CommitDimension, 'Flat fees, in the place of those that held.'),
  },
);
export type UpdateEntitlementPriceModelParams = z.infer<typeof UpdateEntitlementPriceModelParams>;

export const UpdateEntitlementBillingParams = record(
  'UpdateEntitlementBillingParams',
  'Settings of billing that hold for this entitlement in the place of the offer’s; null: the offer’s again.',
  {
    alertDaysBeforeEnd: nullable(
      whole('Days before the end at which notice is given, 1 to 365; null: none.'),
    ),
    gracePeriodInDays: nullable(whole('Days in which an invoice stays a draft for review; 36525 at most.')),
    netTermsInDays: nullable(whole('Days in which an invoice is to be paid; 36525 at most.')),
    proratedBilling: nullable(flag('Whether broken billing periods are charged in part.')),
    taxIds: nullable(texts('Tax numbers that tax is reckoned with.', longest.code)),
    trialConfig: nullable(of(TrialConfig, 'Trial.')),
  },
);
export type UpdateEntitlementBillingParams = z.infer<typeof UpdateEntitlementBillingParams>;

export const AddEntitlementCreditParams = record('AddEntitlementCreditParams', 'Credit to be added.', {
  creditAmountIncrement: decimal('Amount that is added; required, not negative.'),
  entitlementID: idText('The entitlement; the one in the path counts.'),
  entitlementTermID: idText('Term that the credit is for; the one that runs when absent.'),
  organizationID: idText('The organization; the one in the path counts.'),
});
export type AddEntitlementCreditParams = z.infer<typeof AddEntitlementCreditParams>;

export const AddEntitlementCreditResponse = record('AddEntitlementCreditResponse', 'Credit that was added.', {
  creditAmountIncrement: decimal('Amount that was added.'),
  entitlementID: idText('The entitlement.'),
  entitlementTermID: idText('Term that the credit is for.'),
  newCreditAmount: decimal('Credit granted for the term, this one included.'),
  organizationID: idText('The organization.'),
});

export const DivideEntitlementCommitParams = record(
  'DivideEntitlementCommitParams',
  'How the commit of the term that runs is divided.',
  {
    commitAmount: decimal(
      'Amount to divide, at most what is left of the commit; 0, less or absent: all that is left, as credit.',
    ),
    startDates: list(
      time(
        'Start of a part, the first with the term: its second or its day will do. A bare date is its midnight in UTC: that day is in.',
      ),
      'When the parts start, one after the other; the first with the term. Required.',
    ),
  },
);
export type DivideEntitlementCommitParams = z.infer<typeof DivideEntitlementCommitParams>;
