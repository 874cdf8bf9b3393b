import { z } from 'zod';
import type { OrgScope } from '../../platform/access/scope.ts';
import type { Statement } from '../../platform/database/statement.ts';
import { backoff, enqueue, type JobDefinition } from '../../platform/jobs/queue.ts';

/** `waitedMs` is how long the job has waited for unsettled usage. */
export type FinalizePayload = { invoiceId: string; waitedMs?: number | undefined };

/** Issues a draft at the end of its grace period. */
export const finalizeJob: JobDefinition<FinalizePayload> = {
  kind: 'billing.finalize',
  payload: z.object({ invoiceId: z.string(), waitedMs: z.number().optional() }),
  lane: ({ invoiceId }) => `finalize:${invoiceId}`,
  retry: backoff({ tries: 1000, longestMs: 300_000 }),
};

export type MailPayload = {
  invoiceId: string;
  /** If absent, all contacts of the buyer. */
  contactIds?: string[] | undefined;
  /** If absent, the invoice was issued or is resent. */
  reason?: 'PAYMENT_FAILED' | undefined;
};

/** Mails an issued invoice to contacts. */
export const mailJob: JobDefinition<MailPayload> = {
  kind: 'billing.mailInvoice',
  payload: z.object({
    invoiceId: z.string(),
    contactIds: z.array(z.string()).optional(),
    reason: z.literal('PAYMENT_FAILED').optional(),
  }),
  lane: ({ invoiceId }) => `mail invoice:${invoiceId}`,
  retry: backoff({ tries: 10 }),
};

/** Enqueues the mail of an issued invoice. */
export const requestMail = (
  scope: OrgScope,
  invoiceId: string,
  contactIds: readonly string[] | undefined,
): Statement =>
  enqueue(scope, mailJob, {
    invoiceId,
    ...(contactIds === undefined ? {} : { contactIds: [...contactIds] }),
  });

/** Enqueues the mail that says that the invoice could not be charged and needs another payment. */
export const requestFailureMail = (scope: OrgScope, invoiceId: string): Statement =>
  enqueue(scope, mailJob, { invoiceId, reason: 'PAYMENT_FAILED' });

export type CreditNoteMail = { invoiceId: string; creditNoteId: string };

/** Mails a credit note to all contacts of the buyer. */
export const creditNoteMailJob: JobDefinition<CreditNoteMail> = {
  kind: 'billing.mailCreditNote',
  payload: z.object({ invoiceId: z.string(), creditNoteId: z.string() }),
  lane: ({ creditNoteId }) => `mail credit note:${creditNoteId}`,
  retry: backoff({ tries: 10 }),
};

/** Enqueues the mail of a credit note. */
export const requestCreditNoteMail = (scope: OrgScope, note: CreditNoteMail): Statement =>
  enqueue(scope, creditNoteMailJob, note);
