import { z } from 'zod';
import type { OrgScope } from '../../platform/access/scope.ts';
import type { Statement } from '../../platform/database/statement.ts';
import { backoff, enqueue, type JobDefinition } from '../../platform/jobs/queue.ts';

export type MailPayload = {
  invoiceId: string;
  /** Absent: all contacts of the buyer. */
  contactIds?: string[] | undefined;
  /** Absent: it was issued, or is mailed once more. */
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

/** Has an issued invoice mailed once the transaction commits. */
export const requestMail = (
  scope: OrgScope,
  invoiceId: string,
  contactIds: readonly string[] | undefined,
): Statement =>
  enqueue(scope, mailJob, {
    invoiceId,
    ...(contactIds === undefined ? {} : { contactIds: [...contactIds] }),
  });

/** Has the buyer told that an invoice could not be charged, and is to be paid otherwise. */
export const requestFailureMail = (scope: OrgScope, invoiceId: string): Statement =>
  enqueue(scope, mailJob, { invoiceId, reason: 'PAYMENT_FAILED' });
