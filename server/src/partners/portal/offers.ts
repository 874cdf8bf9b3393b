import { z } from 'zod';
import { offerErrors } from '../../offers/index.ts';
import type { OrgScope } from '../../platform/access/scope.ts';
import { readRoute } from '../../platform/http/read-route.ts';
import { route } from '../../platform/http/route.ts';
import { listBatch } from '../../platform/lists/list-answer.ts';
import { pageParameters } from '../../platform/lists/pagination.ts';
import { columnList, type FieldsIn, recordEncoder } from '../../platform/records/encode.ts';
import { channelPartnerOf } from './bound.ts';
import { PortalOffer } from './records.ts';

const path = '/org/{orgId}/partnerPortal/offer';
const group = 'PartnerPortal';

const fields = [
  ['id', 'offer_id', 'text'],
  ['name', 'name', 'text'],
  ['status', 'status', 'text'],
  ['productName', 'product_name', 'text'],
  ['currency', 'currency', 'text'],
  ['kind', 'kind', 'text'],
  ['share', 'share', 'number'],
  ['basis', 'basis', 'text'],
  ['amount', 'amount', 'number'],
  ['shareAmount', 'share_amount', 'number'],
  ['acceptTime', 'accept_time', 'text'],
  ['expireTime', 'expire_time', 'time'],
  ['creationTime', 'creation_time', 'time'],
  ['lastUpdateTime', 'last_update_time', 'time'],
] as const satisfies FieldsIn<'portal_offer'>;

const encode = recordEncoder(fields);

const selectOne = (scope: OrgScope, offerId: string) => ({
  name: 'select_portal_offer',
  text: `SELECT ${columnList(fields, 'v')} FROM portal_offer v
         WHERE v.organization_id = $1 AND v.offer_id = $2 AND v.channel_partner_id = $3`,
  values: [scope.organizationId, offerId, channelPartnerOf(scope)],
});

/** The routes of offers that are attributed to the caller's channel partner. */
export const portalOfferRoutes = () => [
  route({
    method: 'GET',
    path,
    operationId: 'listPortalOffers',
    group,
    summary: 'List the offers that are attributed to the caller’s channel partner',
    description: 'In order of their attribution.',
    access: 'partnerPortal:read',
    query: z.object(pageParameters()),
    response: z.array(PortalOffer),
    responseDescription: 'The offers',
    run: {
      kind: 'batch',
      batch: (scope, request) =>
        listBatch(scope, request, {
          table: 'portal_offer',
          columns: fields.map(([, column]) => column),
          filters: { channel_partner_id: channelPartnerOf(scope) },
          encode,
        }),
    },
  }),
  readRoute({
    path: '/org/{orgId}/partnerPortal/offer/{offerId}',
    operationId: 'getPortalOffer',
    group,
    summary: 'Get an offer that is attributed to the caller’s channel partner',
    access: 'partnerPortal:read',
    response: PortalOffer,
    responseDescription: 'The offer',
    select: (scope, { offerId }) => selectOne(scope, offerId),
    notFound: offerErrors.offer_not_found,
    encode,
  }),
];
