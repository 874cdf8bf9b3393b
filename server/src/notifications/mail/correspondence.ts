import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { Notification } from '../translate.ts';

/** A text that was written to particular members; only mails to these members contain the text. */
export type Letter = { memberIds: readonly string[]; title: string; text: string };

/** The reply address of a mail about a record, and the thread id that groups such mails. */
export type Thread = { replyTo?: string | undefined; threadId: string };

/** The functions for records with correspondence, provided by the slice that owns these records. */
export type Correspondence = {
  /** Returns the letter that an event contains; undefined for other events. */
  letterOf(notification: Notification): Letter | undefined;
  /** Returns undefined if mails about the record have no reply address. */
  threadOf(scope: OrgTransaction, notification: Notification, memberId: string): Thread | undefined;
};

/** The line that separates a reply, above, from the quoted mail, below. */
export const answerAbove = '##- Please write your answer above this line. -##';

/** Returns the notification with the wording of the letter. */
export const inWordsOf = (notification: Notification, { title, text }: Letter): Notification => ({
  ...notification,
  title,
  message: text,
  inMails: { ...notification.inMails, message: text },
});
