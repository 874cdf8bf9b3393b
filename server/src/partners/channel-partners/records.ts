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

export const ChannelPartnerType = upperCaseEnum('ChannelPartnerType', 'What a channel partner does.', [
  'RESELLER',
  'REFERRAL',
  'DISTRIBUTOR',
  'SERVICES',
]);
export type ChannelPartnerType = z.infer<typeof ChannelPartnerType>;

export const ChannelPartnerStatus = closedEnum(
  'ChannelPartnerStatus',
  'State of a channel partner: deal registrations of ACTIVE ones are taken and approved.',
  channelPartnerStates,
);

const given = {
  accounts: list(MarketplaceAccount, 'How marketplaces know it. An account is one channel partner’s.', 100),
  contactIds: texts('People there: contacts of the organization.', longest.id),
  crmAAccountId: key('Its account in CRM A.'),
  crmBCompanyId: key('Its company in CRM B.'),
  crmCAccountId: key('Its account in CRM C.'),
  domains: texts(
    'Its domains, each as it was registered; no domain of a mail provider. Names below one stand for it.',
    longest.name,
  ).max(100),
  name: nameText('Name; required.'),
  notes: shortText('Notes of the organization; the channel partner never sees them.', 10_000),
  ownerId: idText('The member who looks after it; nobody once the member has left.'),
  status: byDefault(ChannelPartnerStatus, firstState),
  tierId: idText('Its tier.'),
  type: byDefault(ChannelPartnerType, 'RESELLER'),
};

export const ChannelPartner = record(
  'ChannelPartner',
  'A company that sells for the organization, or brings it customers.',
  {
    createdBy: idText('Who created it.'),
    creationTime: time('When it was created.'),
    id: idText('Identifier.'),
    lastUpdateTime: time('When it last changed.'),
    organizationID: idText('Organization that it sells for.'),
    ...given,
  },
);
export type ChannelPartner = z.infer<typeof ChannelPartner>;

export const UpdateChannelPartnerParams = record(
  'UpdateChannelPartnerParams',
  'What is to change of a channel partner. What is absent stays; lists are replaced; null takes a field away.',
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
