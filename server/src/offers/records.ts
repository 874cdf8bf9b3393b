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
  flag,
  freeRecord,
  idText,
  key,
  list,
  longest,
  mapOf,
  nameText,
  nullable,
  of,
  openEnum,
  percent,
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
  ProductType,
  WorkloadMetaInfo,
} from '../products/records/index.ts';

export { CommitDimension };

export const OfferStatus = closedEnum('OfferStatus', 'State of an offer.', [
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

export const OfferType = actedEnum('Kind of offer; PRIVATE when not given.', [
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

export const BillingCycle = openEnum(
  'When billing periods begin; the start of the entitlement where it is not set.',
  ['MONTH_FIRST_DAY', 'ENTITLEMENT_START_DATE'],
);

export const OfferVisibility = openEnum('Whether everybody may buy.', ['PRIVATE', 'PUBLIC']);

export const OfferDeliveryMethod = openEnum('How the software reaches the buyer.');

export const TrialConfig = record('TrialConfig', 'A trial before the first charge.', {
  trialPeriod: whole('Length of the trial; a hundred years at most.'),
  trialPeriodUnit: of(TimeUnit, 'Unit of the length.'),
});
export type TrialConfig = z.infer<typeof TrialConfig>;

export const PaymentInstallment = record('PaymentInstallment', 'One payment of a schedule.', {
  amount: decimal('Amount to pay.'),
  chargeOn: time('When it is charged; a bare date is its midnight in UTC, that day itself.'),
  chargeOnStr: codeText('The same as the marketplace wrote it.'),
  credit: decimal('Credit that the payment grants.'),
  discountPercentage: percent(
    'Discount in percent that `amount` has already, off `originalAmount`; 0 to 100 but in drafts.',
  ),
  originalAmount: decimal('Amount before the discount.'),
  skuDiscounts: list(SkuDiscount, 'Discounts on usage from then on, by metric; marketplace C, paid ahead.'),
});
export type PaymentInstallment = z.infer<typeof PaymentInstallment>;

export const OfferDiscountGroupApplication = freeRecord(
  'OfferDiscountGroupApplication',
  'The record of a discount group that was applied to metered dimensions.',
);

export const OfferInfo = record('OfferInfo', 'The terms of an offer.', {
  additionalEulaUrls: texts('Documents added to the one at `eulaUrl`; with `eulaType` CUSTOM.', longest.url),
  additionalResellerEulaUrls: texts(
    'Documents added to the reseller’s; with `resellerEulaType` CUSTOM.',
    longest.url,
  ),
  attachEulaType: of(EulaType, 'Standard agreement that own documents are added to.'),
  autoRenew: flag('Whether it renews by itself.'),
  billableDimensions: list(BillableDimension, 'Usage prices by billable metric; kept by the service.'),
  billingCycle: of(BillingCycle, 'When billing periods begin.'),
  billingIntervalInMonths: whole('Months between invoices; 1200 at most.'),
  buyerCountryCodes: texts(
    'Countries, ISO 3166-1 alpha-2, from which it may be accepted; empty for all; marketplace A.',
    longest.code,
  ),
  buyerMkAAccountIds: texts('Accounts of the buyers on marketplace A.', longest.id),
  buyerMkBTenants: list(AudienceEntry, 'Tenants of the buyers on marketplace B.'),
  commitAmount: decimal('Committed amount before discounts; for display only.'),
  commitBillingIntervalInMonths: deprecated(whole('Use `billingIntervalInMonths`.')),
  commits: list(CommitDimension, 'Flat fees.'),
  currency: currency('Currency of all amounts, ISO 4217.'),
  deliveryMethod: of(OfferDeliveryMethod, 'How the software reaches the buyer.'),
  dimensions: list(MeteringDimension, 'Usage prices by marketplace dimension.'),
  discountGroupApplications: list(
    OfferDiscountGroupApplication,
    'Discount groups that were applied, the first that fits first; kept when the marketplace is read anew.',
  ),
  discountPercentage: percent(
    'Discount in percent on commits or usage, for display: 20 took off a fifth. Rates are those after it. 0 to 100 but in drafts.',
  ),
  docusignEnvelopeIds: mapOf(text('Envelope.'), 'Envelopes for signature, by contact.'),
  eulaMergeOrder: list(
    whole('A document.'),
    'Order of merging: 0 the attached standard agreement, 1 `eulaUrl`, from 2 the additional ones.',
  ),
  eulaType: of(EulaType, 'Which license agreement holds.'),
  eulaUrl: urlText(
    'Where the license agreement is. Answers, events and the audit trail have stars in place of a user name and ' +
      'password, of parameters that are secrets by name or form, and of what is long and random in the path; here and ' +
      'in the other addresses of agreements. Sent back with the id of the draft it was read of, it stays as it is.',
  ),
  gracePeriodInDays: whole('Days in which an invoice stays a draft for review; 36525 at most.'),
  isMeteringOverageCommit: flag(
    'Whether usage is charged only above the commit instead of in full beside it.',
  ),
  mkAAgreementDuration: codeText('Length from acceptance, as an ISO 8601 duration; marketplace A.'),
  mkAChannelPartner: of(MkAChannelPartner, 'Reseller on marketplace A.'),
  mkACppoEventDetail: of(MkABusEventDetail, 'Event of marketplace A that brought the right to resell.'),
  mkACppoOpportunity: of(MkACppoOpportunity, 'Right to resell on marketplace A.'),
  mkAMachineLearningContractDuration: whole('Length in months of a contract on a model; marketplace A.'),
  mkAMarkupPercentage: percent('Margin of the reseller in percent, 0 to 1000 but in drafts; marketplace A.'),
  mkAOfferSetId: idText('Offer set that it belongs to; marketplace A.'),
  mkAResaleAuthorizationId: idText('Right to resell that it is made from; marketplace A.'),
  mkBOriginalPlan: of(MkBPrivateOfferPlan, 'Plan at list price; marketplace B.'),
  mkBPlanSoftwareReservations: list(
    MkBSoftwareReservation,
    'Terms for which machine software can be reserved; marketplace B.',
  ),
  mkBPrivateOffer: of(MkBPrivateOffer, 'Private offer as marketplace B keeps it.'),
  mkBProductVariant: of(MkBProductVariant, 'Plan as marketplace B keeps it.'),
  mkBVmImageSkuIds: texts(
    'Machine images of a plan, by which revenue is matched; marketplace B.',
    longest.id,
  ),
  mkCCotermAlignment: openEnum('Whether the end follows another entitlement; marketplace C.', [
    'ALIGN_END_TIME',
    'COTERM_ALIGNMENT_UNSPECIFIED',
  ]),
  mkCCustomerInfo: of(MkCPrivateOfferCustomerInfo, 'Buyer; marketplace C.'),
  mkCDuration: whole('Length in months; needed for private offers of marketplace C.'),
  mkCFeatures: list(MkCFeatureValue, 'Values of features that the product lists; marketplace C.'),
  mkCMetrics: list(MkCMeteringMetric, 'Metrics of the plan; marketplace C.'),
  mkCOfferDataSource: openEnum('Where the offer was read from; marketplace C.'),
  mkCOfferDealType: openEnum('Why the offer is made; marketplace C.', mkCOfferDealTypes),
  mkCPaymentRecurrence: openEnum('How often the buyer pays; marketplace C.', [
    'MONTHLY_PERIOD',
    'QUARTERLY_PERIOD',
    'YEARLY_PERIOD',
    'CUSTOM_PERIOD',
  ]),
  mkCPaymentSchedule: of(PaymentScheduleType, 'Whether the buyer pays ahead; marketplace C.'),
  mkCPlans: list(MkCPurchaseOptionSpec, 'Plans that it is for; marketplace C.'),
  mkCPrivateOffer: of(MkCPrivateOffer, 'Private offer as marketplace C keeps it.'),
  mkCProviderInfo: of(MkCProviderInfo, 'Seller; marketplace C.'),
  mkCProviderInternalNote: text('Seller’s note, hidden from the buyer; marketplace C.'),
  mkCProviderPublicNote: text(
    'Seller’s note to the buyer; the name of the offer when not given; marketplace C.',
  ),
  mkCResellerPrivateOfferPlan: of(MkCResellerPlan, 'Plan for resellers as marketplace C keeps it.'),
  mkCSkuDiscounts: list(
    SkuDiscount,
    'Discounts on usage by metric, paid afterwards; percentages from 0 to 100; marketplace C.',
  ),
  mkCSowAgreementDocument: of(AgreementDocument, 'Statement of work; marketplace C.'),
  mkCUsagePlanPriceModel: openEnum('How usage is discounted; marketplace C.', [
    'CUD_LIST_PRICE',
    'CUD_ALL_USAGE_DISCOUNTED',
    'USAGE_DISCOUNT_ONLY',
  ]),
  mkEOffer: of(MkEOffer, 'Offer as marketplace E keeps it.'),
  mkFOffer: of(MkFOffer, 'Offer as marketplace F keeps it.'),
  netTermsInDays: whole('Days in which an invoice is to be paid; 36525 at most.'),
  paymentInstallments: list(PaymentInstallment, 'Payments on dates.'),
  paymentSchedule: of(PaymentScheduleType, 'Whether the buyer pays ahead.'),
  pdfURL: urlText('Where the offer can be read as PDF.'),
  privateOfferUrl: urlText('Where buyers accept a private offer.'),
  proratedBilling: flag('Whether broken billing periods are charged in part.'),
  refundCancellationPolicy: text('When the buyer may cancel and is paid back.'),
  resellerAttachEulaType: of(EulaType, 'Standard agreement that the reseller’s documents are added to.'),
  resellerEulaType: of(EulaType, 'Which agreement holds with the reseller.'),
  resellerEulaUrl: urlText('Where the agreement with the reseller is.'),
  sellerNotes: text('Notes of the seller, hidden from the buyer.'),
  startTime: time(
    'Future start, when it does not start at acceptance; contracts on marketplaces A and C. A bare date is its midnight in UTC: that day is in.',
  ),
  taxIds: texts('Tax numbers that tax is reckoned with.', longest.code),
  trialConfig: of(TrialConfig, 'Trial.'),
  usageBillingIntervalInMonths: deprecated(whole('Use `billingIntervalInMonths`.')),
  visibility: of(
    OfferVisibility,
    'PUBLIC for listed offers, PRIVATE for negotiated ones; follows from the kind.',
  ),
});
export type OfferInfo = z.infer<typeof OfferInfo>;

export const WorkloadOffer = record('WorkloadOffer', 'An offer to buyers, listed or negotiated.', {
  buyerID: key('Buyer that it is made to.'),
  channelType: openEnum('Through whom it is sold.'),
  contactIds: list(key('A contact.'), 'Contacts that it is sent to.'),
  createdBy: idText('Who created it.'),
  creationTime: time('When it was created.'),
  endTime: nullable(
    time(
      'End of what is bought, and the last moment of acceptance; null without a fixed end. A bare date is its midnight in UTC: that day is out.',
    ),
  ),
  expireTime: nullable(
    time(
      'Last moment of acceptance, `endTime` at the latest; null without a limit. A bare date is its midnight in UTC: that day is out.',
    ),
  ),
  externalID: idText('Identifier on the marketplace.'),
  id: idText('Identifier.'),
  info: of(OfferInfo, 'Terms.'),
  lastUpdateTime: time('When it last changed.'),
  lastUpdatedBy: idText('Who changed it last.'),
  metaInfo: of(WorkloadMetaInfo, 'Links, notes and outcomes of tasks.'),
  name: nameText('Name of the offer.'),
  offerType: byDefault(of(OfferType, 'Kind of offer.'), 'PRIVATE'),
  organizationID: idText('Organization that offers.'),
  partner: of(Partner, 'Where it is sold; none for direct sales.'),
  partnerID: key('Seller’s account there.'),
  pricingType: openEnum('How it is priced.'),
  productID: key('Product that is offered.'),
  productType: of(ProductType, 'How the product is sold.'),
  service: of(PartnerService, 'Service of the partner.'),
  status: of(OfferStatus, 'State of the offer.'),
  subStatus: openEnum('Step within the state.'),
});
export type WorkloadOffer = z.infer<typeof WorkloadOffer>;

export const OfferValidation = record('OfferValidation', 'What creating an offer would come to.', {
  findings: list(
    record('OfferValidationFinding', 'Something that was found in an offer.', {
      confirmable: flag(
        'Whether the offer is created all the same, with a warning: an error that a person may confirm. Strict handling refuses it.',
      ),
      message: text('What was found. For people.'),
      pointer: text('Where in the body, as a JSON pointer; absent when it is about the offer as a whole.'),
      severity: openEnum('ERROR keeps the offer from being created as it was sent, WARNING does not.', [
        'ERROR',
        'WARNING',
      ]),
      source: openEnum(
        'What was compared with the offer: the form of the body, rules of this service, records that it names, rules of the marketplace.',
        ['REQUEST', 'RULES', 'REFERENCES', 'MARKETPLACE'],
      ),
    }),
    'What was found, in the order of the sources.',
  ),
  valid: flag('Whether nothing keeps the offer from being created as it was sent.'),
});
export type OfferValidation = z.infer<typeof OfferValidation>;

/** What a person says of a creation whose answer was lost. */
export const CreationOutcome = record('OfferCreationOutcome', 'What became of the creation of an offer.', {
  externalID: idText('Identifier of the offer on the marketplace, where that has it.'),
  failed: flag('True where the marketplace does not have the offer.'),
});
export type CreationOutcome = z.infer<typeof CreationOutcome>;
