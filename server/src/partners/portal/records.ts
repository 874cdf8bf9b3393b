import type { z } from 'zod';
import {
  codeText,
  currency,
  date,
  decimal,
  flag,
  idText,
  list,
  longest,
  nameText,
  nullable,
  of,
  record,
  shortText,
  texts,
  time,
  whole,
} from '../../platform/records/fields.ts';
import { AttributionBasis, AttributionKind } from '../attribution/index.ts';
import { ChannelPartnerType } from '../channel-partners/index.ts';
import { DealCustomer, DealRegistrationStatus, mostProducts } from '../deals/index.ts';
import { MarketplaceAccount, share } from '../fields.ts';

export const PortalChannelPartner = record(
  'PortalChannelPartner',
  'A channel partner as its own people see it.',
  {
    accounts: list(MarketplaceAccount, 'How marketplaces know it.', 100),
    domains: texts('Its domains.', longest.name),
    id: idText('Identifier.'),
    name: nameText('Name.'),
    protectionDays: whole('The days for which an approved deal registration protects a customer.'),
    share: share('What it has of what it sells, where no agreement says otherwise.'),
    status: codeText('State.'),
    tier: nameText('Name of its tier.'),
    type: ChannelPartnerType,
  },
);

export const PortalAgreement = record(
  'PortalAgreement',
  'An agreement as the channel partner’s people see it.',
  {
    countries: list(codeText('A country.'), 'Where it may be sold; everywhere when there are none.'),
    endDate: nullable(date('The day on which it is over; without one, it is open.')),
    id: idText('Identifier.'),
    name: nameText('Name.'),
    productIds: texts('What may be sold; all products when there are none.', longest.id),
    share: share('What the channel partner has of it.'),
    startDate: date('The day on which it begins.'),
  },
);

export const PortalDealRegistration = record(
  'PortalDealRegistration',
  'A deal registration as the channel partner’s people see it.',
  {
    amount: decimal('What it may come to; not negative, in coins of the currency, which it needs.'),
    closeMessage: shortText('What was said when it ended.', 1000),
    closeTime: time('When it ended.'),
    creationTime: time('When it was created.'),
    currency: currency('Currency of the amount.'),
    customer: of(DealCustomer, 'The customer.'),
    decisionMessage: shortText('What was said with the decision.', 1000),
    decisionTime: time('When it was decided on.'),
    expectedCloseDate: date('The day on which it may be won.'),
    hasConflict: flag('Whether something stood in its way when it was submitted: not what.'),
    id: idText('Identifier.'),
    lastUpdateTime: time('When it last changed.'),
    name: nameText('Name.'),
    notes: shortText('Notes, which the seller sees, too.', 10_000),
    productIds: texts(
      'What the customer is to buy; one product at least before it is submitted.',
      longest.id,
    ).max(mostProducts),
    protectedProductIds: texts('The products for which the customer is protected now.', longest.id),
    protectionEndTime: time('When the protection ends, or ended.'),
    status: of(DealRegistrationStatus, 'How far it is.'),
    submissionTime: time('When it was submitted last.'),
  },
);
export type PortalDealRegistration = z.infer<typeof PortalDealRegistration>;

export const PortalOffer = record(
  'PortalOffer',
  'An offer as the people of the channel partner see it to which it is due.',
  {
    acceptTime: time('When it was accepted.'),
    amount: decimal('What the buyer committed to, once it was accepted.'),
    basis: AttributionBasis,
    creationTime: time('Since when it is due to the channel partner.'),
    currency: currency('Currency of the amounts.'),
    expireTime: time('Until when it can be accepted.'),
    id: idText('Identifier.'),
    kind: AttributionKind,
    lastUpdateTime: time('When its share last changed.'),
    name: nameText('Name.'),
    productName: nameText('Name of the product.'),
    share: share('What the channel partner has of it.'),
    shareAmount: decimal('The share of the amount, exact; nothing of what it resells.'),
    status: codeText('State of the offer.'),
  },
);
