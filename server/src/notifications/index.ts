export { furtherActions } from './catalogue.ts';
export {
  type Channel,
  type NewMessage,
  type PreparedMessages,
  passesWhitelist,
  type RoutingConfig,
} from './channels.ts';
export { markMessage } from './feed-store.ts';
export type { FeedWatch } from './feed-watch.ts';
export { answerAbove, type Correspondence } from './mail/correspondence.ts';
export { sendDigestsNow } from './mail/digest.ts';
export { type Digest, digests } from './mail/routing.ts';
export { type TemplateThreads, templateFindings } from './mail/templates.ts';
export { allNotificationScopes, type NotificationScope, notificationScopes } from './notification-scopes.ts';
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
export type { Notification } from './translate.ts';
export { countEndpoints, endpointContext } from './webhooks/index.ts';
export { signatureHeaders } from './webhooks/signing.ts';
