import type { Route } from '../platform/http/route.ts';
import type { AnyJobHandler } from '../platform/jobs/queue.ts';
import type { Channel } from './channels.ts';
import { createMailChannel } from './mail/channel.ts';
import { type DigestDeps, digestSchedule } from './mail/digest.ts';
import { type NotificationRouteDeps as OwnRouteDeps, notificationRoutes as ownRoutes } from './routes.ts';
import { type Schedule, scheduleJobHandler } from './schedules.ts';
import {
  deliveryRoutes,
  type EndpointDeps,
  endpointRoutes,
  replayJobHandler,
  webhookChannel,
} from './webhooks/index.ts';

export { notificationDescription } from './description.ts';
export { createFanOut, type FanOut } from './fan-out.ts';
export { eventsAreUndispatched } from './feed-store.ts';
export { createFeedWatch } from './feed-watch.ts';
export type { PeopleDeps } from './mail/channel.ts';
export { createPixels, type Pixels } from './mail/pixel.ts';
export { createTemplates } from './mail/templates.ts';
export { hasWebhooksInFlight } from './on-their-way.ts';
export { notificationSweeps } from './sweeps.ts';
export {
  createDeliverer,
  createSender,
  type Deliverer,
  webhookDescriptions,
  webhooksAreDue,
} from './webhooks/index.ts';

export type NotificationRouteDeps = OwnRouteDeps & EndpointDeps;

/** Returns the routes of notification events and of all channels: mails, the feed, and webhook endpoints. */
export const notificationRoutes = (deps: NotificationRouteDeps): Route[] => [
  ...ownRoutes(deps),
  ...endpointRoutes(deps),
  ...deliveryRoutes(),
];

/** Returns the jobs of notifications: replays of deliveries, and time-triggered notifications. */
export const notificationJobs = (deps: {
  readConfig: Parameters<typeof replayJobHandler>[0];
  schedules: readonly Schedule[];
}): AnyJobHandler[] => [replayJobHandler(deps.readConfig), ...deps.schedules.map(scheduleJobHandler)];

/** Returns the schedules of this slice. */
export const notificationSchedules = (deps: DigestDeps): Schedule[] => [digestSchedule(deps)];

/** Creates all channels through which users and programs receive events. */
export const notificationChannels = (deps: Parameters<typeof createMailChannel>[0]): Channel[] => [
  createMailChannel(deps),
  webhookChannel,
];
