import type { OrgTransaction } from '../platform/access/scope.ts';
import type { Statement } from '../platform/database/statement.ts';
import type { Notification } from './translate.ts';

/** The choices of an organization on how it is notified: its `notificationConfigInfo`, with the defaults. */
export type RoutingConfig = {
  enableEmailNotification?: boolean | undefined;
  disableEmailNotificationOnOfferReady?: boolean | undefined;
  enableWebhookNotification?: boolean | undefined;
  webhookProductWhitelist?: readonly string[] | undefined;
  emailNotificationScopeEventConfigs?: Readonly<Record<string, NotificationRouting | null>> | undefined;
};

/** The choices on how members are notified of one notification scope. */
export type NotificationRouting = {
  enabled?: boolean | undefined;
  /** Addresses, or names of fields of the entity that hold one. */
  recipients?: readonly string[] | undefined;
  roleGroups?: readonly string[] | undefined;
  ccRecipients?: readonly string[] | undefined;
  bccRecipients?: readonly string[] | undefined;
  senderEmail?: string | undefined;
  subjectOverride?: string | undefined;
  templateOverride?: string | undefined;
};

/** A message to one recipient about one notification, to be inserted as PENDING. */
export type NewMessage = {
  /** Made by the channel, so that its delivery can name it. */
  id: string;
  notification: Notification;
  recipient: string;
  contactId?: string | undefined;
  cc?: readonly string[];
  bcc?: readonly string[];
  subject?: string;
  text?: string;
  html?: string;
  /** What the content was made of, for whoever reads the message later. */
  standardFields?: object;
};

/** The rows that a channel prepares for a batch of notifications. */
export type PreparedMessages = {
  messages: readonly NewMessage[];
  /** The deliveries of these messages: jobs, mails. They are written with them, in one transaction. */
  statements: readonly Statement[];
};

/** A way by which people or programs are notified. */
export type Channel = {
  /** As in NotificationMessage.type. */
  name: 'EMAIL' | 'WEBHOOK';
  /**
   * Decides who receives the notifications of one organization, in the order in which they are given. It runs in the
   * transaction that moves the organization's cursor, once for each notification: it reads, and calls nothing
   * outside.
   */
  prepare(
    scope: OrgTransaction,
    config: RoutingConfig,
    notifications: readonly Notification[],
  ): Promise<PreparedMessages>;
};

/**
 * Says whether events of a product go out by webhook (R51). The switch turns the list of products on, never webhooks
 * off; what is about no product always goes.
 */
export const passesWhitelist = (
  { enableWebhookNotification, webhookProductWhitelist }: RoutingConfig,
  productId: string | undefined,
): boolean =>
  enableWebhookNotification !== true ||
  productId === undefined ||
  (webhookProductWhitelist ?? []).includes(productId);
