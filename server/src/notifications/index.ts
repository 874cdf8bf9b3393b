import type { Route } from '../platform/http/route.ts';
import type { AnyJobHandler } from '../platform/jobs/queue.ts';
import type { Channel } from './channels.ts';
import { createMailChannel } from './mail/channel.ts';
import { type NotificationRouteDeps as OwnRouteDeps, notificationRoutes as ownRoutes } from './routes.ts';
import { type Schedule, scheduleJobHandler } from './schedules.ts';
import {
  deliveryRoutes,
  type EndpointDeps,
  endpointRoutes,
  replayJobHandler,
  webhookChannel,
} from './webhooks/index.ts';

export { furtherActions } from './catalogue.ts';
export {
  type Channel,
  type NewMessage,
  type PreparedMessages,
  passesWhitelist,
  type RoutingConfig,
} from './channels.ts';
export { notificationDescription } from './description.ts';
export { createFanOut, type FanOut } from './fan-out.ts';
export { eventsAreUndispatched, markMessage } from './feed-store.ts';
export { createFeedWatch, type FeedWatch } from './feed-watch.ts';
export type { PeopleDeps } from './mail/channel.ts';
export { answerAbove, type Correspondence } from './mail/correspondence.ts';
export { frame } from './mail/layout.ts';
export { createPixels, type Pixels } from './mail/pixel.ts';
export {
  createTemplates,
  type TemplateThreads,
  templateFindings,
} from './mail/templates.ts';
export { allNotificationScopes, type NotificationScope, notificationScopes } from './notification-scopes.ts';
export { webhooksAreOnTheirWay } from './on-their-way.ts';
export {
  earliest,
  type Follower,
  isConfiguration,
  isFirstNotice,
  isImport,
  nextDay,
  nextWeek,
  type Schedule,
} from './schedules.ts';
export { notificationSweeps } from './sweeps.ts';
export type { Notification } from './translate.ts';
export {
  countEndpoints,
  createDeliverer,
  createSender,
  type Deliverer,
  endpointContext,
  webhookDescriptions,
  webhooksAreDue,
} from './webhooks/index.ts';
export { signatureHeaders } from './webhooks/signing.ts';

export type NotificationRouteDeps = OwnRouteDeps & EndpointDeps;

/** The routes of events and of all ways by which they go out: to people, by the feed, and to webhook endpoints. */
export const notificationRoutes = (deps: NotificationRouteDeps): Route[] => [
  ...ownRoutes(deps),
  ...endpointRoutes(deps),
  ...deliveryRoutes(),
];

/** All kinds of jobs about notifications: replays of deliveries, and notices that time brings. */
export const notificationJobs = (deps: {
  readConfig: Parameters<typeof replayJobHandler>[0];
  schedules: readonly Schedule[];
}): AnyJobHandler[] => [replayJobHandler(deps.readConfig), ...deps.schedules.map(scheduleJobHandler)];

/** Creates every channel by which people and programs receive events. */
export const notificationChannels = (deps: Parameters<typeof createMailChannel>[0]): Channel[] => [
  createMailChannel(deps),
  webhookChannel,
];
