import { z } from 'zod';
import type { Statement } from '../platform/database/statement.ts';
import { RawJson, type RouteRequest, route, type WithParameters } from '../platform/http/route.ts';
import { wholeParameter } from '../platform/lists/pagination.ts';
import { cutByBytes } from '../platform/lists/portions.ts';
import { list, map, record, whole } from '../platform/records/fields.ts';
import { notificationErrors } from './errors.ts';
import { sealedColumns, selectCursor, selectSealed, toSealedEvent } from './feed-store.ts';
import { type FeedWatch, mostWaiting, TooManyWaiting } from './feed-watch.ts';
import { notificationsOf } from './translate.ts';
import { payloadOf } from './webhooks/payload.ts';

const EventFeed = record('EventFeed', 'Events after a place in the organization’s trail.', {
  events: list(
    map('An event as webhooks are sent it.'),
    'The events, in order; empty when there is none yet.',
  ),
  position: whole('The place to ask after next.'),
});

/** The most entries of the trail in one answer. */
const atOnce = 100;
/** Fewer, where they are long: whoever asks goes on after the last one. */
const cut = ({ name, text, values }: Statement): Statement => {
  const { before, behind } = cutByBytes(sealedColumns);
  return { name: `${name}_in_portions`, text: `${before} ${text} ${behind}`, values };
};
const longestWaitSeconds = 30;

const query = z.object({
  after: wholeParameter(0, 999_999_999_999_999, 'Only what comes after this place').optional(),
  wait: wholeParameter(
    0,
    longestWaitSeconds,
    'How many seconds to wait for an event when there is none after the place',
    0,
  ).optional(),
});

const fullHeaders = {
  'ratelimit-policy': `"waiting";q=${mostWaiting}`,
  ratelimit: '"waiting";r=0',
  'retry-after': '1',
};

type ToFollow = RouteRequest<z.output<typeof query>> & WithParameters<'orgId'>;

/** The wait that a request asks for; it ends as soon as there is an event. */
async function waitForEvents(watch: FeedWatch, request: ToFollow): Promise<void> {
  const { after, wait } = request.query;
  if (after === undefined || !wait) return;
  const organizationId = request.params.orgId;
  try {
    await watch.wait({ organizationId, after }, wait * 1000, request.onGone);
  } catch (error) {
    if (!(error instanceof TooManyWaiting)) throw error;
    throw notificationErrors.too_many_waiting(undefined, { headers: fullHeaders });
  }
}

/** The route of the events of the organization, in order, for programs that ask instead of being called. */
export const feedRoute = (watch: FeedWatch) =>
  route({
    method: 'GET',
    path: '/org/{orgId}/event',
    operationId: 'followEvents',
    group: 'Notification',
    summary: 'Follow what happens',
    description:
      'Every event in the order of the organization’s trail, a moment after it was recorded, in the form in which webhooks ' +
      'are sent. Ask again with the position of the last answer. Without `after`, the answer is the present position alone. ' +
      'With `wait` the answer comes as soon as there is an event, or without one when the time is over. ' +
      'No event is passed over: positions are given after the change is there.',
    access: 'audit:read',
    query,
    response: EventFeed,
    responseExample: { events: [], position: 42 },
    responseDescription: 'The events, and where to go on',
    errors: [notificationErrors.too_many_waiting.definition],
    run: {
      kind: 'batch',
      before: (request) => waitForEvents(watch, request),
      batch: (scope, { query: { after } }) => ({
        statements: [
          selectCursor(scope),
          ...(after === undefined ? [] : [cut(selectSealed(scope, after, atOnce))]),
        ],
        respond: ([cursors, rows = []]) => {
          const sealed = rows.map(toSealedEvent);
          const events = sealed
            .flatMap(notificationsOf)
            .map((notification) => payloadOf(scope.organizationId, notification));
          const position = sealed.at(-1)?.position ?? after ?? Number(cursors?.[0]?.newest_position ?? 0);
          return { body: new RawJson(`{"events":[${events.join(',')}],"position":${position}}`) };
        },
      }),
    },
  });
