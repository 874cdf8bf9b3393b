import { z } from 'zod';
import { errors } from '../platform/errors.ts';
import { type RouteRequest, route, type WithParameters } from '../platform/http/route.ts';
import type { InboundDoor } from './inbound.ts';

const common = {
  path: '/marketplaces/{partner}/notifications/{orgId}',
  group: 'Marketplaces',
  access: 'public',
  response: z.object({ received: z.boolean() }),
  responseDescription: 'The notification was stored',
  errors: [errors.invalid_request.definition, errors.unauthenticated.definition],
} as const;

const genuine =
  'Marketplaces authenticate by their own signatures. 401: the notification is not genuine. 503: the signature could ' +
  'not be verified; send the notification again.';

/**
 * The operations that receive notifications. Some marketplaces send a POST with a body, others a GET with all
 * values in the query.
 */
export const inboundRoutes = (door: InboundDoor) => [
  route({
    ...common,
    method: 'POST',
    operationId: 'receiveMarketplaceNotification',
    summary: 'Receive a marketplace notification',
    description: `Called by marketplaces. ${genuine}`,
    body: z.string().optional(),
    bodyFormat: { type: 'raw' },
    example: '{"type":"agreement.accepted"}',
    run: { kind: 'plain', handle: (request) => receive(door, 'POST', request) },
  }),
  route({
    ...common,
    method: 'GET',
    operationId: 'receiveMarketplaceNotificationByQuery',
    summary: 'Receive a marketplace notification in the query',
    description: `Called by marketplaces that send notifications by GET. ${genuine}`,
    run: { kind: 'plain', handle: (request) => receive(door, 'GET', request) },
  }),
];

type NotificationRequest = Pick<RouteRequest, 'headers' | 'rawBody' | 'requestId' | 'url'> &
  WithParameters<'partner' | 'orgId'>;

const receive = (
  door: InboundDoor,
  method: 'GET' | 'POST',
  { params, url, headers, rawBody, requestId }: NotificationRequest,
) => {
  const start = url.indexOf('?');
  const query = start < 0 ? '' : url.slice(start + 1);
  return door(params.partner, params.orgId, { method, query, headers, rawBody }, requestId);
};
