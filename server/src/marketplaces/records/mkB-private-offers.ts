import type { z } from 'zod';
import {
  date,
  fieldOf,
  flag,
  idText,
  list,
  longest,
  map,
  nameText,
  openEnum,
  percent,
  record,
  text,
  texts,
  urlText,
} from '../../platform/records/fields.ts';
import { MkBValidation } from './mkB.ts';
import { MkBPrivateOfferPlan, mkBOfferPricingTypes } from './mkB-plans.ts';

export const MkBPrivateOfferAcceptanceLink = record(
  'MkBPrivateOfferAcceptanceLink',
  'Link with which a beneficiary accepts a private offer.',
  {
    beneficiaryId: idText('Beneficiary that the link is for.'),
    link: urlText('Address of the acceptance page.'),
  },
);

export const MkBPrivateOfferBeneficiaryRecipient = record(
  'MkBPrivateOfferBeneficiaryRecipient',
  'A customer or billing group behind a beneficiary.',
  {
    id: idText('Identifier of the recipient.'),
    recipientType: openEnum('Type of recipient.', ['cspCustomer', 'billingGroup']),
  },
);

export const MkBPrivateOfferBeneficiary = record(
  'MkBPrivateOfferBeneficiary',
  'A billing account that may accept a private offer.',
  {
    beneficiaryRecipients: list(
      MkBPrivateOfferBeneficiaryRecipient,
      'Customers or groups that acceptance is limited to.',
    ),
    description: text('Note on the beneficiary.'),
    id: idText('Billing account.'),
  },
);

export const MkBPrivateOfferPartner = record(
  'MkBPrivateOfferPartner',
  'A channel partner of a private offer.',
  {
    id: idText('Identifier of the partner.'),
    location: nameText('Country of the partner.'),
    partnerName: nameText('Name of the partner.'),
  },
);

export const MkBPrivateOfferPricingNewPlanDetails = record(
  'MkBPrivateOfferPricingNewPlanDetails',
  'A plan that the marketplace creates for a private offer.',
  {
    description: text('Content of the plan.'),
    id: idText('Short name of the plan.'),
    name: nameText('Name of the plan.'),
  },
);

export const MkBPrivateOfferPricing = record(
  'MkBPrivateOfferPricing',
  'The price of one plan of a private offer.',
  {
    basePlan: idText('Plan on which the new plan is based.'),
    discountPercentage: percent('Discount in percent; 0 to 100, any number in drafts.'),
    discountType: openEnum('Type of the discount.', ['absolute', 'percentage']),
    markupPercentage: percent('Margin of the channel partner in percent; negative in drafts only.'),
    newPlanDetails: fieldOf(MkBPrivateOfferPricingNewPlanDetails, 'Plan to create.'),
    originalPlan: fieldOf(MkBPrivateOfferPlan, 'The plan at list price.'),
    plan: idText('Durable identifier of the plan.'),
    planId: idText('Short name of the plan.'),
    planName: nameText('Name of the plan.'),
    planType: openEnum('Whether the plan is flat or by seat.', ['FLAT_RATE', 'PER_USER']),
    priceDetails: map('Reference to the absolute price.'),
    privateOfferPlan: fieldOf(MkBPrivateOfferPlan, 'The plan at the price of this offer.'),
    product: idText('Durable identifier of the product.'),
    productName: nameText('Name of the product.'),
    serviceOfferId: idText('Public offer of this service that the plan belongs to.'),
  },
);

export const MkBPrivateOfferTermsDoc = record(
  'MkBPrivateOfferTermsDoc',
  'A document of a multiparty offer’s terms.',
  {
    customerFacingDocumentName: nameText('Name that the customer sees.'),
    fileName: nameText('Name of the file.'),
    sasUrl: urlText('Signed address of the file.'),
  },
);

export const MkBPrivateOfferPromotionReference = record(
  'MkBPrivateOfferPromotionReference',
  'A private offer that another offer replaces.',
  {
    id: idText('Durable identifier.'),
    name: nameText('Name of the offer.'),
  },
);

export const MkBPrivateOffer = record(
  'MkBPrivateOffer',
  'A private offer in marketplace B’s own format; its dates are days.',
  {
    $schema: idText('Address of the schema that the offer follows.'),
    acceptBy: date(
      'Last day of acceptance, until its end in UTC; determines `expireTime` if that field is absent.',
    ),
    acceptanceLinks: list(MkBPrivateOfferAcceptanceLink, 'Acceptance links by beneficiary.'),
    beneficiaries: list(MkBPrivateOfferBeneficiary, 'Billing accounts that may accept.'),
    customerContractRenewal: flag('Whether the offer renews an existing customer’s contract.'),
    eTag: idText('Version tag of the marketplace.'),
    end: date(
      'Last day of the offer, the last day of a month; determines `endTime`, the midnight after it, if that field is absent.',
    ),
    id: idText('Durable identifier, private-offer/….'),
    lastModified: date('Day of the last change.'),
    name: nameText('Name of the offer.'),
    notificationContacts: texts('E-mail addresses that are notified of the offer’s progress.', longest.mail),
    offerPricingType: openEnum(
      'Type of change: prices, new plans or software reservations.',
      mkBOfferPricingTypes,
    ),
    partners: list(MkBPrivateOfferPartner, 'Channel partners.'),
    preparedBy: nameText('E-mail address of the person who prepared the offer.'),
    pricing: list(MkBPrivateOfferPricing, 'Prices by plan, at most 10.'),
    privateOfferType: openEnum('Parties of the sale.', [
      'customerPromotion',
      'cspPromotion',
      'multipartyPromotionChannelPartner',
      'multipartyPromotionOriginator',
    ]),
    resourceName: idText('Resource name in the configuration document.'),
    start: date('First day of the offer, the first day of a month; a past day means the day of acceptance.'),
    state: openEnum('State of the offer.', ['draft', 'live', 'deleted', 'withdrawn']),
    subState: openEnum('Pending step of a live offer.', [
      'pendingAcceptance',
      'accepted',
      'pendingPartnerAction',
    ]),
    termsAndConditionsDocSasUrl: urlText(
      'Signed address of the terms; customerPromotion and cspPromotion only.',
    ),
    termsAndConditionsDocs: list(MkBPrivateOfferTermsDoc, 'Documents of the terms; multiparty types only.'),
    upgradedFrom: fieldOf(MkBPrivateOfferPromotionReference, 'Offer that this offer replaces.'),
    validations: list(MkBValidation, 'Validation messages of the marketplace.'),
    variableStartDate: flag('Whether the offer starts at acceptance.'),
  },
);
export type MkBPrivateOffer = z.infer<typeof MkBPrivateOffer>;
