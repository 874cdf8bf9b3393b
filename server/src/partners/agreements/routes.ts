import { z } from 'zod';
import { fileErrors } from '../../files/index.ts';
import { readRoute } from '../../platform/http/read-route.ts';
import { lockRows } from '../../platform/http/record-tags.ts';
import { RawJson, route } from '../../platform/http/route.ts';
import { listUnderRoute } from '../../platform/lists/list-under.ts';
import { pageParameters } from '../../platform/lists/pagination.ts';
import { productErrors } from '../../products/index.ts';
import { selectChannelPartner } from '../channel-partners/index.ts';
import { partnerErrors } from '../errors.ts';
import { type AgreementRow, agreementColumns, encodeAgreement } from './columns.ts';
import { ChannelPartnerAgreement, UpdateChannelPartnerAgreementParams } from './records.ts';
import { createAgreement, deleteAgreement, updateAgreement } from './service.ts';
import { selectAgreement } from './store.ts';

const path = '/org/{orgId}/channelPartner/{channelPartnerId}/agreement';
const pathOfOne = '/org/{orgId}/channelPartner/{channelPartnerId}/agreement/{agreementId}';
const group = 'ChannelPartner';
const common = { group, response: ChannelPartnerAgreement, responseDescription: 'The agreement' } as const;
const noPartner = partnerErrors.channel_partner_not_found.definition;
const notFound = partnerErrors.channel_partner_agreement_not_found.definition;
const condition = {
  lock: lockRows(['channel_partner', 'channelPartnerId'], ['channel_partner_agreement', 'agreementId']),
};
const ignored = ['id', 'organizationID', 'channelPartnerId', 'createdBy', 'creationTime', 'lastUpdateTime'];
const refusals = [
  noPartner,
  partnerErrors.channel_partner_agreement_overlaps.definition,
  productErrors.product_not_found.definition,
  fileErrors.file_not_found.definition,
];
const show = (row: AgreementRow) => ({ body: new RawJson(encodeAgreement(row)) });

const reads = [
  listUnderRoute({
    path,
    operationId: 'listChannelPartnerAgreements',
    group,
    summary: 'List the agreements with a channel partner',
    access: 'channelPartners:read',
    query: z.object(pageParameters()),
    response: z.array(ChannelPartnerAgreement),
    responseDescription: 'The agreements',
    parent: {
      select: (scope, { channelPartnerId }) => selectChannelPartner(scope, channelPartnerId),
      missing: partnerErrors.channel_partner_not_found,
    },
    list: (_, { params }) => ({
      table: 'channel_partner_agreement',
      columns: agreementColumns,
      filters: { channel_partner_id: params.channelPartnerId },
      encode: encodeAgreement,
    }),
  }),
  readRoute({
    ...common,
    path: pathOfOne,
    operationId: 'getChannelPartnerAgreement',
    summary: 'Get an agreement with a channel partner',
    access: 'channelPartners:read',
    select: (scope, { channelPartnerId, agreementId }) =>
      selectAgreement(scope, { channelPartnerId, agreementId }),
    missing: partnerErrors.channel_partner_agreement_not_found,
    encode: encodeAgreement,
  }),
];

export const agreementRoutes = () => [
  ...reads,
  route({
    ...common,
    method: 'POST',
    path,
    operationId: 'createChannelPartnerAgreement',
    summary: 'Write down an agreement with a channel partner',
    description:
      'It is over on `endDate`. On a day, a product in a country is in one agreement of a channel partner at most.',
    access: 'channelPartners:write',
    body: ChannelPartnerAgreement,
    bodyRequired: true,
    ignored,
    example: {
      name: 'Nordics 2027',
      countries: ['DK', 'SE'],
      share: 20,
      startDate: '2027-01-01',
      endDate: '2028-01-01',
    },
    quota: 'channelPartnerAgreements',
    errors: refusals,
    run: {
      kind: 'transaction',
      handle: async (scope, { params, body }) =>
        show(await createAgreement(scope, params.channelPartnerId, body)),
    },
  }),
  route({
    ...common,
    method: 'PATCH',
    path: pathOfOne,
    operationId: 'updateChannelPartnerAgreement',
    condition,
    summary: 'Change an agreement with a channel partner',
    description:
      'What is absent stays; lists are replaced; null takes a field away. What was sold before keeps the share that it had.',
    access: 'channelPartners:write',
    body: UpdateChannelPartnerAgreementParams,
    bodyRequired: true,
    ignored,
    needed: ['share', 'startDate'],
    example: { endDate: '2029-01-01' },
    errors: [notFound, ...refusals],
    run: {
      kind: 'transaction',
      handle: async (scope, { params, body }) => show(await updateAgreement(scope, params, body)),
    },
  }),
  route({
    method: 'DELETE',
    path: pathOfOne,
    operationId: 'deleteChannelPartnerAgreement',
    condition,
    group,
    summary: 'Delete an agreement with a channel partner',
    description: 'One that was written down by mistake. One that ends has an `endDate`.',
    access: 'channelPartners:write',
    response: z.string(),
    responseDescription: 'The id of the agreement',
    errors: [noPartner, notFound],
    run: {
      kind: 'transaction',
      handle: async (scope, { params }) => {
        await deleteAgreement(scope, params);
        return { body: params.agreementId };
      },
    },
  }),
];
