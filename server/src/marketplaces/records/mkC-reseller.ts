import type { z } from 'zod';
import {
  codeText,
  fieldOf,
  flag,
  givenTime,
  idText,
  list,
  longest,
  mailText,
  map,
  nameText,
  openEnum,
  record,
  text,
  texts,
} from '../../platform/records/fields.ts';
import { PaymentScheduleType } from './common.ts';
import { MkCFeatureValue, MkCPeriodDuration, MkCPriceValue } from './mkC.ts';
import { MkCAmountUnit, MkCDocument, MkCOfferStartPolicy, mkCOfferDealTypes } from './mkC-offers.ts';
import { MkCResellerInfo } from './mkC-private-offers.ts';

const stateTypes = [
  'STATE_TYPE_DRAFT',
  'STATE_TYPE_READY_TO_ACCEPT',
  'STATE_TYPE_READY_TO_USE',
  'STATE_TYPE_READY_TO_USE_IN_FUTURE',
  'STATE_TYPE_REJECTED',
  'STATE_TYPE_USED',
  'STATE_TYPE_CANCELED',
  'STATE_TYPE_EXPIRED_NEVER_ACCEPTED',
  'STATE_TYPE_EXPIRED_ACCEPTED',
  'STATE_TYPE_COMPLETED',
] as const;

export const MkCAmountConstraint = record(
  'MkCAmountConstraint',
  'Bounds within which a reseller sets a number.',
  {
    defaultAmount: fieldOf(MkCAmountUnit, 'Proposed number.'),
    maxAmount: fieldOf(MkCAmountUnit, 'Maximum.'),
    minAmount: fieldOf(MkCAmountUnit, 'Minimum.'),
  },
);

export const MkCCommitmentAmountPerPeriodTemplate = record(
  'MkCCommitmentAmountPerPeriodTemplate',
  'Bounds of a committed amount.',
  {
    currencyCode: codeText('Currency of the amount.'),
    decimalAmountConstraint: fieldOf(MkCAmountConstraint, 'The bounds.'),
  },
);

export const MkCPriceModelDiscountTemplate = record(
  'MkCPriceModelDiscountTemplate',
  'Bounds of a discount.',
  {
    discountEconomics: codeText('Party that pays for the discount.'),
    discountPercentage: fieldOf(MkCAmountConstraint, 'Bounds in percent.'),
    discountedPrice: fieldOf(MkCPriceValue, 'Price after the discount.'),
    hideDiscountPercentage: flag('Whether the discount is hidden from the buyer.'),
  },
);

export const MkCResellerPrivateOfferPlanPriceModelSkuList = record(
  'MkCResellerPrivateOfferPlanPriceModelSkuList',
  'Priced articles.',
  { skus: texts('The articles.', longest.id) },
);
export type MkCResellerPrivateOfferPlanPriceModelSkuList = z.infer<
  typeof MkCResellerPrivateOfferPlanPriceModelSkuList
>;

export const MkCResellerPrivateOfferPlanPriceModelSkuRepresentation = record(
  'MkCResellerPrivateOfferPlanPriceModelSkuRepresentation',
  'Priced articles that a price applies to.',
  {
    skuGroupList: map('Groups of articles.'),
    skuList: fieldOf(MkCResellerPrivateOfferPlanPriceModelSkuList, 'Single articles.'),
    skus: idText('Whether the groups or the single articles apply.'),
  },
);
export type MkCResellerPrivateOfferPlanPriceModelSkuRepresentation = z.infer<
  typeof MkCResellerPrivateOfferPlanPriceModelSkuRepresentation
>;

export const MkCResellerPrivateOfferPlanPriceModelTemplateCommitment = record(
  'MkCResellerPrivateOfferPlanPriceModelTemplateCommitment',
  'Bounds of the committed spending.',
  {
    commitmentAmountPerPeriodTemplate: fieldOf(MkCCommitmentAmountPerPeriodTemplate, 'Bounds of the amount.'),
    discountTemplate: fieldOf(MkCPriceModelDiscountTemplate, 'Bounds of the discount.'),
    period: fieldOf(MkCPeriodDuration, 'Length of a period.'),
  },
);
export type MkCResellerPrivateOfferPlanPriceModelTemplateCommitment = z.infer<
  typeof MkCResellerPrivateOfferPlanPriceModelTemplateCommitment
