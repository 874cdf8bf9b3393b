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
export { markMessage } from './feed-store.ts';
export { createFeedWatch, type FeedWatch } from './feed-watch.ts';
export { createMailChannel, type PeopleDeps } from './mail/channel.ts';
export { createPixels, type Pixels } from './mail/pixel.ts';
export { createTemplates, type TemplateThreads, templateFindings } from './mail/templates.ts';
export { allNotificationScopes, type NotificationScope, notificationScopes } from './notification-scopes.ts';
export { webhooksAreOnTheirWay } from './on-their-way.ts';
export { type NotificationRouteDeps, notificationRoutes } from './routes.ts';
export {
  earliest,
  isConfiguration,
  isFirstNotice,
  nextDay,
  nextWeek,
  type Schedule,
  scheduleJobHandler,
} from './schedules.ts';
export { sweepNotifications } from './sweeps.ts';
export type { Notification } from './translate.ts';
export {
  countEndpoints,
  createDeliverer,
  createSender,
  type Deliverer,
  deliveryRoutes,
  type EndpointDeps,
  endpointContext,
  endpointRoutes,
  replayJobHandler,
  webhookChannel,
  webhookDescriptions,
} from './webhooks/index.ts';
export { signatureHeaders } from './webhooks/signing.ts';
