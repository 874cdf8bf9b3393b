import type { z } from 'zod';
import {
  closedEnum,
  codeText,
  currency,
  date,
  decimal,
  flag,
  idText,
  key,
  list,
  longest,
  nameText,
  nullable,
  of,
  openEnum,
  record,
  shortText,
  texts,
  time,
} from '../../platform/records/fields.ts';
import { MarketplaceAccount } from '../fields.ts';
import { dealStates } from './states.ts';

/** The most products of a deal registration: each of them is protected by itself. */
export const mostProducts = 50;

export const DealRegistrationStatus = closedEnum(
  'DealRegistrationStatus',
  'State of a deal registration.',
  dealStates,
);

const ofCustomer = {
  account: of(MarketplaceAccount, 'How a marketplace knows it.'),
  country: codeText('ISO 3166-1 alpha-2, in any letter case.'),
  crmAAccountId: key('Its account in CRM A.'),
  domain: nameText(
    'Its domain, as it was registered; no domain of a mail provider. A name below one stands for it.',
  ),
  name: nameText('Its name.'),
};

const saysWho = 'Before it is submitted, one of domain, account and crmAAccountId is needed.';

export const DealCustomer = record(
  'DealCustomer',
  `Who the customer of a deal registration is. ${saysWho}`,
  ofCustomer,
);
export type DealCustomer = z.infer<typeof DealCustomer>;

export const UpdateDealCustomer = record(
  'UpdateDealCustomer',
  'What is to change of the customer; null takes a field away.',
  {
    account: nullable(ofCustomer.account),
    country: nullable(ofCustomer.country),
    crmAAccountId: nullable(ofCustomer.crmAAccountId),
    domain: nullable(ofCustomer.domain),
    name: nullable(ofCustomer.name),
  },
);
export type UpdateDealCustomer = z.infer<typeof UpdateDealCustomer>;

const given = {
  amount: decimal('What it may come to; not negative, in coins of the currency, which it needs.'),
  currency: currency('Currency of the amount.'),
  customer: of(DealCustomer, 'The customer.'),
  expectedCloseDate: date('The day on which it may be won.'),
  name: nameText('Name.'),
  notes: shortText('Notes, which the channel partner sees, too.', 10_000),
  productIds: texts(
    'What the customer is to buy; one product at least before it is submitted.',
    longest.id,
  ).max(mostProducts),
};

export const DealRegistration = record(
  'DealRegistration',
  'A customer that a channel partner says it brings. While it is APPROVED, the customer is protected for it.',
  {
    channelPartnerId: idText('The channel partner; required, and never changed.'),
    closeMessage: shortText('What was said when it ended.', 1000),
    closeTime: time('When it ended.'),
    createdBy: idText('Who created it.'),
    creationTime: time('When it was created.'),
    decidedBy: idText('Who decided on it.'),
    decisionMessage: shortText('What was said with the decision.', 1000),
    decisionTime: time('When it was decided on.'),
    entitlementID: idText('The entitlement that won it.'),
    hasConflict: flag('Whether something stood in its way when it was submitted.'),
    id: idText('Identifier.'),
    lastUpdateTime: time('When it last changed.'),
    offerID: idText('The offer that won it.'),
    organizationID: idText('Organization.'),
    overriddenBy: idText('The deal registration that took its protection, or some of it.'),
    overrideReason: shortText('Why it was approved against another one that protected the customer.', 1000),
    protectedProductIds: texts('The products for which the customer is protected now.', longest.id),
    protectionEndTime: time('When the protection ends, or ended.'),
    status: of(DealRegistrationStatus, 'How far it is.'),
    submissionTime: time('When it was submitted last.'),
    submittedBy: idText('Who submitted it last.'),
    ...given,
  },
);
export type DealRegistration = z.infer<typeof DealRegistration>;

export const UpdateDealRegistrationParams = record(
  'UpdateDealRegistrationParams',
  'What is to change of a deal registration. What is absent stays; lists are replaced; null takes a field away.',
  {
    amount: nullable(given.amount),
    currency: nullable(given.currency),
    customer: nullable(of(UpdateDealCustomer, 'The customer.')),
    expectedCloseDate: nullable(given.expectedCloseDate),
    name: nullable(given.name),
    notes: nullable(given.notes),
    productIds: nullable(given.productIds),
  },
);
export type UpdateDealRegistrationParams = z.infer<typeof UpdateDealRegistrationParams>;

const message = shortText('What is said with it; the channel partner sees it, too.', 1000);

export const DealRegistrationNote = record(
  'DealRegistrationNote',
  'What is said with a step of a deal registration.',
  {
    message,
  },
);

export const ApproveDealRegistrationParams = record(
  'ApproveDealRegistrationParams',
  'An approval of a deal registration.',
  {
    message,
    overrideReason: shortText(
      'Why it is approved although another one protects the customer: that loses its protection. The channel partner never sees it.',
      1000,
    ),
  },
);

export const WinDealRegistrationParams = record(
  'WinDealRegistrationParams',
  'What won a deal registration.',
  {
    entitlementID: idText('The entitlement, if there is one.'),
    message,
    offerID: idText('The offer, if there is one.'),
  },
);
export type WinDealRegistrationParams = z.infer<typeof WinDealRegistrationParams>;

export const DealConflictKind = closedEnum(
  'DealConflictKind',
  'What stands in the way of a deal registration.',
  ['DEAL_REGISTRATION', 'OFFER', 'ENTITLEMENT', 'REFERRAL'],
);

export const DealConflict = record(
  'DealConflict',
  'Something that stands in the way of a deal registration.',
  {
    channelPartnerId: idText('Whose deal registration it is.'),
    id: idText('Identifier of the other record.'),
    kind: of(DealConflictKind, 'Which record it is.'),
    name: nameText('Name of the other record.'),
    productIds: texts('The products of both.', longest.id),
    reason: openEnum('By what the customer is the same: DOMAIN, ACCOUNT or CRM_ACCOUNT.', [
      'DOMAIN',
      'ACCOUNT',
      'CRM_ACCOUNT',
    ]),
    status: codeText('State of the other record.'),
  },
);

export const DealConflicts = record('DealConflicts', 'What stands in the way of a deal registration now.', {
  conflicts: list(DealConflict, 'At most 100 of each kind.'),
});
