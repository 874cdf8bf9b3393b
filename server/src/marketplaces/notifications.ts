export type RawNotification = {
  /** By which it came over HTTP; PULL where it was read from the seller's queue, so that nobody else can have sent it. */
  method: 'GET' | 'POST' | 'PULL';
  /** The parameters of the query, as they were sent. */
  query: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  rawBody: string;
};

/** The kinds of what notifications are about; a CHANGE is named by its handle. */
export const subjectKinds = ['OFFER', 'AGREEMENT', 'PRODUCT', 'CHANGE'] as const;
export type Subject = { kind: (typeof subjectKinds)[number]; externalId: string };

/** When the marketplace sent it, where it says so (RFC 3339): how late notifications come is told by it. */
type Sent = { sentTime?: string | undefined };

export type PulledNotification = Sent & { receipt: string; raw: RawNotification };

/** A notification only says what to read again: nothing, one or more. */
export type Notification = Sent & { id: string; subjects: readonly Subject[] };
