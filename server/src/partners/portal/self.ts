import { z } from 'zod';
import type { OrgScope } from '../../platform/access/scope.ts';
import { readRoute } from '../../platform/http/read-route.ts';
import { route } from '../../platform/http/route.ts';
import { listBatch } from '../../platform/lists/list-answer.ts';
import { pageParameters } from '../../platform/lists/pagination.ts';
import { recordEncoder } from '../../platform/records/encode.ts';
import { partnerErrors } from '../errors.ts';
import { channelPartnerOf } from './bound.ts';
import { PortalAgreement, PortalChannelPartner } from './records.ts';

const group = 'PartnerPortal';

const encodeSelf = recordEncoder([
  ['id', 'id', 'text'],
  ['name', 'name', 'text'],
  ['type', 'type', 'text'],
  ['status', 'status', 'text'],
  ['domains', 'domains', 'texts'],
  ['accounts', 'accounts', 'json'],
  ['tier', 'tier', 'text'],
  ['share', 'share', 'number'],
  ['protectionDays', 'protection_days', 'number'],
]);

const selectSelf = (scope: OrgScope) => ({
  name: 'select_portal_channel_partner',
  text: `SELECT p.id, p.name, p.type, p.status, p.domains, p.accounts::text AS accounts, t.name AS tier, t.share,
           t.protection_days
         FROM channel_partner p
           LEFT JOIN channel_partner_tier t ON t.organization_id = p.organization_id AND t.id = p.tier_id
         WHERE p.organization_id = $1 AND p.id = $2 AND p.status <> 'DELETED'`,
  values: [scope.organizationId, channelPartnerOf(scope)],
});

const agreementFields = [
  ['id', 'id', 'text'],
  ['name', 'name', 'text'],
  ['productIds', 'product_ids', 'texts'],
  ['countries', 'countries', 'texts'],
  ['share', 'share', 'number'],
  ['startDate', 'start_date', 'text'],
  ['endDate', 'end_date', 'text', 'nullable'],
] as const;

/** The routes that return a channel partner's own record and agreements to its people. */
export const selfRoutes = () => [
  readRoute({
    path: '/org/{orgId}/partnerPortal/channelPartner',
    operationId: 'getPortalChannelPartner',
    group,
    summary: 'Get the channel partner for which the caller acts',
    access: 'partnerPortal:read',
    response: PortalChannelPartner,
    responseDescription: 'The channel partner',
    select: selectSelf,
    notFound: partnerErrors.channel_partner_not_found,
    encode: encodeSelf,
  }),
  route({
    method: 'GET',
    path: '/org/{orgId}/partnerPortal/agreement',
    operationId: 'listPortalAgreements',
    group,
    summary: 'List the agreements with the caller’s channel partner',
    access: 'partnerPortal:read',
    query: z.object(pageParameters()),
    response: z.array(PortalAgreement),
    responseDescription: 'The agreements',
    run: {
      kind: 'batch',
      batch: (scope, request) =>
        listBatch(scope, request, {
          table: 'channel_partner_agreement',
          columns: agreementFields.map(([, column]) => column),
          filters: { channel_partner_id: channelPartnerOf(scope) },
          encode: recordEncoder(agreementFields),
        }),
    },
  }),
];
