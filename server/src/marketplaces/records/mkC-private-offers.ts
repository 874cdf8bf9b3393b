import type { z } from 'zod';
import {
  codeText,
  flag,
  givenTime,
  idText,
  list,
  mailText,
  nameText,
  of,
  openEnum,
  record,
  text,
  texts,
} from '../../platform/records/fields.ts';
import { PaymentScheduleType } from './common.ts';
import { MkCEntitlement, MkCFeatureValue } from './mkC.ts';
import {
  MkCExistingOfferData,
  MkCMarketplaceAgreementDocument,
  MkCPrivateOfferCustomerInfo,
  MkCPrivateOfferInstallmentTimeline,
  MkCPrivateOfferMetricInformation,
  MkCPrivateOfferPriceModel,
  MkCPrivateOfferTerm,
  MkCProviderInfo,
  mkCOfferDealTypes,
  mkCPriceModelTypes,
} from './mkC-offers.ts';

export const MkCPrivateOfferMigrationMetadata = record(
  'MkCPrivateOfferMigrationMetadata',
  'Where an offer that moves to the marketplace comes from.',
  {
    inventoryFlavorExternalName: nameText('Plan in the older catalogue.'),
    productExternalName: nameText('Product in the older catalogue.'),
    projectId: idText('Project identifier.'),
    projectNumber: idText('Project number.'),
    providerId: idText('Seller.'),
  },
);

export const MkCPrivateOfferPolicies = record(
  'MkCPrivateOfferPolicies',
  'What either side may do during an offer.',
  {
    cancellationPolicy: codeText('Whether the buyer may cancel.'),
    defaultRenewalPolicy: codeText('Whether it renews by itself.'),
    downgradePolicy: codeText('Whether the buyer may take less.'),
    maxRenewalTimes: codeText('How often it may renew.'),
    offerDealType: openEnum('Why the offer is made.', mkCOfferDealTypes),
    purchaseApproval: codeText('Whether the seller approves the purchase.'),
    purchaseApprovalOverride: codeText('Exception to that.'),
  },
);

export const MkCRevenueShareValue = record('MkCRevenueShareValue', 'A share of the revenue.', {
  value: text('The share as the marketplace wrote it.'),
});

export const MkCRevenueShareChange = record('MkCRevenueShareChange', 'A change of the share.', {
  revenueShare: of(MkCRevenueShareValue, 'The share from then on.'),
  revenueShareType: openEnum('Who set it.', ['AUTOMATIC', 'MANUAL']),
  startTime: givenTime('Since when it holds.'),
});

export const MkCPrivateOfferRevenueShare = record(
  'MkCPrivateOfferRevenueShare',
  'The marketplace’s part of the revenue.',
  {
    autoRenewRevenueShare: of(MkCRevenueShareValue, 'Share after a renewal.'),
    revenueShare: of(MkCRevenueShareValue, 'Share now.'),
    revenueShareChanges: list(MkCRevenueShareChange, 'Changes of the share.'),
  },
);

export const MkCPurchaseChannel = record('MkCPurchaseChannel', 'Through whom an offer is sold.', {
  marketplace: flag('Sold directly on the marketplace.'),
  reseller: flag('Sold by a reseller.'),
});

export const MkCPrivateOfferReplacementMetadata = record(
  'MkCPrivateOfferReplacementMetadata',
  'The offer that an offer replaces.',
  {
    cotermAlignment: codeText('Whether the end follows the replaced offer.'),
    replacedOffer: idText('Resource name of the replaced offer.'),
    replacedOfferEndTime: givenTime('When the replaced offer ends.'),
    replacementPolicy: codeText('How it is replaced.'),
  },
);

