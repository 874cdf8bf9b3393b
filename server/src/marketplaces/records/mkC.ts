import type { z } from 'zod';
import {
  codeText,
  decimal,
  fieldOf,
  freeRecord,
  givenTime,
  idText,
  integer,
  list,
  longest,
  nameText,
  openEnum,
  record,
  text,
  texts,
} from '../../platform/records/fields.ts';
import { ValueType } from './common.ts';

export const MkCPriceValue = record('MkCPriceValue', 'An amount of money in whole units and billionths.', {
  currencyCode: codeText('Currency of the amount.'),
  nanos: integer('Billionths of a unit.'),
  units: codeText('Whole units.'),
});

export const MkCPriceTier = record('MkCPriceTier', 'A price that applies from a minimum quantity.', {
  fromAmount: decimal('Minimum quantity for the price.'),
  price: fieldOf(MkCPriceValue, 'Price of a unit.'),
  startingUsageAmount: codeText('The minimum quantity, in the marketplace’s notation.'),
});

export const MkCPeriodDuration = record('MkCPeriodDuration', 'A length of time on marketplace C.', {
  count: integer('Number of periods.'),
  unit: openEnum('Length of a period.', ['MONTHLY_PERIOD', 'YEARLY_PERIOD']),
});

export const MkCFeatureValue = record('MkCFeatureValue', 'A feature of a product and its value in a plan.', {
  featureDescription: text('Description of the feature.'),
  featureName: nameText('Name of the feature in the product’s feature list.'),
  featureTitle: nameText('Displayed title.'),
  featureValue: text('Value in this plan or offer.'),
});

export const MkCMeteringMetric = record('MkCMeteringMetric', 'A metric by which usage is charged.', {
  description: text('Description of what the metric measures.'),
  displayName: nameText('Displayed name.'),
  displayUnit: codeText('Unit shown to the buyer.'),
  displayUnitDescription: text('Description of that unit.'),
  id: idText('Identifier of the metric.'),
  metricKind: codeText('Relation of values to time: a total, a change or a current value.'),
  name: idText('Name of the metric.'),
  priceTiers: list(MkCPriceTier, 'Prices by quantity.'),
  reportingUnit: codeText('Unit in which usage is reported.'),
  skuId: idText('Priced article that the metric belongs to.'),
  unit: codeText('Unit that is measured.'),
  valueType: fieldOf(ValueType, 'Data type of the values.'),
});

export const MkCProductSubscriptionPlan = record('MkCProductSubscriptionPlan', 'The flat price of a plan.', {
  period: codeText('Period that the price is for.'),
  price: fieldOf(MkCPriceValue, 'The price.'),
});

export const MkCProductUsageFee = record('MkCProductUsageFee', 'The usage price of a plan.', {
  displayQuantity: integer('Quantity that the displayed price is for.'),
  metricId: idText('Metric that is charged.'),
  priceTiers: list(MkCPriceTier, 'Prices by quantity.'),
});

export const MkCProductPriceInfo = record('MkCProductPriceInfo', 'The prices of a plan.', {
  description: text('Description of the price.'),
  priceModel: openEnum('Pricing model of the plan.', [
    'FREE',
    'SUBSCRIPTION',
    'USAGE',
    'SUBSCRIPTION_PLUS_USAGE',
  ]),
  subscriptionPlans: list(MkCProductSubscriptionPlan, 'Flat prices.'),
  usageFees: list(MkCProductUsageFee, 'Usage prices.'),
});

export const MkCPurchaseOptionSpec = record(
  'MkCPurchaseOptionSpec',
  'A plan in marketplace C’s own format.',
  {
    featureValues: list(MkCFeatureValue, 'Features of the plan.'),
    name: idText('Name of the plan.'),
    priceInfo: fieldOf(MkCProductPriceInfo, 'Prices.'),
    purchaseMode: openEnum('Buyers that may purchase the plan.', [
      'PURCHASE_MODE_PRIVATE',
      'PURCHASE_MODE_PUBLIC',
    ]),
    title: text('Displayed title.'),
  },
);

