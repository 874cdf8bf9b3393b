import { z } from 'zod';
import type { OrgScope } from '../../platform/access/scope.ts';
import type { Statement } from '../../platform/database/statement.ts';
import { backoff, enqueue, type JobDefinition } from '../../platform/jobs/queue.ts';

export type MailPayload = {
  invoiceId: string;
  /** Absent: all contacts of the buyer. */
  contactIds?: string[] | undefined;
};

/** Mails an issued invoice to contacts. */
export const mailJob: JobDefinition<MailPayload> = {
  kind: 'billing.mailInvoice',
  payload: z.object({ invoiceId: z.string(), contactIds: z.array(z.string()).optional() }),
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
