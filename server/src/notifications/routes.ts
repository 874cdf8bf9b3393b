import { z } from 'zod';
import type { OrgScope } from '../platform/access/scope.ts';
import { errors, invalid } from '../platform/errors.ts';
import { readRoute } from '../platform/http/read-route.ts';
import { route } from '../platform/http/route.ts';
import { wholeParameter } from '../platform/lists/pagination.ts';
import { date } from '../platform/records/fields.ts';
import type { Priority } from './catalogue.ts';
import { encodeMessage } from './columns.ts';
import { notificationErrors } from './errors.ts';
import { feedRoute } from './feed-routes.ts';
import type { FeedWatch } from './feed-watch.ts';
import { type EventFilter, listEvents, listEventsOfEntity, listMessages, selectMessage } from './lists.ts';
import { type OpenRouteDeps, openRoute } from './mail/open-route.ts';
import { type TemplateRouteDeps, templateRoutes } from './mail/template-routes.ts';
import {
  entityTypes,
  ListNotificationEventsResponse,
  ListNotificationMessagesResponse,
  NotificationMessage,
} from './records/index.ts';

const dayMs = 86_400_000;
const usualDays = 30;
const usualPriorities: readonly Priority[] = ['HIGH', 'CRITICAL'];
const allPriorities: readonly Priority[] = ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'];

const partParameters = {
  limit: wholeParameter(1, 1000, 'Maximum number of rows', 1000).optional(),
  offset: wholeParameter(0, 1_000_000_000, 'Number of rows to skip', 0).optional(),
};
const partOf = ({ limit, offset }: { limit?: number | undefined; offset?: number | undefined }) => ({
  limit: limit ?? 1000,
  offset: offset ?? 0,
});

const phrase = (description: string) => z.string().max(200).optional().meta({ description });

const eventQuery = z.object({
  startDate: date('First day, in UTC; defaults to 30 days before the last day').optional(),
  endDate: date('Last day, in UTC; defaults to today').optional(),
  ...partParameters,
  priorities: z
    .string()
    .max(100)
    .optional()
    .meta({
      default: usualPriorities.join(),
      description: `Comma-separated list of ${allPriorities.join(', ')}`,
      example: 'MEDIUM,HIGH',
    }),
  message: phrase('Text that the message contains, ignoring case'),
});

/** @throws 400 for unknown priorities, and for a last day before the first day */
function filterOf(scope: OrgScope, query: z.output<typeof eventQuery>): EventFilter {
  const today = scope.now.toISOString().slice(0, 10);
  const lastDay = Date.parse(query.endDate ?? today);
  const firstDay = query.startDate ? Date.parse(query.startDate) : lastDay - usualDays * dayMs;
  if (firstDay > lastDay) throw invalid([{ pointer: 'startDate', message: 'must not be after endDate' }]);
  return {
    from: new Date(firstDay),
    until: new Date(lastDay + dayMs),
    priorities: prioritiesOf(query.priorities),
    message: query.message,
  };
}

function prioritiesOf(text = ''): readonly Priority[] {
  const wanted = text
    .split(',')
    .map((word) => word.trim().toUpperCase())
    .filter((word) => word !== '');
  if (wanted.some((word) => !(allPriorities as readonly string[]).includes(word)))
    throw invalid([
      { pointer: 'priorities', message: `must be a comma-separated list of ${allPriorities.join(', ')}` },
    ]);
  return wanted.length === 0
    ? usualPriorities
    : allPriorities.filter((priority) => wanted.includes(priority));
}

/** The record types with events outside the list of notification scopes. */
const furtherEntityTypes = [
  'ADDON',
  'AI_INVOICE',
  'BILLABLE_METRIC',
  'CHANNEL_PARTNER',
  'CHANNEL_PARTNER_AGREEMENT',
  'CHANNEL_PARTNER_TIER',
  'DEAL_REGISTRATION',
  'FILE',
  'FUNDING_APPLICATION',
  'KNOWLEDGE_ARTICLE',
  'OFFER_SET',
  'ROLE',
  'USAGE_RECORD',
  'WALLET',
  'WEBHOOK_ENDPOINT',
];

/** Parses the record type in a path, ignoring case. @throws 404 for an unknown type */
function entityTypeOf(given: string): string {
  const type = given.toUpperCase();
  if ([...entityTypes, ...furtherEntityTypes].includes(type)) return type;
  throw errors.not_found('Unknown record type.');
}

const common = { group: 'Notification', access: 'notifications:read' } as const;

export type NotificationRouteDeps = OpenRouteDeps & TemplateRouteDeps & { feedWatch: FeedWatch };

export const notificationRoutes = (deps: NotificationRouteDeps) => [
  openRoute(deps),
  feedRoute(deps.feedWatch),
  ...templateRoutes(deps),
  route({
    ...common,
    method: 'GET',
    path: '/org/{orgId}/notificationEvent',
    operationId: 'listNotificationEvents',
    summary: 'List notification events',
    description:
      'Lists events, newest first: one entry for each business fact, available moments after it was recorded. ' +
      'Without parameters, events of priority HIGH or CRITICAL in the last 30 days.',
    query: eventQuery,
    response: ListNotificationEventsResponse,
    responseDescription: 'A page of events',
    run: {
      kind: 'batch',
      batch: (scope, { query }) => listEvents(scope, filterOf(scope, query), partOf(query)),
    },
  }),
  route({
    ...common,
    method: 'GET',
    path: '/org/{orgId}/notificationEvent/{entityType}/{entityId}',
    operationId: 'listNotificationEventsByEntity',
    summary: 'List the notification events of a record',
    description: 'Lists the events of one record with any priority, newest first.',
    query: z.object(partParameters),
    response: ListNotificationEventsResponse,
    responseDescription: 'A page of events',
    run: {
      kind: 'batch',
      batch: (scope, { params, query }) =>
        listEventsOfEntity(
          scope,
          { type: entityTypeOf(params.entityType), id: params.entityId },
          partOf(query),
        ),
    },
  }),
  route({
    ...common,
    method: 'GET',
    path: '/org/{orgId}/notificationMessage',
    operationId: 'listNotificationMessages',
    summary: 'List notification messages',
    description: 'Lists the messages sent about events, with their recipients, newest first.',
    query: z.object({
      ...partParameters,
      keyword: phrase('Text that the subject or content contains, ignoring case'),
    }),
    response: ListNotificationMessagesResponse,
    responseDescription: 'A page of messages',
    run: { kind: 'batch', batch: (scope, { query }) => listMessages(scope, query.keyword, partOf(query)) },
  }),
  readRoute({
    ...common,
    path: '/org/{orgId}/notificationMessage/{notificationMessageId}',
    operationId: 'getNotificationMessage',
    summary: 'Get a notification message',
    response: NotificationMessage,
    responseDescription: 'The message',
    select: (scope, { notificationMessageId }) => selectMessage(scope, notificationMessageId),
    notFound: notificationErrors.notification_message_not_found,
    encode: encodeMessage,
  }),
];
