import type { z } from 'zod';
import {
  closedEnum,
  codeText,
  currency,
  date,
  decimal,
  fieldOf,
  flag,
  idText,
  key,
  list,
  longest,
  nameText,
  nullable,
  openEnum,
  record,
  shortText,
  texts,
  time,
} from '../../platform/records/fields.ts';
import { MarketplaceAccount } from '../fields.ts';
import { dealStates } from './states.ts';

/** Maximum number of products of a deal registration, because each product has its own protection. */
export const mostProducts = 50;

export const DealRegistrationStatus = closedEnum(
  'DealRegistrationStatus',
  'Status of a deal registration.',
  dealStates,
);

const ofCustomer = {
  account: fieldOf(MarketplaceAccount, 'Account at a marketplace.'),
  country: codeText('Country, ISO 3166-1 alpha-2 in any letter case.'),
  crmAAccountId: key('Account in CRM A.'),
  domain: nameText(
    'Registered domain of the company, not of a mail provider. A subdomain is stored as its registered domain.',
  ),
  name: nameText('Name.'),
};

const saysWho = 'A submission requires domain, account or crmAAccountId.';

export const DealCustomer = record('DealCustomer', `Customer of a deal registration. ${saysWho}`, ofCustomer);
export type DealCustomer = z.infer<typeof DealCustomer>;

export const UpdateDealCustomer = record(
  'UpdateDealCustomer',
  'Change of the customer; null removes a field.',
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
  amount: decimal(
    'Expected amount; not negative, with the decimals of the currency, which is then required.',
  ),
  currency: currency('Currency of the amount.'),
  customer: fieldOf(DealCustomer, 'The customer.'),
  expectedCloseDate: date('Day on which the deal is expected to be won.'),
  name: nameText('Name.'),
  notes: shortText('Notes, visible to the channel partner.', 10_000),
  productIds: texts(
    'Products that the customer may buy; a submission requires at least one.',
    longest.id,
  ).max(mostProducts),
};

export const DealRegistration = record(
  'DealRegistration',
  'Claim of a channel partner to bring a customer. While APPROVED, it protects the customer for the channel partner.',
  {
    channelPartnerId: idText('The channel partner; required, immutable.'),
    closeMessage: shortText('Message of the command that ended the registration.', 1000),
    closeTime: time('When the registration ended.'),
    createdBy: idText('Member or client that created the registration.'),
    creationTime: time('When the registration was created.'),
    decidedBy: idText('Member or client that decided.'),
    decisionMessage: shortText('Message of the decision.', 1000),
    decisionTime: time('When the decision was made.'),
    entitlementID: idText('The entitlement that won the registration.'),
    hasConflict: flag('Whether there were conflicts at the last submission.'),
    id: idText('Identifier.'),
    lastUpdateTime: time('When the registration last changed.'),
    offerID: idText('The offer that won the registration.'),
    organizationID: idText('Organization.'),
    overriddenBy: idText('The deal registration that overrode its protection, or a part of it.'),
    overrideReason: shortText('Reason why the approval overrode another registration’s protection.', 1000),
    protectedProductIds: texts('The products for which the customer is protected.', longest.id),
    protectionEndTime: time('End of the protection.'),
    status: fieldOf(DealRegistrationStatus, 'Status.'),
    submissionTime: time('When the registration was last submitted.'),
    submittedBy: idText('Member or client that last submitted the registration.'),
    ...given,
  },
);
export type DealRegistration = z.infer<typeof DealRegistration>;

export const UpdateDealRegistrationParams = record(
  'UpdateDealRegistrationParams',
  'Change of a deal registration. Absent fields keep their value, lists are replaced, null removes a field.',
  {
    amount: nullable(given.amount),
    currency: nullable(given.currency),
    customer: nullable(fieldOf(UpdateDealCustomer, 'The customer.')),
    expectedCloseDate: nullable(given.expectedCloseDate),
    name: nullable(given.name),
    notes: nullable(given.notes),
    productIds: nullable(given.productIds),
  },
);
export type UpdateDealRegistrationParams = z.infer<typeof UpdateDealRegistrationParams>;

const message = shortText('Message, visible to the channel partner.', 1000);

export const DealRegistrationNote = record(
  'DealRegistrationNote',
  'Message of a command on a deal registration.',
  {
    message,
  },
);

export const ApproveDealRegistrationParams = record(
  'ApproveDealRegistrationParams',
  'Approval of a deal registration.',
  {
    message,
    overrideReason: shortText(
      'Reason for overriding another registration’s protection of the customer; hidden from the channel partner.',
      1000,
    ),
  },
);

export const WinDealRegistrationParams = record(
  'WinDealRegistrationParams',
  'Sale that won a deal registration.',
  {
    entitlementID: idText('The entitlement, if any.'),
    message,
    offerID: idText('The offer, if any.'),
  },
);
export type WinDealRegistrationParams = z.infer<typeof WinDealRegistrationParams>;

export const DealConflictKind = closedEnum(
  'DealConflictKind',
  'Kind of record that conflicts with a deal registration.',
  ['DEAL_REGISTRATION', 'OFFER', 'ENTITLEMENT', 'REFERRAL'],
);

export const DealConflict = record('DealConflict', 'Record that conflicts with a deal registration.', {
  channelPartnerId: idText('Channel partner of the conflicting deal registration.'),
  id: idText('Identifier of the other record.'),
  kind: fieldOf(DealConflictKind, 'Kind of the other record.'),
  name: nameText('Name of the other record.'),
  productIds: texts('Common products of the two records.', longest.id),
  reason: openEnum('Common property of the two customers: DOMAIN, ACCOUNT or CRM_ACCOUNT.', [
    'DOMAIN',
    'ACCOUNT',
    'CRM_ACCOUNT',
  ]),
  status: codeText('Status of the other record.'),
});

export const DealConflicts = record('DealConflicts', 'Current conflicts of a deal registration.', {
  conflicts: list(DealConflict, 'The conflicts; at most 100 of each kind.'),
});
