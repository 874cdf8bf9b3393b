import type { z } from 'zod';
import {
  AgreementDocument,
  AudienceEntry,
  MkABusEventDetail,
  MkAChannelPartner,
  MkACppoOpportunity,
  MkBPrivateOffer,
  MkBPrivateOfferPlan,
  MkBProductVariant,
  MkBSoftwareReservation,
  MkCFeatureValue,
  MkCMeteringMetric,
  MkCPrivateOffer,
  MkCPrivateOfferCustomerInfo,
  MkCProviderInfo,
  MkCPurchaseOptionSpec,
  MkCResellerPlan,
  MkEOffer,
  MkFOffer,
  mkCOfferDealTypes,
  Partner,
  PartnerService,
  PaymentScheduleType,
  SkuDiscount,
  TimeUnit,
} from '../marketplaces/records/index.ts';
import {
  actedEnum,
  byDefault,
  closedEnum,
  codeText,
  currency,
  decimal,
  deprecated,
  fieldOf,
  flag,
  freeRecord,
  idText,
  integer,
  key,
  list,
  longest,
  mapOf,
  nameText,
  nullable,
  openEnum,
  percent,
  record,
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
  ProductType,
  productTypeNote,
  soldAsNote,
  WorkloadMetaInfo,
} from '../products/records/index.ts';

export { CommitDimension };

export const OfferStatus = closedEnum('OfferStatus', 'Status of an offer.', [
  'INVALID',
  'ACCEPTED',
  'ACTIVE',
  'CANCEL_FAILED',
  'CANCEL_SUCCESS',
  'CANCELLED',
  'CREATE_FAILED',
  'CREATE_SUCCESS',
  'DELETED',
  'DEPRECATED',
  'DRAFT',
  'EXPIRED',
  'PENDING_ACCEPTANCE',
  'PENDING_CANCEL',
  'PENDING_CREATE',
  'PENDING_UPDATE',
  'PREVIEW',
  'READY_TO_USE',
  'REJECTED',
  'RESTRICTED',
  'TEST',
  'UPDATE_FAILED',
  'UPDATE_SUCCESS',
  'USED',
  'PENDING_PARTNER_ACTION',
  'VOID',
]);
export type OfferStatus = z.infer<typeof OfferStatus>;

export const OfferType = actedEnum('Type of the offer; PRIVATE by default.', [
  'PRIVATE',
  'DEFAULT',
  'FREE_TRIAL',
  'CPPO_OUT',
  'CPPO_IN',
  'CPPO',
  'AMI',
  'APPLICATION',
  'CONTAINER',
  'CONTRACT',
  'CUD',
  'DATA',
  'FIXED_FEE',
  'FIXED_FEE_WITH_OVERAGE',
  'FLAT_RATE',
  'MACHINE_LEARNING',
  'PAYG',
  'PAYG_WITH_CUD',
  'PER_USER',
  'PROFESSIONAL_SERVICES',
  'SAAS',
  'SUBSCRIPTION',
  'UNKNOWN',
]);

export const BillingCycle = openEnum('Start of billing periods; the start of the entitlement by default.', [
  'MONTH_FIRST_DAY',
  'ENTITLEMENT_START_DATE',
]);

export const OfferVisibility = openEnum('Whether the offer is public.', ['PRIVATE', 'PUBLIC']);

export const OfferDeliveryMethod = openEnum('Delivery method of the software.');

export const TrialConfig = record('TrialConfig', 'A trial before the first charge.', {
  trialPeriod: integer('Length of the trial; at most 100 years.'),
  trialPeriodUnit: fieldOf(TimeUnit, 'Unit of `trialPeriod`.'),
});
export type TrialConfig = z.infer<typeof TrialConfig>;

export const PaymentInstallment = record('PaymentInstallment', 'A payment of a schedule.', {
  amount: decimal('Amount to pay.'),
  chargeOn: time('Date of the charge; a date without a time means 00:00 UTC on that day.'),
  chargeOnStr: codeText('Date of the charge in the marketplace’s format.'),
  credit: decimal('Credit that the payment grants.'),
  discountPercentage: percent(
    'Discount in percent off `originalAmount`, already included in `amount`; 0 to 100, except in drafts.',
  ),
  originalAmount: decimal('Amount before the discount.'),
  skuDiscounts: list(
    SkuDiscount,
    'Discounts on usage from this payment on, by metric; marketplace C, paid in advance.',
  ),
});
export type PaymentInstallment = z.infer<typeof PaymentInstallment>;

