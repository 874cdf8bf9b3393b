import type { z } from 'zod';
import {
  byDefault,
  closedEnum,
  idText,
  key,
  list,
  longest,
  nameText,
  nullable,
  record,
  shortText,
  texts,
  time,
  upperCaseEnum,
} from '../../platform/records/fields.ts';
import { MarketplaceAccount } from '../fields.ts';
import { channelPartnerStates, firstState } from './states.ts';

export const ChannelPartnerType = upperCaseEnum('ChannelPartnerType', 'Kind of channel partner.', [
  'RESELLER',
  'REFERRAL',
  'DISTRIBUTOR',
  'SERVICES',
]);
export type ChannelPartnerType = z.infer<typeof ChannelPartnerType>;

export const ChannelPartnerStatus = closedEnum(
  'ChannelPartnerStatus',
  'Status of a channel partner. Only deal registrations of ACTIVE channel partners can be submitted and approved.',
  channelPartnerStates,
);

const given = {
  accounts: list(
    MarketplaceAccount,
    'Accounts at marketplaces. An account belongs to one channel partner.',
    100,
  ),
  contactIds: texts('Contacts of the organization at the channel partner.', longest.id),
  crmAAccountId: key('Account in CRM A.'),
  crmBCompanyId: key('Company in CRM B.'),
  crmCAccountId: key('Account in CRM C.'),
  domains: texts(
    'Registered domains of the company, not of a mail provider. A subdomain is stored as its registered domain.',
    longest.name,
  ).max(100),
  name: nameText('Name; required.'),
  notes: shortText('Notes of the organization, hidden from the channel partner.', 10_000),
  ownerId: idText('The responsible member; absent once the member has left.'),
  status: byDefault(ChannelPartnerStatus, firstState),
  tierId: idText('Tier of the channel partner.'),
  type: byDefault(ChannelPartnerType, 'RESELLER'),
};

export const ChannelPartner = record(
  'ChannelPartner',
  'Company that sells for the organization or brings it customers.',
  {
    createdBy: idText('Member or client that created the channel partner.'),
    creationTime: time('When the channel partner was created.'),
    id: idText('Identifier.'),
    lastUpdateTime: time('When the channel partner last changed.'),
    organizationID: idText('Organization for which the channel partner sells.'),
    ...given,
  },
);
export type ChannelPartner = z.infer<typeof ChannelPartner>;

export const UpdateChannelPartnerParams = record(
  'UpdateChannelPartnerParams',
  'Change of a channel partner. Absent fields keep their value, lists are replaced, null removes a field.',
  {
    accounts: nullable(given.accounts),
    contactIds: nullable(given.contactIds),
    crmAAccountId: nullable(given.crmAAccountId),
    crmBCompanyId: nullable(given.crmBCompanyId),
    crmCAccountId: nullable(given.crmCAccountId),
    domains: nullable(given.domains),
    name: given.name,
    notes: nullable(given.notes),
    ownerId: nullable(given.ownerId),
    status: ChannelPartnerStatus,
    tierId: nullable(given.tierId),
    type: ChannelPartnerType,
  },
);
export type UpdateChannelPartnerParams = z.infer<typeof UpdateChannelPartnerParams>;
