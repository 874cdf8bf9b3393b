import type { z } from 'zod';
import {
  codeText,
  decimal,
  freeRecord,
  givenTime,
  idText,
  list,
  longest,
  nameText,
  of,
  openEnum,
  record,
  text,
  texts,
  whole,
} from '../../platform/records/fields.ts';
import { ValueType } from './common.ts';

export const MkCPriceValue = record('MkCPriceValue', 'An amount of money in whole units and billionths.', {
  currencyCode: codeText('Currency of the amount.'),
  nanos: whole('Billionths of a unit.'),
  units: codeText('Whole units.'),
});

export const MkCPriceTier = record('MkCPriceTier', 'A price from a quantity upwards.', {
  fromAmount: decimal('Quantity from which the price holds.'),
  price: of(MkCPriceValue, 'Price of a unit.'),
  startingUsageAmount: codeText('The same quantity as the marketplace wrote it.'),
});

export const MkCPeriodDuration = record('MkCPeriodDuration', 'A length of time on marketplace C.', {
  count: whole('Number of periods.'),
  unit: openEnum('Length of a period.', ['MONTHLY_PERIOD', 'YEARLY_PERIOD']),
});

export const MkCFeatureValue = record('MkCFeatureValue', 'A feature of a product and its value in a plan.', {
  featureDescription: text('What the feature is.'),
  featureName: nameText('Name that the product’s feature list has for it.'),
  featureTitle: nameText('Displayed title.'),
  featureValue: text('Value in this plan or offer.'),
});

export const MkCMeteringMetric = record('MkCMeteringMetric', 'A metric by which usage is charged.', {
  description: text('What is measured.'),
  displayName: nameText('Displayed name.'),
  displayUnit: codeText('Unit shown to the buyer.'),
  displayUnitDescription: text('What that unit is.'),
  id: idText('Identifier of the metric.'),
  metricKind: codeText('How values relate to time.'),
  name: idText('Name of the metric.'),
  priceTiers: list(MkCPriceTier, 'Prices by quantity.'),
  reportingUnit: codeText('Unit in which usage is reported.'),
  skuId: idText('Priced article that the metric belongs to.'),
  unit: codeText('Unit that is measured.'),
  valueType: of(ValueType, 'Data type of the values.'),
});

export const MkCProductSubscriptionPlan = record('MkCProductSubscriptionPlan', 'The flat price of a plan.', {
  period: codeText('Period that the price is for.'),
  price: of(MkCPriceValue, 'The price.'),
});

export const MkCProductUsageFee = record('MkCProductUsageFee', 'The usage price of a plan.', {
  displayQuantity: whole('Quantity that the displayed price is for.'),
  metricId: idText('Metric that is charged.'),
  priceTiers: list(MkCPriceTier, 'Prices by quantity.'),
});

export const MkCProductPriceInfo = record('MkCProductPriceInfo', 'The prices of a plan.', {
  description: text('The price in words.'),
  priceModel: openEnum('How the plan is charged.', [
    'FREE',
    'SUBSCRIPTION',
    'USAGE',
    'SUBSCRIPTION_PLUS_USAGE',
  ]),
  subscriptionPlans: list(MkCProductSubscriptionPlan, 'Flat prices.'),
  usageFees: list(MkCProductUsageFee, 'Usage prices.'),
});

export const MkCPurchaseOptionSpec = record('MkCPurchaseOptionSpec', 'A plan as marketplace C keeps it.', {
  featureValues: list(MkCFeatureValue, 'Features of the plan.'),
  name: idText('Name of the plan.'),
  priceInfo: of(MkCProductPriceInfo, 'Prices.'),
  purchaseMode: openEnum('Who may buy it.', ['PURCHASE_MODE_PRIVATE', 'PURCHASE_MODE_PUBLIC']),
  title: text('Displayed title.'),
});

export const MkCConsumer = record('MkCConsumer', 'Where a product is used.', {
  project: idText('Project of the buyer.'),
});

export const MkCEntitlement = record('MkCEntitlement', 'An entitlement as marketplace C shows it.', {
  account: idText('Account of the buyer.'),
  consumers: list(MkCConsumer, 'Projects that use the product.'),
  createTime: givenTime('When it was made.'),
  id: idText('Identifier.'),
  inputProperties: list(whole('A byte.'), 'What the buyer entered, as bytes.'),
  messageToUser: text('Message shown to the buyer.'),
  name: idText('Resource name.'),
  newOfferDuration: codeText('Length of the offer to come.'),
  newOfferEndTime: givenTime('End of the offer to come.'),
  newOfferStartTime: givenTime('Start of the offer to come.'),
  newPendingOffer: idText('Offer that waits for approval.'),
  newPendingOfferDuration: codeText('Length of the offer that waits.'),
  newPendingPlan: idText('Plan that waits for approval.'),
  newPlan: idText('Plan to come.'),
  offer: idText('Offer that holds now.'),
  offerDuration: codeText('Length of that offer.'),
  offerEffectiveTime: givenTime('Since when that offer holds.'),
  offerEndTime: givenTime('Until when that offer holds.'),
  plan: idText('Plan that holds now.'),
  product: idText('Product bought.'),
  productExternalName: nameText('Name of the product in the catalogue.'),
  provider: idText('Seller.'),
  quoteExternalName: nameText('Name of the quote that it came from.'),
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
  subscriptionEndTime: givenTime('When the subscription ends.'),
  updateTime: givenTime('When it last changed.'),
  usageReportingId: idText('Identifier under which usage is reported.'),
});

export const MkCUserAccountApproval = record('MkCUserAccountApproval', 'An approval that an account needs.', {
  name: idText('What is approved.'),
  reason: text('Why it was decided so.'),
  state: openEnum('State of the approval.', ['STATE_UNSPECIFIED', 'PENDING', 'APPROVED', 'REJECTED']),
  updateTime: givenTime('When it last changed.'),
});

export const MkCUserInfo = record('MkCUserInfo', 'The person behind an account.', {
  orders: texts('Orders of the person.', longest.id),
  roles: texts('Roles of the person.', longest.code),
  user_identity: idText('Identity of the person.'),
});

export const MkCUserAccount = record('MkCUserAccount', 'A buyer’s account as marketplace C shows it.', {
  approvals: list(MkCUserAccountApproval, 'Approvals that the account has or needs.'),
  billingAccountId: idText('Billing account that pays.'),
  createTime: givenTime('When it was made.'),
  id: idText('Identifier.'),
  inputProperties: list(whole('A byte.'), 'What the buyer entered, as bytes.'),
  name: idText('Resource name.'),
  parentBillingAccountId: idText('Billing account above it, for buyers of resellers.'),
  provider: idText('Seller.'),
  state: openEnum('State on the marketplace.', ['ACCOUNT_STATE_UNSPECIFIED', 'ACCOUNT_ACTIVE']),
  updateTime: givenTime('When it last changed.'),
  userInfo: of(MkCUserInfo, 'The person behind it.'),
});

export const AgreementDocument = record('AgreementDocument', 'A document attached to an agreement.', {
  key: idText('Key under which the file is kept.'),
  name: idText('Name of the file.'),
});

export const SkuDiscount = freeRecord(
  'SkuDiscount',
  'A discount on the usage of one metric, named by its id.',
);
export type SkuDiscount = z.infer<typeof SkuDiscount>;
