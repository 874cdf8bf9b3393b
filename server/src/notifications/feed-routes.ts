import { z } from 'zod';
import type { Statement } from '../platform/database/statement.ts';
import { RawJson, type RouteRequest, route, type WithParameters } from '../platform/http/route.ts';
import { wholeParameter } from '../platform/lists/pagination.ts';
import { cutByBytes } from '../platform/lists/portions.ts';
import { integer, list, map, record } from '../platform/records/fields.ts';
import { notificationErrors } from './errors.ts';
import { sealedColumns, selectCursor, selectSealed, toSealedEvent } from './feed-store.ts';
import { type FeedWatch, mostWaiting, TooManyWatchers } from './feed-watch.ts';
import { notificationsOf } from './translate.ts';
import { payloadOf } from './webhooks/payload.ts';

const EventFeed = record('EventFeed', 'Events after a position in the organization’s trail.', {
  events: list(
    map('An event in the format of webhooks.'),
    'The events, in order; empty if no event follows the position yet.',
  ),
  position: integer('The position to pass as `after` in the next request.'),
});

/** The maximum number of trail entries in one response. */
const atOnce = 100;
/** Truncates the response by size. The caller continues after the last received event. */
const limitBytes = ({ name, text, values }: Statement): Statement => {
  const { before, behind } = cutByBytes(sealedColumns);
  return { name: `${name}_in_portions`, text: `${before} ${text} ${behind}`, values };
};
const longestWaitSeconds = 30;

const query = z.object({
  after: wholeParameter(0, 999_999_999_999_999, 'Only events after this position').optional(),
  wait: wholeParameter(
    0,
    longestWaitSeconds,
    'Seconds to wait if no event follows the position yet',
    0,
  ).optional(),
});

const fullHeaders = {
  'ratelimit-policy': `"waiting";q=${mostWaiting}`,
  ratelimit: '"waiting";r=0',
  'retry-after': '1',
};

type FeedRequest = RouteRequest<z.output<typeof query>> & WithParameters<'orgId'>;

/** Waits for an event, at most for the requested time. */
async function waitForEvents(watch: FeedWatch, request: FeedRequest): Promise<void> {
  const { after, wait } = request.query;
  if (after === undefined || !wait) return;
  const organizationId = request.params.orgId;
  try {
    await watch.wait({ organizationId, after }, wait * 1000, request.onClientDisconnect);
  } catch (error) {
    if (!(error instanceof TooManyWatchers)) throw error;
    throw notificationErrors.too_many_waiting(undefined, { headers: fullHeaders });
  }
}

/**
 * Returns the route for reading the organization's events in order, for programs that poll instead of receiving
 * webhooks.
 */
export const feedRoute = (watch: FeedWatch) =>
  route({
    method: 'GET',
    path: '/org/{orgId}/event',
    operationId: 'followEvents',
    group: 'Notification',
    summary: 'Follow events',
    description:
      'Returns every event in the order of the organization’s trail, moments after it was recorded, in the format of webhooks. ' +
      'Call again with the position from the last response. Without `after`, only the current position is returned. ' +
      'With `wait`, the call returns as soon as an event exists, or without events after that time. ' +
      'No event is skipped, because positions are assigned after the change is committed.',
    access: 'audit:read',
    query,
    response: EventFeed,
    responseExample: { events: [], position: 42 },
    responseDescription: 'The events, and the next position',
    errors: [notificationErrors.too_many_waiting.definition],
    run: {
      kind: 'batch',
      beforeBatch: (request) => waitForEvents(watch, request),
      batch: (scope, { query: { after } }) => ({
        statements: [
          selectCursor(scope),
          ...(after === undefined ? [] : [limitBytes(selectSealed(scope, after, atOnce))]),
        ],
        respond: ([cursors, rows = []]) => {
          const sealed = rows.map(toSealedEvent);
          const events = sealed
            .flatMap((event) => notificationsOf(event))
            .map((notification) => payloadOf(scope.organizationId, notification));
          const position = sealed.at(-1)?.position ?? after ?? Number(cursors?.[0]?.newest_position ?? 0);
          return { body: new RawJson(`{"events":[${events.join(',')}],"position":${position}}`) };
        },
      }),
    },
  });
