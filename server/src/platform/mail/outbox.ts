import { insertInto } from '../database/define-statement.ts';
import type { Statement } from '../database/statement.ts';

export type Mail = {
  to: readonly string[];
  cc?: readonly string[];
  bcc?: readonly string[];
  subject: string;
  text: string;
  html?: string;
  /** The sender address. Default: `MAIL_FROM`. */
  from?: string;
  /** Address for replies. Default: the sender. */
  replyTo?: string | undefined;
  /** The subject record of the mail. Mail clients group mails about the same record as one thread. */
  threadId?: string | undefined;
  /** The organization that owns the mail's notification, which records the delivery status. */
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
 * Builds the statement that enqueues a mail. Run the statement in the transaction that causes the mail. The mail is
 * sent after the commit.
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
