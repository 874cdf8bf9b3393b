import type { z } from 'zod';
import {
  codeText,
  currency,
  date,
  decimal,
  fieldOf,
  flag,
  idText,
  integer,
  list,
  longest,
  nameText,
  nullable,
  record,
  shortText,
  texts,
  time,
} from '../../platform/records/fields.ts';
import { AttributionBasis, AttributionKind } from '../attribution/index.ts';
import { ChannelPartnerType } from '../channel-partners/index.ts';
import { DealCustomer, DealRegistrationStatus, mostProducts } from '../deals/index.ts';
import { MarketplaceAccount, share } from '../fields.ts';

export const PortalChannelPartner = record(
  'PortalChannelPartner',
  'Channel partner, as shown to its own people.',
  {
    accounts: list(MarketplaceAccount, 'Accounts at marketplaces.', 100),
    domains: texts('Domains.', longest.name),
    id: idText('Identifier.'),
    name: nameText('Name.'),
    protectionDays: integer('Days for which an approved deal registration protects a customer.'),
    share: share('Share of its sales, unless an agreement has another share.'),
    status: codeText('Status.'),
    tier: nameText('Name of the tier.'),
    type: ChannelPartnerType,
  },
);

export const PortalAgreement = record(
  'PortalAgreement',
  'Agreement, as shown to the channel partner’s people.',
  {
    countries: list(codeText('A country.'), 'Countries of sale; all countries when empty.'),
    endDate: nullable(date('Day on which the agreement has ended; null for an open end.')),
    id: idText('Identifier.'),
    name: nameText('Name.'),
    productIds: texts('Products that may be sold; all products when empty.', longest.id),
    share: share('Share of the channel partner.'),
    startDate: date('First day of the agreement.'),
  },
);

export const PortalDealRegistration = record(
  'PortalDealRegistration',
  'Deal registration, as shown to the channel partner’s people.',
  {
    amount: decimal(
      'Expected amount; not negative, with the decimals of the currency, which is then required.',
    ),
    closeMessage: shortText('Message of the command that ended the registration.', 1000),
    closeTime: time('When the registration ended.'),
    creationTime: time('When the registration was created.'),
    currency: currency('Currency of the amount.'),
    customer: fieldOf(DealCustomer, 'The customer.'),
    decisionMessage: shortText('Message of the decision.', 1000),
    decisionTime: time('When the decision was made.'),
    expectedCloseDate: date('Day on which the deal is expected to be won.'),
    hasConflict: flag('Whether there were conflicts at the last submission.'),
    id: idText('Identifier.'),
    lastUpdateTime: time('When the registration last changed.'),
    name: nameText('Name.'),
    notes: shortText('Notes, visible to the seller.', 10_000),
    productIds: texts(
      'Products that the customer may buy; a submission requires at least one.',
      longest.id,
    ).max(mostProducts),
    protectedProductIds: texts('The products for which the customer is protected.', longest.id),
    protectionEndTime: time('End of the protection.'),
    status: fieldOf(DealRegistrationStatus, 'Status.'),
    submissionTime: time('When the registration was last submitted.'),
  },
);
export type PortalDealRegistration = z.infer<typeof PortalDealRegistration>;

export const PortalOffer = record(
  'PortalOffer',
  'Offer, as shown to the people of the channel partner to which the offer is attributed.',
  {
    acceptTime: time('When the offer was accepted.'),
    amount: decimal('Amount that the buyer committed to; absent until the offer is accepted.'),
    basis: AttributionBasis,
    creationTime: time('When the offer was attributed to the channel partner.'),
    currency: currency('Currency of the amounts.'),
    expireTime: time('When the offer expires.'),
    id: idText('Identifier.'),
    kind: AttributionKind,
    lastUpdateTime: time('When the attribution last changed.'),
    name: nameText('Name.'),
    productName: nameText('Name of the product.'),
    share: share('Share of the channel partner.'),
    shareAmount: decimal('The share of the amount, exact; 0 for resold offers.'),
    status: codeText('Status of the offer.'),
  },
);