export const MkCConsumer = record('MkCConsumer', 'Project in which a product is used.', {
  project: idText('Project of the buyer.'),
});

export const MkCEntitlement = record('MkCEntitlement', 'An entitlement in marketplace C’s own format.', {
  account: idText('Account of the buyer.'),
  consumers: list(MkCConsumer, 'Projects that use the product.'),
  createTime: givenTime('Creation time.'),
  id: idText('Identifier.'),
  inputProperties: list(integer('A byte.'), 'Input of the buyer, as bytes.'),
  messageToUser: text('Message shown to the buyer.'),
  name: idText('Resource name.'),
  newOfferDuration: codeText('Length of the next offer.'),
  newOfferEndTime: givenTime('End of the next offer.'),
  newOfferStartTime: givenTime('Start of the next offer.'),
  newPendingOffer: idText('Offer pending approval.'),
  newPendingOfferDuration: codeText('Length of the offer pending approval.'),
  newPendingPlan: idText('Plan pending approval.'),
  newPlan: idText('Next plan.'),
  offer: idText('Current offer.'),
  offerDuration: codeText('Length of the current offer.'),
  offerEffectiveTime: givenTime('Start of the current offer.'),
  offerEndTime: givenTime('End of the current offer.'),
  plan: idText('Current plan.'),
  product: idText('Purchased product.'),
  productExternalName: nameText('Name of the product in the catalogue.'),
  provider: idText('Seller.'),
  quoteExternalName: nameText('Name of the quote that the entitlement came from.'),
  state: openEnum('State on the marketplace.', [
    'ENTITLEMENT_STATE_UNSPECIFIED',
    'ENTITLEMENT_ACTIVATION_REQUESTED',
    'ENTITLEMENT_ACTIVE',
    'ENTITLEMENT_PENDING_CANCELLATION',
    'ENTITLEMENT_CANCELLED',
    'ENTITLEMENT_PENDING_PLAN_CHANGE',
    'ENTITLEMENT_PENDING_PLAN_CHANGE_APPROVAL',
    'ENTITLEMENT_SUSPENDED',
  ]),
  subscriptionEndTime: givenTime('End of the subscription.'),
  updateTime: givenTime('Time of the last change.'),
  usageReportingId: idText('Identifier under which usage is reported.'),
});

export const MkCUserAccountApproval = record('MkCUserAccountApproval', 'An approval that an account needs.', {
  name: idText('Name of the approval.'),
  reason: text('Reason for the decision.'),
  state: openEnum('State of the approval.', ['STATE_UNSPECIFIED', 'PENDING', 'APPROVED', 'REJECTED']),
  updateTime: givenTime('Time of the last change.'),
});

export const MkCUserInfo = record('MkCUserInfo', 'The person behind an account.', {
  orders: texts('Orders placed by the person.', longest.id),
  roles: texts('Roles of the person.', longest.code),
  user_identity: idText('Identity of the person.'),
});

export const MkCUserAccount = record('MkCUserAccount', 'A buyer’s account in marketplace C’s own format.', {
  approvals: list(MkCUserAccountApproval, 'Approvals that the account has or needs.'),
  billingAccountId: idText('Billing account that pays.'),
  createTime: givenTime('Creation time.'),
  id: idText('Identifier.'),
  inputProperties: list(integer('A byte.'), 'Input of the buyer, as bytes.'),
  name: idText('Resource name.'),
  parentBillingAccountId: idText('Parent billing account, for buyers of resellers.'),
  provider: idText('Seller.'),
  state: openEnum('State on the marketplace.', ['ACCOUNT_STATE_UNSPECIFIED', 'ACCOUNT_ACTIVE']),
  updateTime: givenTime('Time of the last change.'),
  userInfo: fieldOf(MkCUserInfo, 'Person behind the account.'),
});

export const AgreementDocument = record('AgreementDocument', 'A document attached to an agreement.', {
  key: idText('Storage key of the file.'),
  name: idText('Name of the file.'),
});

export const SkuDiscount = freeRecord(
  'SkuDiscount',
  'A discount on the usage of one metric, identified by its id.',
);
export type SkuDiscount = z.infer<typeof SkuDiscount>;