export const MkCResellerInfo = record('MkCResellerInfo', 'The reseller of an offer.', {
  billingAccountId: idText('Billing account of the reseller.'),
  billingAccountNickname: nameText('Short name of that account.'),
  billingAccountOrgDisplayName: nameText('Company that owns that account.'),
  billingAccountType: codeText('Kind of that account.'),
  notesToReseller: text('Note of the vendor to the reseller.'),
  partnerAccountName: nameText('Name of the reseller.'),
  resellOfferTemplateId: idText('Template that the reseller’s offer is made from.'),
  resellerContactEmail: mailText('E-mail address of the contact.'),
  resellerContactName: nameText('Name of the contact.'),
  resellerPrivateOfferPlanId: idText('Plan that the reseller’s offer is made from.'),
  resellerPrivateOfferPlanScope: codeText('Who may use that plan.'),
  subBillingAccount: idText('Billing account of the reseller’s customer.'),
});

export const MkCPrivateOffer = record('MkCPrivateOffer', 'A private offer as marketplace C keeps it.', {
  activeEntitlement: of(MkCEntitlement, 'Entitlement of the buyer now.'),
  agencyEnabled: flag('Whether the marketplace sells as an agent.'),
  agreement: idText('Agreement made from the offer.'),
  agreementDocuments: of(MkCMarketplaceAgreementDocument, 'Documents that the buyer agrees to.'),
  cancelTime: givenTime('When it was cancelled.'),
  customerInfo: of(MkCPrivateOfferCustomerInfo, 'Buyer that it is made to.'),
  existingOfferData: of(MkCExistingOfferData, 'What the buyer has before it.'),
  expireTime: givenTime('Last moment of acceptance.'),
  features: list(MkCFeatureValue, 'Features and their values.'),
  installmentTimeline: of(MkCPrivateOfferInstallmentTimeline, 'Instalments.'),
  lifecycleState: codeText('Stage of its life.'),
  metricInformation: of(MkCPrivateOfferMetricInformation, 'List prices of its metrics.'),
  migrationMetadata: of(
    MkCPrivateOfferMigrationMetadata,
    'Where it comes from, when it moves to the marketplace.',
  ),
  name: idText('Resource name.'),
  offerId: idText('Identifier.'),
  offerSource: openEnum('Whether it is resold.', ['OFFER', 'RESOLD']),
  offerState: openEnum('State on the marketplace.', [
    'OFFER_DRAFT',
    'OFFER_PUBLISHED',
    'OFFER_ENTITLEMENT_ACCOUNT_PENDING',
    'OFFER_ACTIVATING',
    'OFFER_SCHEDULED',
    'OFFER_ACTIVE',
    'OFFER_LAPSED',
    'OFFER_EXPIRED',
    'OFFER_CANCELLED',
    'OFFER_UNAVAILABLE',
    'OFFER_APPROVAL_FAILED',
  ]),
  offerTerm: of(MkCPrivateOfferTerm, 'When it holds.'),
  offerTitle: nameText('Title shown to the buyer.'),
  offerTitleAutoGenerated: flag('Whether the marketplace made the title.'),
  paymentSchedule: of(PaymentScheduleType, 'When the buyer pays.'),
  policies: of(MkCPrivateOfferPolicies, 'What either side may do.'),
  priceModel: of(MkCPrivateOfferPriceModel, 'How it is priced.'),
  priceModelType: openEnum('Kind of price.', mkCPriceModelTypes),
  privateOfferRevenueShare: of(MkCPrivateOfferRevenueShare, 'The marketplace’s part of the revenue.'),
  providerCancellationInternalNote: text('Seller’s note on the cancellation, hidden from the buyer.'),
  providerInfo: of(MkCProviderInfo, 'Who sells.'),
  providerInternalNote: text('Seller’s note, hidden from the buyer.'),
  providerPublicNote: text('Seller’s note to the buyer.'),
  purchaseChannel: of(MkCPurchaseChannel, 'Through whom it is sold.'),
  purchaseTime: givenTime('When it was accepted.'),
  replacementMetadata: of(MkCPrivateOfferReplacementMetadata, 'Offer that it replaces.'),
  resellerInfo: of(MkCResellerInfo, 'Reseller.'),
  serviceLevel: idText('Plan that it is for.'),
  updateTime: givenTime('When it last changed.'),
  useLegacyPartnerEula: flag('Whether the older license agreement holds.'),
  userLabels: texts('Labels of the seller.'),
});
export type MkCPrivateOffer = z.infer<typeof MkCPrivateOffer>;
