import type { z } from 'zod';
import {
  date,
  flag,
  idText,
  list,
  longest,
  map,
  nameText,
  of,
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
  'Where one beneficiary accepts a private offer.',
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
    recipientType: openEnum('Kind of recipient.', ['cspCustomer', 'billingGroup']),
  },
);

export const MkBPrivateOfferBeneficiary = record(
  'MkBPrivateOfferBeneficiary',
  'A billing account that may accept a private offer.',
  {
    beneficiaryRecipients: list(
      MkBPrivateOfferBeneficiaryRecipient,
      'Customers or groups that it is limited to.',
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
  'The plan to be made for a private offer.',
  {
    description: text('What the plan holds.'),
    id: idText('Short name of the plan.'),
    name: nameText('Name of the plan.'),
  },
);

export const MkBPrivateOfferPricing = record(
  'MkBPrivateOfferPricing',
  'The price of one plan of a private offer.',
  {
    basePlan: idText('Plan that a new plan is made from.'),
    discountPercentage: percent('Discount in percent; 0 to 100 but in drafts.'),
    discountType: openEnum('How the discount is given.', ['absolute', 'percentage']),
    markupPercentage: percent('Margin of the channel partner in percent; not negative but in drafts.'),
    newPlanDetails: of(MkBPrivateOfferPricingNewPlanDetails, 'The plan to be made.'),
    originalPlan: of(MkBPrivateOfferPlan, 'The plan at list price.'),
    plan: idText('Durable identifier of the plan.'),
    planId: idText('Short name of the plan.'),
    planName: nameText('Name of the plan.'),
    planType: openEnum('Whether the plan is flat or by seat.', ['FLAT_RATE', 'PER_USER']),
    priceDetails: map('Reference to the absolute price.'),
    privateOfferPlan: of(MkBPrivateOfferPlan, 'The plan at the price of this offer.'),
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
  'A private offer that another one replaces.',
  {
    id: idText('Durable identifier.'),
    name: nameText('Name of the offer.'),
  },
);

export const MkBPrivateOffer = record(
  'MkBPrivateOffer',
  'A private offer as marketplace B keeps it; its dates are days.',
  {
    $schema: idText('Address of the schema that the offer follows.'),
    acceptBy: date(
      'Last day of acceptance, to its end in UTC; `expireTime` follows from it when that is absent.',
    ),
    acceptanceLinks: list(MkBPrivateOfferAcceptanceLink, 'Where each beneficiary accepts.'),
    beneficiaries: list(MkBPrivateOfferBeneficiary, 'Billing accounts that may accept.'),
    customerContractRenewal: flag('Whether an existing customer renews.'),
    eTag: idText('Version mark of the marketplace.'),
    end: date(
      'Last day of the offer, the last of a month; `endTime`, the midnight after it, follows when absent.',
    ),
    id: idText('Durable identifier, private-offer/….'),
    lastModified: date('Day of the last change.'),
    name: nameText('Name of the offer.'),
    notificationContacts: texts('E-mail addresses that are notified of the offer’s progress.', longest.mail),
    offerPricingType: openEnum('What the offer changes.', mkBOfferPricingTypes),
    partners: list(MkBPrivateOfferPartner, 'Channel partners.'),
    preparedBy: nameText('E-mail address of the person who prepared it.'),
    pricing: list(MkBPrivateOfferPricing, 'Prices by plan, ten at most.'),
    privateOfferType: openEnum('Who sells to whom.', [
      'customerPromotion',
      'cspPromotion',
      'multipartyPromotionChannelPartner',
      'multipartyPromotionOriginator',
    ]),
    resourceName: idText('Name inside the configuration document.'),
    start: date('First day of the offer, the first of a month; one that is past means the acceptance.'),
    state: openEnum('State of the offer.', ['draft', 'live', 'deleted', 'withdrawn']),
    subState: openEnum('What a live offer waits for.', [
      'pendingAcceptance',
      'accepted',
      'pendingPartnerAction',
    ]),
    termsAndConditionsDocSasUrl: urlText(
      'Signed address of the terms; customerPromotion and cspPromotion only.',
    ),
    termsAndConditionsDocs: list(MkBPrivateOfferTermsDoc, 'Documents of the terms; multiparty types only.'),
    upgradedFrom: of(MkBPrivateOfferPromotionReference, 'Offer that this one replaces.'),
    validations: list(MkBValidation, 'Remarks of the marketplace.'),
    variableStartDate: flag('Whether the offer starts when it is accepted.'),
  },
);
export type MkBPrivateOffer = z.infer<typeof MkBPrivateOffer>;