>;

export const MkCResellerPrivateOfferPlanPriceModelTemplateFixedPrice = record(
  'MkCResellerPrivateOfferPlanPriceModelTemplateFixedPrice',
  'Bounds of the flat price.',
  {
    discountTemplate: fieldOf(MkCPriceModelDiscountTemplate, 'Bounds of the discount.'),
    period: fieldOf(MkCPeriodDuration, 'Length of a period.'),
  },
);
export type MkCResellerPrivateOfferPlanPriceModelTemplateFixedPrice = z.infer<
  typeof MkCResellerPrivateOfferPlanPriceModelTemplateFixedPrice
>;

export const MkCResellerPrivateOfferPlanPriceModelTemplateOverage = record(
  'MkCResellerPrivateOfferPlanPriceModelTemplateOverage',
  'Bounds of the price above the included quantity.',
  {
    discountTemplate: fieldOf(MkCPriceModelDiscountTemplate, 'Bounds of the discount.'),
    skuDiscountTemplates: list(map('Bounds of a discount.'), 'Bounds by priced article.'),
    skuRepresentation: fieldOf(
      MkCResellerPrivateOfferPlanPriceModelSkuRepresentation,
      'Articles that the price applies to.',
    ),
  },
);
export type MkCResellerPrivateOfferPlanPriceModelTemplateOverage = z.infer<
  typeof MkCResellerPrivateOfferPlanPriceModelTemplateOverage
>;

export const MkCResellerPrivateOfferPlanPriceModelTemplatePayg = record(
  'MkCResellerPrivateOfferPlanPriceModelTemplatePayg',
  'Bounds of the price of usage.',
  {
    discountTemplate: fieldOf(MkCPriceModelDiscountTemplate, 'Bounds of the discount.'),
    period: fieldOf(MkCPeriodDuration, 'Length of a period.'),
    skuDiscountTemplates: list(map('Bounds of a discount.'), 'Bounds by priced article.'),
    skuRepresentation: fieldOf(
      MkCResellerPrivateOfferPlanPriceModelSkuRepresentation,
      'Articles that the price applies to.',
    ),
  },
);
export type MkCResellerPrivateOfferPlanPriceModelTemplatePayg = z.infer<
  typeof MkCResellerPrivateOfferPlanPriceModelTemplatePayg
>;

export const MkCResellerPrivateOfferPlanPriceModelTemplate = record(
  'MkCResellerPrivateOfferPlanPriceModelTemplate',
  'Bounds within which a reseller prices an offer.',
  {
    baseOffer: idText('Public offer that discounts refer to.'),
    commitment: fieldOf(MkCResellerPrivateOfferPlanPriceModelTemplateCommitment, 'Committed spending.'),
    consumption: openEnum('Usage price that applies.', ['overage', 'payg']),
    fixedPrice: fieldOf(MkCResellerPrivateOfferPlanPriceModelTemplateFixedPrice, 'Flat price.'),
    overage: fieldOf(
      MkCResellerPrivateOfferPlanPriceModelTemplateOverage,
      'Price above the included quantity.',
    ),
    payg: fieldOf(MkCResellerPrivateOfferPlanPriceModelTemplatePayg, 'Price of usage.'),
    subscription: openEnum('Recurring price that applies.', ['fixedPrice', 'commitment']),
  },
);
export type MkCResellerPrivateOfferPlanPriceModelTemplate = z.infer<
  typeof MkCResellerPrivateOfferPlanPriceModelTemplate
>;

export const MkCResellerPrivateOfferPlanAgreementDocuments = record(
  'MkCResellerPrivateOfferPlanAgreementDocuments',
  'Documents that reseller and buyer agree to.',
  {
    isvToCustomerAgreementDocument: fieldOf(MkCDocument, 'Documents between vendor and buyer.'),
    isvToResellerAgreementDocument: fieldOf(MkCDocument, 'Documents between vendor and reseller.'),
  },
);
export type MkCResellerPrivateOfferPlanAgreementDocuments = z.infer<
  typeof MkCResellerPrivateOfferPlanAgreementDocuments
>;