export const OfferDiscountGroupApplication = freeRecord(
  'OfferDiscountGroupApplication',
  'A discount group that was applied to metered dimensions.',
);

export const OfferInfo = record('OfferInfo', 'The terms of an offer.', {
  additionalEulaUrls: texts(
    'Documents added to the document at `eulaUrl`; requires `eulaType` CUSTOM.',
    longest.url,
  ),
  additionalResellerEulaUrls: texts(
    'Documents added to the reseller’s document; requires `resellerEulaType` CUSTOM.',
    longest.url,
  ),
  attachEulaType: fieldOf(EulaType, 'Standard agreement that your documents are added to.'),
  autoRenew: flag('Whether the term renews automatically.'),
  billableDimensions: list(BillableDimension, 'Usage prices by billable metric.'),
  billingCycle: fieldOf(BillingCycle, 'Start of billing periods.'),
  billingIntervalInMonths: integer('Months between invoices; at most 1200.'),
  buyerCountryCodes: texts(
    'Countries, ISO 3166-1 alpha-2, from which the offer can be accepted; empty for all; marketplace A.',
    longest.code,
  ),
  buyerMkAAccountIds: texts('Accounts of the buyers on marketplace A.', longest.id),
  buyerMkBTenants: list(AudienceEntry, 'Tenants of the buyers on marketplace B.'),
  commitAmount: decimal('Committed amount before discounts; for display only.'),
  commitBillingIntervalInMonths: deprecated(integer('Use `billingIntervalInMonths`.')),
  commits: list(CommitDimension, 'Flat fees.'),
  currency: currency('Currency of all amounts, ISO 4217.'),
  deliveryMethod: fieldOf(OfferDeliveryMethod, 'Delivery method of the software.'),
  dimensions: list(MeteringDimension, 'Usage prices by marketplace dimension.'),
  discountGroupApplications: list(
    OfferDiscountGroupApplication,
    'Discount groups that were applied, in order of precedence; not overwritten by the marketplace.',
  ),
  discountPercentage: percent(
    'Discount in percent on commits or usage, for display. Rates already include it. 0 to 100, except in drafts.',
  ),
  docusignEnvelopeIds: mapOf(text('Envelope.'), 'Envelopes for signature, by contact.'),
  eulaMergeOrder: list(
    integer('A document.'),
    'Order of merging: 0 is the attached standard agreement, 1 `eulaUrl`, 2 and above the additional documents.',
  ),
  eulaType: fieldOf(EulaType, 'Type of the license agreement.'),
  eulaUrl: urlText(
    'Address of the license agreement. In this and the other addresses of agreements, responses, events and the ' +
      'audit trail mask a user name and password, secret parameters, and long random parts of the path. A masked ' +
      'address that is sent back with the id of its draft keeps the stored value.',
  ),
  gracePeriodInDays: integer('Days that an invoice stays a draft for review; at most 36525.'),
  isMeteringOverageCommit: flag('Whether usage is charged only above the commit, instead of in full.'),
  mkAAgreementDuration: codeText('Length from acceptance, as an ISO 8601 duration; marketplace A.'),
  mkAChannelPartner: fieldOf(MkAChannelPartner, 'Reseller on marketplace A.'),
  mkACppoEventDetail: fieldOf(
    MkABusEventDetail,
    'Event of marketplace A that granted the resale authorization.',
  ),
  mkACppoOpportunity: fieldOf(MkACppoOpportunity, 'Resale authorization on marketplace A.'),
  mkAMachineLearningContractDuration: integer(
    'Contract length in months for a machine learning model; marketplace A.',
  ),
  mkAMarkupPercentage: percent(
    'Margin of the reseller in percent, 0 to 1000, except in drafts; marketplace A.',
  ),
  mkAOfferSetId: idText('Offer set of the offer; marketplace A.'),
  mkAResaleAuthorizationId: idText('Resale authorization that the offer is made with; marketplace A.'),
  mkBOriginalPlan: fieldOf(MkBPrivateOfferPlan, 'Plan at list price; marketplace B.'),
  mkBPlanSoftwareReservations: list(
    MkBSoftwareReservation,
    'Terms for which machine software can be reserved; marketplace B.',
  ),
  mkBPrivateOffer: fieldOf(MkBPrivateOffer, 'Private offer in the format of marketplace B.'),
  mkBProductVariant: fieldOf(MkBProductVariant, 'Plan in the format of marketplace B.'),
  mkBVmImageSkuIds: texts('Machine images of a plan, used to match revenue; marketplace B.', longest.id),
  mkCCotermAlignment: openEnum('Whether the end is aligned with another entitlement; marketplace C.', [
    'ALIGN_END_TIME',
    'COTERM_ALIGNMENT_UNSPECIFIED',
  ]),
  mkCCustomerInfo: fieldOf(MkCPrivateOfferCustomerInfo, 'Buyer; marketplace C.'),
  mkCDuration: integer('Length in months; required for private offers on marketplace C.'),
  mkCFeatures: list(MkCFeatureValue, 'Values of product features; marketplace C.'),
  mkCMetrics: list(MkCMeteringMetric, 'Metrics of the plan; marketplace C.'),
  mkCOfferDataSource: openEnum('Data source of the offer; marketplace C.'),
  mkCOfferDealType: openEnum('Deal type of the offer; marketplace C.', mkCOfferDealTypes),
  mkCPaymentRecurrence: openEnum('Payment frequency; marketplace C.', [
    'MONTHLY_PERIOD',
    'QUARTERLY_PERIOD',
    'YEARLY_PERIOD',
    'CUSTOM_PERIOD',
  ]),
  mkCPaymentSchedule: fieldOf(PaymentScheduleType, 'Whether the buyer pays in advance; marketplace C.'),
  mkCPlans: list(MkCPurchaseOptionSpec, 'Plans of the offer; marketplace C.'),
  mkCPrivateOffer: fieldOf(MkCPrivateOffer, 'Private offer in the format of marketplace C.'),
  mkCProviderInfo: fieldOf(MkCProviderInfo, 'Seller; marketplace C.'),
  mkCProviderInternalNote: text('Internal note of the seller; marketplace C.'),
  mkCProviderPublicNote: text('Note to the buyer; the name of the offer by default; marketplace C.'),
  mkCResellerPrivateOfferPlan: fieldOf(MkCResellerPlan, 'Plan for resellers in the format of marketplace C.'),
  mkCSkuDiscounts: list(
    SkuDiscount,
    'Discounts on usage by metric, paid in arrears; percentages from 0 to 100; marketplace C.',
  ),
  mkCSowAgreementDocument: fieldOf(AgreementDocument, 'Statement of work; marketplace C.'),
  mkCUsagePlanPriceModel: openEnum('Discount model of usage; marketplace C.', [
    'CUD_LIST_PRICE',
    'CUD_ALL_USAGE_DISCOUNTED',
    'USAGE_DISCOUNT_ONLY',
  ]),
  mkEOffer: fieldOf(MkEOffer, 'Offer in the format of marketplace E.'),
  mkFOffer: fieldOf(MkFOffer, 'Offer in the format of marketplace F.'),
  netTermsInDays: integer('Days until an invoice is due; at most 36525.'),
  paymentInstallments: list(PaymentInstallment, 'Payments on fixed dates.'),
  paymentSchedule: fieldOf(PaymentScheduleType, 'Whether the buyer pays in advance.'),
  pdfURL: urlText('Address of the PDF of the offer.'),
  privateOfferUrl: urlText('Address at which buyers accept a private offer.'),
  proratedBilling: flag('Whether incomplete billing periods are prorated.'),
  refundCancellationPolicy: text('Refund and cancellation policy.'),
  resellerAttachEulaType: fieldOf(EulaType, 'Standard agreement that the reseller’s documents are added to.'),
  resellerEulaType: fieldOf(EulaType, 'Type of the agreement with the reseller.'),
  resellerEulaUrl: urlText('Address of the agreement with the reseller.'),
  sellerNotes: text('Notes of the seller; not shown to the buyer.'),
  startTime: time(
    'Start of the term, if later than the acceptance; contracts on marketplaces A and C. A date without a time means 00:00 UTC: that day is included.',
  ),
  taxIds: texts('Tax ids for the calculation of tax.', longest.code),
  trialConfig: fieldOf(TrialConfig, 'Trial.'),
  usageBillingIntervalInMonths: deprecated(integer('Use `billingIntervalInMonths`.')),
  visibility: fieldOf(
    OfferVisibility,
    'PUBLIC for listed offers, PRIVATE for negotiated offers; derived from `offerType`.',
  ),
});
export type OfferInfo = z.infer<typeof OfferInfo>;

