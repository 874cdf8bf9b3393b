export type RawNotification = {
  /**
   * The HTTP method of the request. PULL: the notification was read from the seller's own queue; queue access
   * proves the sender.
   */
  method: 'GET' | 'POST' | 'PULL';
  /** The query parameters as sent. */
  query: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  rawBody: string;
};

/**
 * The subject kinds of notifications. A CHANGE is identified by its handle; a REQUEST is a buyer's request; a BUYER is
 * a buyer's account, whose agreements are read.
 */
export const subjectKinds = ['OFFER', 'AGREEMENT', 'PRODUCT', 'CHANGE', 'REQUEST', 'BUYER'] as const;
export type Subject = { kind: (typeof subjectKinds)[number]; externalId: string };

/**
 * The time when the marketplace sent the notification, if known (RFC 3339). Notification delay is measured
 * from this time.
 */
type SentTime = { sentTime?: string | undefined };

export type PulledNotification = SentTime & { receipt: string; raw: RawNotification };

/** Facts that require action by the seller and that the marketplace's records do not contain. */
export const noticeKinds = ['PAYOUTS_PAUSED'] as const;
export type Notice = (typeof noticeKinds)[number];

/** A verified notification with the records to read again, if any. */
export type Notification = SentTime & {
  id: string;
  subjects: readonly Subject[];
  notices?: readonly Notice[] | undefined;
  /** The kind of the notification, if the adapter does not support the kind. */
  unknownKind?: string | undefined;
};
