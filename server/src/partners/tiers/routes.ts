import { z } from 'zod';
import { readRoute } from '../../platform/http/read-route.ts';
import { lockRows } from '../../platform/http/record-tags.ts';
import { RawJson, route } from '../../platform/http/route.ts';
import { listBatch } from '../../platform/lists/list-answer.ts';
import { pageParameters } from '../../platform/lists/pagination.ts';
import { partnerErrors } from '../errors.ts';
import { encodeTier, tierColumns } from './columns.ts';
import { ChannelPartnerTier } from './records.ts';
import { createTier, deleteTier, updateTier } from './service.ts';
import { selectTier } from './store.ts';

const path = '/org/{orgId}/channelPartnerTier';
const pathOfOne = '/org/{orgId}/channelPartnerTier/{channelPartnerTierId}';
const group = 'ChannelPartner';
const common = { group, response: ChannelPartnerTier, responseDescription: 'The tier' } as const;
const notFound = partnerErrors.channel_partner_tier_not_found.definition;
const rankTaken = partnerErrors.channel_partner_tier_rank_taken.definition;
const condition = { lock: lockRows(['channel_partner_tier', 'channelPartnerTierId']) };
const ignored = ['id', 'organizationID', 'creationTime', 'lastUpdateTime'];

const reads = [
  route({
    method: 'GET',
    path,
    operationId: 'listChannelPartnerTiers',
    group,
    summary: 'List the tiers of channel partners',
    description: 'In order of creation time and id; `rank` is the order among them.',
    access: 'channelPartners:read',
    query: z.object(pageParameters()),
    response: z.array(ChannelPartnerTier),
    responseDescription: 'The tiers',
    run: {
      kind: 'batch',
      batch: (scope, request) =>
        listBatch(scope, request, {
          table: 'channel_partner_tier',
          columns: tierColumns,
          filters: {},
          encode: encodeTier,
        }),
    },
  }),
  readRoute({
    ...common,
    path: pathOfOne,
    operationId: 'getChannelPartnerTier',
    summary: 'Get a tier of channel partners',
    access: 'channelPartners:read',
    select: (scope, { channelPartnerTierId }) => selectTier(scope, channelPartnerTierId),
    missing: partnerErrors.channel_partner_tier_not_found,
    encode: encodeTier,
  }),
];

export const tierRoutes = () => [
  ...reads,
  route({
    ...common,
    method: 'POST',
    path,
    operationId: 'createChannelPartnerTier',
    summary: 'Create a tier of channel partners',
    access: 'channelPartners:write',
    body: ChannelPartnerTier,
    bodyRequired: true,
    ignored,
    example: { name: 'Gold', rank: 1, share: 20, protectionDays: 120 },
    quota: 'channelPartnerTiers',
    errors: [rankTaken],
    run: {
      kind: 'transaction',
      handle: async (scope, { body }) => ({ body: new RawJson(encodeTier(await createTier(scope, body))) }),
    },
  }),
  route({
    ...common,
    method: 'PATCH',
    path: pathOfOne,
    operationId: 'updateChannelPartnerTier',
    condition,
    summary: 'Change a tier of channel partners',
    description:
      'What is absent stays. What is protected already stays so for the days that held when it was approved.',
    access: 'channelPartners:write',
    body: ChannelPartnerTier,
    bodyRequired: true,
    ignored,
    needed: ['name', 'rank', 'share'],
    example: { share: 25 },
    errors: [notFound, rankTaken],
    run: {
      kind: 'transaction',
      handle: async (scope, { params, body }) => ({
        body: new RawJson(encodeTier(await updateTier(scope, params.channelPartnerTierId, body))),
      }),
    },
  }),
  route({
    method: 'DELETE',
    path: pathOfOne,
    operationId: 'deleteChannelPartnerTier',
    condition,
    group,
    summary: 'Delete a tier of channel partners',
    description: 'Not while a channel partner is of it.',
    access: 'channelPartners:write',
    response: z.string(),
    responseDescription: 'The id of the tier',
    errors: [notFound, partnerErrors.channel_partner_tier_in_use.definition],
    run: {
      kind: 'transaction',
      handle: async (scope, { params }) => {
        await deleteTier(scope, params.channelPartnerTierId);
        return { body: params.channelPartnerTierId };
      },
    },
  }),
];