export const WorkloadOffer = record('WorkloadOffer', 'An offer to buyers, listed or negotiated.', {
  buyerID: key('Buyer of the offer.'),
  channelType: openEnum('Sales channel.'),
  contactIds: list(key('A contact.'), 'Recipients of the offer.'),
  createdBy: idText('Creator of the offer.'),
  creationTime: time('Creation time.'),
  endTime: nullable(
    time(
      'End of the term, and the last moment of acceptance; null without a fixed end. A date without a time means 00:00 UTC: that day is excluded.',
    ),
  ),
  expireTime: nullable(
    time(
      'Last moment of acceptance, not after `endTime`; null without a limit. A date without a time means 00:00 UTC: that day is excluded.',
    ),
  ),
  externalID: idText('Identifier on the marketplace.'),
  // Read-only for most operations, but the body that submits a draft contains its id.
  id: idText('Identifier.').meta({ readOnly: false }),
  info: fieldOf(OfferInfo, 'Terms.'),
  lastUpdateTime: time('Time of the last change.'),
  lastUpdatedBy: idText('Author of the last change.'),
  metaInfo: fieldOf(WorkloadMetaInfo, 'Links, notes and results of jobs.'),
  name: nameText('Name of the offer.'),
  offerType: byDefault(fieldOf(OfferType, 'Type of the offer.'), 'PRIVATE'),
  organizationID: idText('Organization of the seller.'),
  partner: fieldOf(Partner, 'Marketplace or payment provider; absent for direct sales.'),
  partnerID: key('Seller’s account at the partner.'),
  pricingType: openEnum('Pricing type.'),
  productID: key('Product of the offer.'),
  productType: fieldOf(ProductType, `Type of the product. ${productTypeNote}`),
  service: fieldOf(PartnerService, 'Service of the partner.'),
  soldAs: fieldOf(ProductType, soldAsNote),
  status: fieldOf(OfferStatus, 'Status of the offer.'),
  subStatus: openEnum('Step within the status.'),
});
export type WorkloadOffer = z.infer<typeof WorkloadOffer>;

