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
  /** The organization whose notification message the mail is: how its sending goes is told there. */
  sentFor?: string;
};

/** The statement that owes a mail, to be run in the transaction that makes it true: it is sent once that commits. */
export const queueMail = (mail: Mail & { id: string; now: Date }): Statement => ({
  name: 'queue_mail',
  text: `INSERT INTO outgoing_mail (id, to_addresses, cc_addresses, bcc_addresses, from_address, subject, body_text,
           body_html, due_at, creation_time, sent_for)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $10)`,
  values: [
    mail.id,
    mail.to,
    mail.cc ?? [],
    mail.bcc ?? [],
    mail.from ?? null,
    mail.subject,
    mail.text,
    mail.html ?? null,
    mail.now,
    mail.sentFor ?? null,
  ],
});