export const MkCResellerPrivateOfferPlanDurationConfig = record(
  'MkCResellerPrivateOfferPlanDurationConfig',
  'Period in which a reseller may use a plan.',
  {
    endTime: givenTime('End of the period.'),
    startTime: givenTime('Start of the period.'),
  },
);
export type MkCResellerPrivateOfferPlanDurationConfig = z.infer<
  typeof MkCResellerPrivateOfferPlanDurationConfig
>;

export const MkCResellerPrivateOfferPlanInstallmentTemplate = record(
  'MkCResellerPrivateOfferPlanInstallmentTemplate',
  'Bounds of one instalment.',
  {
    priceModelTemplate: fieldOf(MkCResellerPrivateOfferPlanPriceModelTemplate, 'Bounds of the price.'),
    startTime: givenTime('Date of the charge.'),
  },
);
export type MkCResellerPrivateOfferPlanInstallmentTemplate = z.infer<
  typeof MkCResellerPrivateOfferPlanInstallmentTemplate
>;

export const MkCResellerPrivateOfferPlanInstallmentTimelineTemplate = record(
  'MkCResellerPrivateOfferPlanInstallmentTimelineTemplate',
  'Bounds of the instalments in order.',
  { installmentTemplates: list(MkCResellerPrivateOfferPlanInstallmentTemplate, 'The instalments.') },
);
export type MkCResellerPrivateOfferPlanInstallmentTimelineTemplate = z.infer<
  typeof MkCResellerPrivateOfferPlanInstallmentTimelineTemplate
>;

export const MkCIsvInfo = record('MkCIsvInfo', 'The vendor behind a plan for resellers.', {
  contactEmail: mailText('E-mail address of the contact.'),
  contactName: nameText('Name of the contact.'),
  partnerAdvantageAccountLegalName: nameText('Legal name in the partner programme.'),
  partnerAdvantageId: idText('Identifier in the partner programme.'),
});

export const MkCResellerPrivateOfferPlanMarginPercentage = record(
  'MkCResellerPrivateOfferPlanMarginPercentage',
  'A margin in percent.',
  { value: text('The margin, in the marketplace’s notation.') },
);
export type MkCResellerPrivateOfferPlanMarginPercentage = z.infer<
  typeof MkCResellerPrivateOfferPlanMarginPercentage
>;

export const MkCResellerPrivateOfferPlanMargin = record(
  'MkCResellerPrivateOfferPlanMargin',
  'Earnings of the reseller.',
  { marginPercentage: fieldOf(MkCResellerPrivateOfferPlanMarginPercentage, 'Margin in percent.') },
);

export const MkCResellerPrivateOfferPlanMetainfo = record(
  'MkCResellerPrivateOfferPlanMetainfo',
  'Owner of a plan on the marketplace.',
  {
    mkCOrganizationId: idText('Organization of the seller.'),
    mkCProjectNumber: idText('Project of the seller.'),
  },
);

export const MkCOfferTemplatePolicies = record(
  'MkCOfferTemplatePolicies',
  'Options that a reseller’s offer may use.',
  {
    allowAutoRenewal: flag('Whether the offer may renew automatically.'),
    allowScheduledStartDate: flag('Whether the offer may start on a date.'),
    maxRenewalTimes: codeText('Maximum number of renewals.'),
    offerDealType: openEnum('Reason for the offer.', mkCOfferDealTypes),
    proration: openEnum('Whether partial periods are prorated.', [
      'PRORATION_UNSPECIFIED',
      'NOT_PRORATED_ANNIVERSARY_DATES',
      'PRORATED',
    ]),
  },
);

export const MkCPrivateOfferTermDurationConstraint = record(
  'MkCPrivateOfferTermDurationConstraint',
  'Bounds of an offer’s length.',
  { defaultDuration: fieldOf(MkCPeriodDuration, 'Proposed length.') },
);

export const MkCPrivateOfferTermTemplate = record(
  'MkCPrivateOfferTermTemplate',
  'Validity that a reseller’s offer may have.',
  {
    enableScheduledStartTimes: flag('Whether the offer starts on a date.'),
    endTime: givenTime('End of the offer.'),
    paymentRecurrence: codeText('Payment interval of the buyer.'),
    startPolicy: fieldOf(MkCOfferStartPolicy, 'Event or date with which the offer starts.'),
    startTime: givenTime('Start of the offer.'),
    termDuration: fieldOf(MkCPeriodDuration, 'Length of the offer.'),
    termDurationConstraint: fieldOf(MkCPrivateOfferTermDurationConstraint, 'Bounds of the length.'),
  },
);