export const OfferValidation = record('OfferValidation', 'Result of validating an offer.', {
  findings: list(
    record('OfferValidationFinding', 'A finding about an offer.', {
      confirmable: flag(
        'Whether a person may confirm the error: the offer is then created with a warning. Strict handling rejects it.',
      ),
      message: text('Readable message.'),
      pointer: text('JSON pointer into the body; absent for findings about the whole offer.'),
      severity: openEnum('ERROR prevents the creation of the offer as sent; WARNING does not.', [
        'ERROR',
        'WARNING',
      ]),
      source: openEnum(
        'Source of the finding: the format of the body, the rules of this service, the records that the offer references, or the rules of the marketplace.',
        ['REQUEST', 'RULES', 'REFERENCES', 'MARKETPLACE'],
      ),
    }),
    'Findings, in the order of their sources.',
  ),
  valid: flag('Whether the offer can be created as sent.'),
});
export type OfferValidation = z.infer<typeof OfferValidation>;

/** Result that a member reports for a creation whose response was lost. */
export const CreationOutcome = record(
  'OfferCreationOutcome',
  'Result of the creation of an offer, as found at the marketplace.',
  {
    externalID: idText('Identifier of the offer on the marketplace, if the offer exists there.'),
    failed: flag('True if the offer does not exist on the marketplace.'),
  },
);
export type CreationOutcome = z.infer<typeof CreationOutcome>;
