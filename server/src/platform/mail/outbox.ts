import { insertInto } from '../database/define-statement.ts';
import type { Statement } from '../database/statement.ts';

export type Mail = {
  to: readonly string[];
  cc?: readonly string[];
  bcc?: readonly string[];
  subject: string;
  text: string;
  html?: string;
  /** Absent: MAIL_FROM. */
  from?: string;
  /** Where answers go. Absent: to the sender. */
  replyTo?: string | undefined;
  /** The record that the mail is about: mails about the same one are shown together. */
  threadId?: string | undefined;
  /** The organization whose notification message the mail is: that shows how its sending goes. */
  sentFor?: string;
};

const insertMail = insertInto('queue_mail', 'outgoing_mail', [
  'id',
  'to_addresses',
  'cc_addresses',
  'bcc_addresses',
  'from_address',
  'subject',
  'body_text',
  'body_html',
  'due_at',
  'creation_time',
  'sent_for',
  'reply_to_address',
  'thread_id',
]);

/**
 * The statement that enqueues a mail, to be run in the transaction that makes it true: it is sent once that commits.
 */
export const queueMail = (mail: Mail & { id: string; now: Date }): Statement =>
  insertMail({
    id: mail.id,
    to_addresses: mail.to,
    cc_addresses: mail.cc ?? [],
    bcc_addresses: mail.bcc ?? [],
    from_address: mail.from,
    subject: mail.subject,
    body_text: mail.text,
    body_html: mail.html,
    due_at: mail.now,
    creation_time: mail.now,
    sent_for: mail.sentFor,
    reply_to_address: mail.replyTo,
    thread_id: mail.threadId,
  });
