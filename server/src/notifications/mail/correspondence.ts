import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { Notification } from '../translate.ts';

/** What was written to members: their own mail shows it, and no other does. */
export type Letter = { memberIds: readonly string[]; title: string; text: string };

/** Where a member answers a mail about a record, and what shows mails about the same one together. */
export type Thread = { replyTo?: string | undefined; threadId: string };

/** What mail needs to know of records that are written about by mail: given by the slice that has them. */
export type Correspondence = {
  /** The letter that an event is, if it is one. */
  letterOf(notification: Notification): Letter | undefined;
  /** Undefined where mails about the record are answered by nobody. */
  threadOf(scope: OrgTransaction, notification: Notification, memberId: string): Thread | undefined;
};

/** The line above which an answer is written: what follows is what was answered. */
export const answerAbove = '##- Please write your answer above this line. -##';

/** The same notification in the words of the letter. */
export const inWordsOf = (notification: Notification, { title, text }: Letter): Notification => ({
  ...notification,
  title,
  message: text,
});