export const MkCProductInfo = record('MkCProductInfo', 'The product and plan that are resold.', {
  flavorExternalName: nameText('Name of the plan in the catalogue.'),
  productExternalName: nameText('Name of the product in the catalogue.'),
  providerId: idText('Seller.'),
  serviceLevel: idText('Plan.'),
  serviceName: nameText('Service of the product.'),
});

export const MkCResellerPrivateOfferPlanState = record(
  'MkCResellerPrivateOfferPlanState',
  'The state of a plan for resellers.',
  {
    cancellationReason: map('Reason for the cancellation.'),
    comment: text('Comment on the state.'),
    rejectionReason: map('Reason for the rejection.'),
    stateType: openEnum('The state.', stateTypes),
  },
);

export const MkCResellerPrivateOfferPlanNewState = record(
  'MkCResellerPrivateOfferPlanNewState',
  'New state of a plan.',
  { stateType: openEnum('The state.', stateTypes) },
);

export const MkCResellerPrivateOfferPlanStateTransition = record(
  'MkCResellerPrivateOfferPlanStateTransition',
  'A change of a plan’s state.',
  {
    newState: fieldOf(MkCResellerPrivateOfferPlanNewState, 'New state.'),
    transitionTime: givenTime('Time of the change.'),
  },
);
export type MkCResellerPrivateOfferPlanStateTransition = z.infer<
  typeof MkCResellerPrivateOfferPlanStateTransition
>;

export const MkCResellerPlan = record(
  'MkCResellerPlan',
  'A plan from which a reseller makes private offers.',
  {
    acceptanceDeadlineTime: givenTime('Deadline for the reseller to accept the plan.'),
    agreement: idText('Agreement between vendor and reseller.'),
    agreementDocuments: fieldOf(
      MkCResellerPrivateOfferPlanAgreementDocuments,
      'Documents that the parties agree to.',
    ),
    amendmentContext: map('Plan that this plan amends.'),
    displayName: nameText('Displayed name.'),
    durationConfig: fieldOf(
      MkCResellerPrivateOfferPlanDurationConfig,
      'Period in which the plan may be used.',
    ),
    features: list(MkCFeatureValue, 'Features and their values.'),
    installmentTimelineTemplate: fieldOf(
      MkCResellerPrivateOfferPlanInstallmentTimelineTemplate,
      'Instalments.',
    ),
    isvInfo: fieldOf(MkCIsvInfo, 'Vendor.'),
    margin: fieldOf(MkCResellerPrivateOfferPlanMargin, 'Earnings of the reseller.'),
    metaInfo: fieldOf(MkCResellerPrivateOfferPlanMetainfo, 'Owner of the plan on the marketplace.'),
    name: idText('Resource name.'),
    offerTemplatePolicies: fieldOf(MkCOfferTemplatePolicies, 'Options that the offers may use.'),
    offerTermTemplate: fieldOf(MkCPrivateOfferTermTemplate, 'Validity that the offers may have.'),
    paymentSchedule: fieldOf(PaymentScheduleType, 'Whether the buyer pays in advance or in arrears.'),
    priceModelTemplate: fieldOf(MkCResellerPrivateOfferPlanPriceModelTemplate, 'Bounds of the price.'),
    productInfo: fieldOf(MkCProductInfo, 'Product and plan.'),
    replacementMetadata: map('Plan that this plan replaces.'),
    resellOfferTemplate: idText('Template that the plan belongs to.'),
    resellerInfo: fieldOf(MkCResellerInfo, 'Reseller.'),
    reusePolicy: openEnum('Whether the plan can be used once or repeatedly.', [
      'REUSE_POLICY_SINGLE_USE',
      'REUSE_POLICY_MULTI_USE',
    ]),
    startPolicy: openEnum('Event or date with which the offers start.', [
      'START_POLICY_ON_ACCEPTANCE',
      'START_POLICY_SCHEDULED',
    ]),
    state: fieldOf(MkCResellerPrivateOfferPlanState, 'Current state.'),
    stateTransitions: list(MkCResellerPrivateOfferPlanStateTransition, 'Changes of state so far.'),
    updateTime: givenTime('Time of the last change.'),
  },
);
