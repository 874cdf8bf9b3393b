import type { z } from 'zod';
import {
  codeText,
  date,
  idText,
  list,
  longest,
  nameText,
  nullable,
  record,
  texts,
  time,
} from '../../platform/records/fields.ts';
import { share } from '../fields.ts';

const given = {
  countries: list(
    codeText('A country.'),
    'Where it may be sold: ISO 3166-1 alpha-2, in any letter case; everywhere when there are none.',
  ),
  endDate: nullable(
    date('The day on which it is over; without one, it is open. A notice comes 30 days before.'),
  ),
  fileId: idText('What was signed: a file of the organization, which cannot be deleted meanwhile.'),
  name: nameText('Name; that of the channel partner unless it is given.'),
  productIds: texts('What may be sold; all products when there are none.', longest.id),
  share: share('What the channel partner has of it; required.'),
  startDate: date('The day on which it begins; required.'),
};

export const ChannelPartnerAgreement = record(
  'ChannelPartnerAgreement',
  'What was agreed on with a channel partner: what it sells where, for which share, and when.',
  {
    channelPartnerId: idText('The channel partner.'),
    createdBy: idText('Who created it.'),
    creationTime: time('When it was created.'),
    id: idText('Identifier.'),
    lastUpdateTime: time('When it last changed.'),
    organizationID: idText('Organization.'),
    ...given,
  },
);
export type ChannelPartnerAgreement = z.infer<typeof ChannelPartnerAgreement>;

export const UpdateChannelPartnerAgreementParams = record(
  'UpdateChannelPartnerAgreementParams',
  'What is to change of an agreement. What is absent stays; lists are replaced; null takes a field away.',
  {
    ...given,
    countries: nullable(given.countries),
    fileId: nullable(given.fileId),
    name: nullable(given.name),
    productIds: nullable(given.productIds),
  },
);
export type UpdateChannelPartnerAgreementParams = z.infer<typeof UpdateChannelPartnerAgreementParams>;
