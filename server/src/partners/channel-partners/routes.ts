import { z } from 'zod';
import { buyerErrors } from '../../buyers/index.ts';
import { organizationErrors } from '../../organizations/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { readRoute } from '../../platform/http/read-route.ts';
import { lockRows } from '../../platform/http/record-tags.ts';
import { RawJson, route } from '../../platform/http/route.ts';
import { listBatch } from '../../platform/lists/list-answer.ts';
import { pageParameters } from '../../platform/lists/pagination.ts';
import { partnerErrors } from '../errors.ts';
import { channelPartnerColumns, encodeChannelPartner } from './columns.ts';
import {
  ChannelPartner,
  ChannelPartnerStatus,
  ChannelPartnerType,
  UpdateChannelPartnerParams,
} from './records.ts';
import { createChannelPartner, deleteChannelPartner, updateChannelPartner } from './service.ts';
import { selectChannelPartner } from './store.ts';

export type ChannelPartnerDeps = {
  /** Whether a deal registration of a channel partner has not come to its end. */
  hasOpenDeals: (scope: OrgTransaction, channelPartnerId: string) => Promise<boolean>;
};

const path = '/org/{orgId}/channelPartner';
const pathOfOne = '/org/{orgId}/channelPartner/{channelPartnerId}';
const group = 'ChannelPartner';
const common = { group, response: ChannelPartner, responseDescription: 'The channel partner' } as const;
const notFound = partnerErrors.channel_partner_not_found.definition;
const condition = { lock: lockRows(['channel_partner', 'channelPartnerId']) };
const ignored = ['id', 'organizationID', 'createdBy', 'creationTime', 'lastUpdateTime'];
const ofWhatIsNamed = [
  partnerErrors.channel_partner_account_taken.definition,
  partnerErrors.channel_partner_tier_not_found.definition,
  buyerErrors.contact_not_found.definition,
  organizationErrors.member_not_found.definition,
];

const listParameters = z.object({
  status: ChannelPartnerStatus.optional(),
  type: ChannelPartnerType.optional(),
  tierId: z.string().max(200).optional().meta({ description: 'Only channel partners of this tier' }),
  name: z.string().max(300).optional().meta({ description: 'Only channel partners with just this name' }),
  ownerId: z.string().max(200).optional().meta({ description: 'Only those that this member looks after' }),
  ...pageParameters(),
});

const reads = [
  route({
    method: 'GET',
    path,
    operationId: 'listChannelPartners',
    group,
    summary: 'List channel partners',
    description: 'In order of creation time and id, without deleted ones.',
    access: 'channelPartners:read',
    query: listParameters,
    response: z.array(ChannelPartner),
    responseDescription: 'The channel partners',
    run: {
      kind: 'batch',
      batch: (scope, request) => {
        const { status, type, tierId, name, ownerId } = request.query;
        return listBatch(scope, request, {
          table: 'channel_partner',
          columns: channelPartnerColumns,
          filters: { status, type, tier_id: tierId, name, owner_id: ownerId },
          hiddenStatus: 'DELETED',
          encode: encodeChannelPartner,
        });
      },
    },
  }),
  readRoute({
    ...common,
    path: pathOfOne,
    operationId: 'getChannelPartner',
    summary: 'Get a channel partner',
    access: 'channelPartners:read',
    select: (scope, { channelPartnerId }) => selectChannelPartner(scope, channelPartnerId),
    missing: partnerErrors.channel_partner_not_found,
    encode: encodeChannelPartner,
  }),
];

export const channelPartnerRoutes = ({ hasOpenDeals }: ChannelPartnerDeps) => [
  ...reads,
  route({
    ...common,
    method: 'POST',
    path,
    operationId: 'createChannelPartner',
    summary: 'Create a channel partner',
    description: 'One account of a marketplace belongs to one channel partner.',
    access: 'channelPartners:write',
    body: ChannelPartner,
    bodyRequired: true,
    ignored,
    example: {
      name: 'Northern Resale',
      type: 'RESELLER',
      status: 'ACTIVE',
      domains: ['northern-resale.example'],
      accounts: [{ partner: 'MKA', accountId: '123456789012' }],
    },
    quota: 'channelPartners',
    errors: ofWhatIsNamed,
    run: {
      kind: 'transaction',
      handle: async (scope, { body }) => ({
        body: new RawJson(encodeChannelPartner(await createChannelPartner(scope, body))),
      }),
    },
  }),
  route({
    ...common,
    method: 'PATCH',
    path: pathOfOne,
    operationId: 'updateChannelPartner',
    condition,
    summary: 'Change a channel partner',
    description:
      'What is absent stays; lists are replaced; null or an empty text takes a field away. States: PROSPECT → ACTIVE ⇄ ' +
      'SUSPENDED; each → TERMINATED, which may become ACTIVE again.',
    access: 'channelPartners:write',
    body: UpdateChannelPartnerParams,
    bodyRequired: true,
    ignored,
    needed: ['name', 'status', 'type'],
    example: { status: 'SUSPENDED' },
    errors: [notFound, partnerErrors.channel_partner_state.definition, ...ofWhatIsNamed],
    run: {
      kind: 'transaction',
      handle: async (scope, { params, body }) => ({
        body: new RawJson(
          encodeChannelPartner(await updateChannelPartner(scope, params.channelPartnerId, body)),
        ),
      }),
    },
  }),
  route({
    method: 'DELETE',
    path: pathOfOne,
    operationId: 'deleteChannelPartner',
    condition,
    group,
    summary: 'Delete a channel partner',
    description:
      'Not while a deal registration of it is open. Its accounts may be those of others then; what it sold goes on ' +
      'naming it.',
    access: 'channelPartners:write',
    response: z.string(),
    responseDescription: 'The id of the channel partner',
    errors: [notFound, partnerErrors.channel_partner_in_use.definition],
    run: {
      kind: 'transaction',
      handle: async (scope, { params }) => {
        await deleteChannelPartner(scope, hasOpenDeals, params.channelPartnerId);
        return { body: params.channelPartnerId };
      },
    },
  }),
];
