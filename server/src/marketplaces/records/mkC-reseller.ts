import type { z } from 'zod';
import {
  codeText,
  flag,
  givenTime,
  idText,
  list,
  longest,
  mailText,
  map,
  nameText,
  of,
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
    defaultAmount: of(MkCAmountUnit, 'Number proposed.'),
    maxAmount: of(MkCAmountUnit, 'Largest number.'),
    minAmount: of(MkCAmountUnit, 'Smallest number.'),
  },
);

export const MkCCommitmentAmountPerPeriodTemplate = record(
  'MkCCommitmentAmountPerPeriodTemplate',
  'Bounds of a committed amount.',
  {
    currencyCode: codeText('Currency of the amount.'),
    decimalAmountConstraint: of(MkCAmountConstraint, 'The bounds.'),
  },
);

export const MkCPriceModelDiscountTemplate = record(
  'MkCPriceModelDiscountTemplate',
  'Bounds of a discount.',
  {
    discountEconomics: codeText('Who bears the discount.'),
    discountPercentage: of(MkCAmountConstraint, 'Bounds in percent.'),
    discountedPrice: of(MkCPriceValue, 'Price after the discount.'),
    hideDiscountPercentage: flag('Whether the buyer does not see the discount.'),
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
  'Which priced articles a price is for.',
  {
    skuGroupList: map('Groups of articles.'),
    skuList: of(MkCResellerPrivateOfferPlanPriceModelSkuList, 'Single articles.'),
    skus: idText('Which of the two holds.'),
  },
);
export type MkCResellerPrivateOfferPlanPriceModelSkuRepresentation = z.infer<
  typeof MkCResellerPrivateOfferPlanPriceModelSkuRepresentation
>;

export const MkCResellerPrivateOfferPlanPriceModelTemplateCommitment = record(
  'MkCResellerPrivateOfferPlanPriceModelTemplateCommitment',
  'Bounds of the committed spending.',
  {
    commitmentAmountPerPeriodTemplate: of(MkCCommitmentAmountPerPeriodTemplate, 'Bounds of the amount.'),
    discountTemplate: of(MkCPriceModelDiscountTemplate, 'Bounds of the discount.'),
    period: of(MkCPeriodDuration, 'Length of a period.'),
  },
);
export type MkCResellerPrivateOfferPlanPriceModelTemplateCommitment = z.infer<
  typeof MkCResellerPrivateOfferPlanPriceModelTemplateCommitment
>;

export const MkCResellerPrivateOfferPlanPriceModelTemplateFixedPrice = record(
  'MkCResellerPrivateOfferPlanPriceModelTemplateFixedPrice',
  'Bounds of the flat price.',
  {
    discountTemplate: of(MkCPriceModelDiscountTemplate, 'Bounds of the discount.'),
    period: of(MkCPeriodDuration, 'Length of a period.'),
  },
);
export type MkCResellerPrivateOfferPlanPriceModelTemplateFixedPrice = z.infer<
  typeof MkCResellerPrivateOfferPlanPriceModelTemplateFixedPrice
>;

export const MkCResellerPrivateOfferPlanPriceModelTemplateOverage = record(
  'MkCResellerPrivateOfferPlanPriceModelTemplateOverage',
  'Bounds of the price above what is included.',
  {
    discountTemplate: of(MkCPriceModelDiscountTemplate, 'Bounds of the discount.'),
    skuDiscountTemplates: list(map('Bounds of a discount.'), 'Bounds by priced article.'),
    skuRepresentation: of(MkCResellerPrivateOfferPlanPriceModelSkuRepresentation, 'Articles that it is for.'),
  },
);
export type MkCResellerPrivateOfferPlanPriceModelTemplateOverage = z.infer<
  typeof MkCResellerPrivateOfferPlanPriceModelTemplateOverage
>;

export const MkCResellerPrivateOfferPlanPriceModelTemplatePayg = record(
  'MkCResellerPrivateOfferPlanPriceModelTemplatePayg',
  'Bounds of the price of usage.',
  {
    discountTemplate: of(MkCPriceModelDiscountTemplate, 'Bounds of the discount.'),
    period: of(MkCPeriodDuration, 'Length of a period.'),
    skuDiscountTemplates: list(map('Bounds of a discount.'), 'Bounds by priced article.'),
    skuRepresentation: of(MkCResellerPrivateOfferPlanPriceModelSkuRepresentation, 'Articles that it is for.'),
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
    commitment: of(MkCResellerPrivateOfferPlanPriceModelTemplateCommitment, 'Committed spending.'),
    consumption: openEnum('Which usage price holds.', ['overage', 'payg']),
    fixedPrice: of(MkCResellerPrivateOfferPlanPriceModelTemplateFixedPrice, 'Flat price.'),
    overage: of(MkCResellerPrivateOfferPlanPriceModelTemplateOverage, 'Price above what is included.'),
    payg: of(MkCResellerPrivateOfferPlanPriceModelTemplatePayg, 'Price of usage.'),
    subscription: openEnum('Which recurring price holds.', ['fixedPrice', 'commitment']),
  },
);
export type MkCResellerPrivateOfferPlanPriceModelTemplate = z.infer<
  typeof MkCResellerPrivateOfferPlanPriceModelTemplate
>;

export const MkCResellerPrivateOfferPlanAgreementDocuments = record(
  'MkCResellerPrivateOfferPlanAgreementDocuments',
  'Documents that reseller and buyer agree to.',
  {
    isvToCustomerAgreementDocument: of(MkCDocument, 'Between vendor and buyer.'),
    isvToResellerAgreementDocument: of(MkCDocument, 'Between vendor and reseller.'),
  },
);
export type MkCResellerPrivateOfferPlanAgreementDocuments = z.infer<
  typeof MkCResellerPrivateOfferPlanAgreementDocuments
>;

export const MkCResellerPrivateOfferPlanDurationConfig = record(
  'MkCResellerPrivateOfferPlanDurationConfig',
  'When a reseller may use a plan.',
  {
    endTime: givenTime('Last moment.'),
    startTime: givenTime('First moment.'),
  },
);
export type MkCResellerPrivateOfferPlanDurationConfig = z.infer<
  typeof MkCResellerPrivateOfferPlanDurationConfig
>;

export const MkCResellerPrivateOfferPlanInstallmentTemplate = record(
  'MkCResellerPrivateOfferPlanInstallmentTemplate',
  'Bounds of one instalment.',
  {
    priceModelTemplate: of(MkCResellerPrivateOfferPlanPriceModelTemplate, 'Bounds of the price.'),
    startTime: givenTime('When it is charged.'),
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
  { value: text('The margin as the marketplace wrote it.') },
);
export type MkCResellerPrivateOfferPlanMarginPercentage = z.infer<
  typeof MkCResellerPrivateOfferPlanMarginPercentage
>;

export const MkCResellerPrivateOfferPlanMargin = record(
  'MkCResellerPrivateOfferPlanMargin',
  'What the reseller earns.',
  { marginPercentage: of(MkCResellerPrivateOfferPlanMarginPercentage, 'Margin in percent.') },
);

export const MkCResellerPrivateOfferPlanMetainfo = record(
  'MkCResellerPrivateOfferPlanMetainfo',
  'Where a plan belongs on the marketplace.',
  {
    mkCOrganizationId: idText('Organization of the seller.'),
    mkCProjectNumber: idText('Project of the seller.'),
  },
);

export const MkCOfferTemplatePolicies = record(
  'MkCOfferTemplatePolicies',
  'What a reseller’s offer may provide for.',
  {
    allowAutoRenewal: flag('Whether it may renew by itself.'),
    allowScheduledStartDate: flag('Whether it may start on a date.'),
    maxRenewalTimes: codeText('How often it may renew.'),
    offerDealType: openEnum('Why the offer is made.', mkCOfferDealTypes),
    proration: openEnum('Whether broken periods are charged in part.', [
      'PRORATION_UNSPECIFIED',
      'NOT_PRORATED_ANNIVERSARY_DATES',
      'PRORATED',
    ]),
  },
);

export const MkCPrivateOfferTermDurationConstraint = record(
  'MkCPrivateOfferTermDurationConstraint',
  'Bounds of an offer’s length.',
  { defaultDuration: of(MkCPeriodDuration, 'Length proposed.') },
);

export const MkCPrivateOfferTermTemplate = record(
  'MkCPrivateOfferTermTemplate',
  'When a reseller’s offer may hold.',
  {
    enableScheduledStartTimes: flag('Whether it starts on a date.'),
    endTime: givenTime('End of the offer.'),
    paymentRecurrence: codeText('How often the buyer pays.'),
    startPolicy: of(MkCOfferStartPolicy, 'What it starts with.'),
    startTime: givenTime('Start of the offer.'),
    termDuration: of(MkCPeriodDuration, 'Length of the offer.'),
    termDurationConstraint: of(MkCPrivateOfferTermDurationConstraint, 'Bounds of the length.'),
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
    cancellationReason: map('Why it was cancelled.'),
    comment: text('Comment on the state.'),
    rejectionReason: map('Why it was rejected.'),
    stateType: openEnum('The state.', stateTypes),
  },
);

export const MkCResellerPrivateOfferPlanNewState = record(
  'MkCResellerPrivateOfferPlanNewState',
  'The state that a plan took.',
  { stateType: openEnum('The state.', stateTypes) },
);

export const MkCResellerPrivateOfferPlanStateTransition = record(
  'MkCResellerPrivateOfferPlanStateTransition',
  'A change of a plan’s state.',
  {
    newState: of(MkCResellerPrivateOfferPlanNewState, 'State taken.'),
    transitionTime: givenTime('When it changed.'),
  },
);
export type MkCResellerPrivateOfferPlanStateTransition = z.infer<
  typeof MkCResellerPrivateOfferPlanStateTransition
>;

export const MkCResellerPlan = record(
  'MkCResellerPlan',
  'A plan from which a reseller makes private offers.',
  {
    acceptanceDeadlineTime: givenTime('Last moment at which the reseller may accept it.'),
    agreement: idText('Agreement between vendor and reseller.'),
    agreementDocuments: of(MkCResellerPrivateOfferPlanAgreementDocuments, 'Documents agreed to.'),
    amendmentContext: map('Plan that it amends.'),
    displayName: nameText('Displayed name.'),
    durationConfig: of(MkCResellerPrivateOfferPlanDurationConfig, 'When it may be used.'),
    features: list(MkCFeatureValue, 'Features and their values.'),
    installmentTimelineTemplate: of(MkCResellerPrivateOfferPlanInstallmentTimelineTemplate, 'Instalments.'),
    isvInfo: of(MkCIsvInfo, 'Vendor.'),
    margin: of(MkCResellerPrivateOfferPlanMargin, 'What the reseller earns.'),
    metaInfo: of(MkCResellerPrivateOfferPlanMetainfo, 'Where it belongs on the marketplace.'),
    name: idText('Resource name.'),
    offerTemplatePolicies: of(MkCOfferTemplatePolicies, 'What the offers may provide for.'),
    offerTermTemplate: of(MkCPrivateOfferTermTemplate, 'When the offers may hold.'),
    paymentSchedule: of(PaymentScheduleType, 'When the buyer pays.'),
    priceModelTemplate: of(MkCResellerPrivateOfferPlanPriceModelTemplate, 'Bounds of the price.'),
    productInfo: of(MkCProductInfo, 'Product and plan.'),
    replacementMetadata: map('Plan that it replaces.'),
    resellOfferTemplate: idText('Template that it belongs to.'),
    resellerInfo: of(MkCResellerInfo, 'Reseller.'),
    reusePolicy: openEnum('Whether it serves once or repeatedly.', [
      'REUSE_POLICY_SINGLE_USE',
      'REUSE_POLICY_MULTI_USE',
    ]),
    startPolicy: openEnum('What the offers start with.', [
      'START_POLICY_ON_ACCEPTANCE',
      'START_POLICY_SCHEDULED',
    ]),
    state: of(MkCResellerPrivateOfferPlanState, 'State now.'),
    stateTransitions: list(MkCResellerPrivateOfferPlanStateTransition, 'States before.'),
    updateTime: givenTime('When it last changed.'),
  },
);
