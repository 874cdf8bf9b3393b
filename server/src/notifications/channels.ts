import type { OrgTransaction } from '../platform/access/scope.ts';
import type { Statement } from '../platform/database/statement.ts';
import type { Notification } from './translate.ts';

/** An organization's notification settings: its `notificationConfigInfo`, with the defaults. */
export type RoutingConfig = {
  enableEmailNotification?: boolean | undefined;
  disableEmailNotificationOnOfferReady?: boolean | undefined;
  enableWebhookNotification?: boolean | undefined;
  webhookProductWhitelist?: readonly string[] | undefined;
  emailNotificationScopeEventConfigs?: Readonly<Record<string, NotificationRouting | null>> | undefined;
};

/** The routing of one notification scope to members. */
export type NotificationRouting = {
  enabled?: boolean | undefined;
  /** The recipients' addresses, or the names of entity fields that contain an address. */
  recipients?: readonly string[] | undefined;
  roleGroups?: readonly string[] | undefined;
  ccRecipients?: readonly string[] | undefined;
  bccRecipients?: readonly string[] | undefined;
  senderEmail?: string | undefined;
  subjectOverride?: string | undefined;
  templateOverride?: string | undefined;
  /** The organization's own text at the end of the mail. */
  note?: string | undefined;
};

/**
 * The audience of a mail: members of the organization, or the buyers of an offer. Mails to buyers contain only data for
 * buyers (R32).
 */
export type Audience = 'MEMBERS' | 'BUYERS';

/** A message to one recipient about one notification, to be inserted as PENDING. */
export type NewMessage = {
  /** The id, created by the channel so that the delivery can refer to the message. */
  id: string;
  notification: Notification;
  recipient: string;
  contactId?: string | undefined;
  cc?: readonly string[];
  bcc?: readonly string[];
  subject?: string;
  text?: string;
  html?: string;
  /** The member in whose next digest the message is; absent for a message that is sent immediately. */
  gatheredFor?: string | undefined;
  /** The values from which the content was rendered, for readers of the message. */
  standardFields?: object;
};

/** The rows that a channel prepares for a batch of notifications. */
export type PreparedMessages = {
  messages: readonly NewMessage[];
  /** The statements for the deliveries of these messages (jobs, mails), executed in the transaction of the messages. */
  statements: readonly Statement[];
};

/** A channel through which users or programs are notified. */
export type Channel = {
  /** The value of `NotificationMessage.type`. */
  name: 'EMAIL' | 'WEBHOOK';
  /**
   * Determines the recipients of one organization's notifications, in the given order. Runs once for each notification,
   * in the transaction that advances the organization's cursor. Must only read from the database, and must not call
   * other systems.
   */
  prepare(
    scope: OrgTransaction,
    config: RoutingConfig,
    notifications: readonly Notification[],
  ): Promise<PreparedMessages>;
};

/**
 * Returns whether a product's events are sent by webhook (R51). The switch enables the product whitelist. Events
 * without a product are always sent.
 */
export const passesWhitelist = (
  { enableWebhookNotification, webhookProductWhitelist }: RoutingConfig,
  productId: string | undefined,
): boolean =>
  enableWebhookNotification !== true ||
  productId === undefined ||
  (webhookProductWhitelist ?? []).includes(productId);
