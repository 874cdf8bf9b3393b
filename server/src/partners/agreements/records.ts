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
    'Countries of sale, ISO 3166-1 alpha-2 in any letter case; all countries when empty.',
  ),
  endDate: nullable(
    date('Day on which the agreement has ended; null for an open end. A notice is sent 30 days before.'),
  ),
  fileId: idText(
    'Signed document: a file of the organization, which cannot be deleted while it is referenced.',
  ),
  name: nameText('Name; by default the channel partner’s.'),
  productIds: texts('Products that may be sold; all products when empty.', longest.id),
  share: share('Share of the channel partner in percent; required.'),
  startDate: date('First day of the agreement; required.'),
};

export const ChannelPartnerAgreement = record(
  'ChannelPartnerAgreement',
  'Agreement with a channel partner: products, countries, share and period.',
  {
    channelPartnerId: idText('The channel partner.'),
    createdBy: idText('Member or client that created the agreement.'),
    creationTime: time('When the agreement was created.'),
    id: idText('Identifier.'),
    lastUpdateTime: time('When the agreement last changed.'),
    organizationID: idText('Organization.'),
    ...given,
  },
);
export type ChannelPartnerAgreement = z.infer<typeof ChannelPartnerAgreement>;

export const UpdateChannelPartnerAgreementParams = record(
  'UpdateChannelPartnerAgreementParams',
  'Change of an agreement. Absent fields keep their value, lists are replaced, null removes a field.',
  {
    ...given,
    countries: nullable(given.countries),
    fileId: nullable(given.fileId),
    name: nullable(given.name),
    productIds: nullable(given.productIds),
  },
);
export type UpdateChannelPartnerAgreementParams = z.infer<typeof UpdateChannelPartnerAgreementParams>;
