import type { z } from 'zod';
import {
  codeText,
  fieldOf,
  flag,
  givenTime,
  idText,
  list,
  mailText,
  nameText,
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
  'Origin of an offer that is migrated to the marketplace.',
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
  'Rights of buyer and seller during an offer.',
  {
    cancellationPolicy: codeText('Whether the buyer may cancel.'),
    defaultRenewalPolicy: codeText('Whether the offer renews automatically.'),
    downgradePolicy: codeText('Whether the buyer may reduce the quantity.'),
    maxRenewalTimes: codeText('Maximum number of renewals.'),
    offerDealType: openEnum('Reason for the offer.', mkCOfferDealTypes),
    purchaseApproval: codeText('Whether the seller must approve the purchase.'),
    purchaseApprovalOverride: codeText('Exception to the approval rule.'),
  },
);

export const MkCRevenueShareValue = record('MkCRevenueShareValue', 'A share of the revenue.', {
  value: text('The share, in the marketplace’s notation.'),
});

export const MkCRevenueShareChange = record('MkCRevenueShareChange', 'A change of the share.', {
  revenueShare: fieldOf(MkCRevenueShareValue, 'Share after the change.'),
  revenueShareType: openEnum('Whether the share was set automatically or manually.', ['AUTOMATIC', 'MANUAL']),
  startTime: givenTime('Time of the change.'),
});

export const MkCPrivateOfferRevenueShare = record(
  'MkCPrivateOfferRevenueShare',
  'The marketplace’s part of the revenue.',
  {
    autoRenewRevenueShare: fieldOf(MkCRevenueShareValue, 'Share after a renewal.'),
    revenueShare: fieldOf(MkCRevenueShareValue, 'Share now.'),
    revenueShareChanges: list(MkCRevenueShareChange, 'Changes of the share.'),
  },
);

export const MkCPurchaseChannel = record('MkCPurchaseChannel', 'Sales channel of an offer.', {
  marketplace: flag('Sold directly on the marketplace.'),
  reseller: flag('Sold by a reseller.'),
});

export const MkCPrivateOfferReplacementMetadata = record(
  'MkCPrivateOfferReplacementMetadata',
  'The offer that an offer replaces.',
  {
    cotermAlignment: codeText('Whether the end is aligned with the replaced offer.'),
    replacedOffer: idText('Resource name of the replaced offer.'),
    replacedOfferEndTime: givenTime('End of the replaced offer.'),
    replacementPolicy: codeText('Type of replacement.'),
  },
);

export const MkCResellerInfo = record('MkCResellerInfo', 'The reseller of an offer.', {
  billingAccountId: idText('Billing account of the reseller.'),
  billingAccountNickname: nameText('Short name of that account.'),
  billingAccountOrgDisplayName: nameText('Company that owns that account.'),
  billingAccountType: codeText('Type of that account.'),
  notesToReseller: text('Note of the vendor to the reseller.'),
  partnerAccountName: nameText('Name of the reseller.'),
  resellOfferTemplateId: idText('Template of the reseller’s offer.'),
  resellerContactEmail: mailText('E-mail address of the contact.'),
  resellerContactName: nameText('Name of the contact.'),
  resellerPrivateOfferPlanId: idText('Plan of the reseller’s offer.'),
  resellerPrivateOfferPlanScope: codeText('Resellers that may use that plan.'),
  subBillingAccount: idText('Billing account of the reseller’s customer.'),
});

export const MkCPrivateOffer = record('MkCPrivateOffer', 'A private offer in marketplace C’s own format.', {
  activeEntitlement: fieldOf(MkCEntitlement, 'Current entitlement of the buyer.'),
  agencyEnabled: flag('Whether the marketplace sells as an agent.'),
  agreement: idText('Agreement created from the offer.'),
  agreementDocuments: fieldOf(MkCMarketplaceAgreementDocument, 'Documents that the buyer agrees to.'),
  cancelTime: givenTime('Time of the cancellation.'),
  customerInfo: fieldOf(MkCPrivateOfferCustomerInfo, 'Buyer of the offer.'),
  existingOfferData: fieldOf(MkCExistingOfferData, 'Existing purchase of the buyer.'),
  expireTime: givenTime('Deadline for acceptance.'),
  features: list(MkCFeatureValue, 'Features and their values.'),
  installmentTimeline: fieldOf(MkCPrivateOfferInstallmentTimeline, 'Instalments.'),
  lifecycleState: codeText('Stage of the offer’s lifecycle.'),
  metricInformation: fieldOf(MkCPrivateOfferMetricInformation, 'List prices of the offer’s metrics.'),
  migrationMetadata: fieldOf(
    MkCPrivateOfferMigrationMetadata,
    'Origin of the offer, if it is migrated to the marketplace.',
  ),
  name: idText('Resource name.'),
  offerId: idText('Identifier.'),
  offerSource: openEnum('Whether a reseller sells the offer.', ['OFFER', 'RESOLD']),
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
  offerTerm: fieldOf(MkCPrivateOfferTerm, 'Validity of the offer.'),
  offerTitle: nameText('Title shown to the buyer.'),
  offerTitleAutoGenerated: flag('Whether the marketplace generated the title.'),
  paymentSchedule: fieldOf(PaymentScheduleType, 'Whether the buyer pays in advance or in arrears.'),
  policies: fieldOf(MkCPrivateOfferPolicies, 'Rights of buyer and seller.'),
  priceModel: fieldOf(MkCPrivateOfferPriceModel, 'Prices of the offer.'),
  priceModelType: openEnum('Type of price.', mkCPriceModelTypes),
  privateOfferRevenueShare: fieldOf(MkCPrivateOfferRevenueShare, 'The marketplace’s part of the revenue.'),
  providerCancellationInternalNote: text('Seller’s note on the cancellation, hidden from the buyer.'),
  providerInfo: fieldOf(MkCProviderInfo, 'Company that sells the offer.'),
  providerInternalNote: text('Seller’s note, hidden from the buyer.'),
  providerPublicNote: text('Seller’s note to the buyer.'),
  purchaseChannel: fieldOf(MkCPurchaseChannel, 'Sales channel.'),
  purchaseTime: givenTime('Time of acceptance.'),
  replacementMetadata: fieldOf(MkCPrivateOfferReplacementMetadata, 'Offer that this offer replaces.'),
  resellerInfo: fieldOf(MkCResellerInfo, 'Reseller.'),
  serviceLevel: idText('Plan of the offer.'),
  updateTime: givenTime('Time of the last change.'),
  useLegacyPartnerEula: flag('Whether the older license agreement applies.'),
  userLabels: texts('Labels of the seller.'),
});
export type MkCPrivateOffer = z.infer<typeof MkCPrivateOffer>;
