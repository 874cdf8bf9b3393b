import { z } from 'zod';
import type { OrgScope } from '../../platform/access/scope.ts';
import type { Statement } from '../../platform/database/statement.ts';
import { backoff, enqueue, type JobDefinition } from '../../platform/jobs/queue.ts';

/**
 * Pays the open amount of an invoice: with credit, and the rest with a payment method. Each charge has its
 * own queue key, so that scheduled charges do not block other charges; the invoice’s lock serializes them.
 */
export const payJob: JobDefinition<{
  invoiceId: string;
  /** Number of the charge. If the charge with this number exists, the job ends without effect. */
  try?: number | undefined;
}> = {
  kind: 'billing.pay',
  payload: z.object({ invoiceId: z.string(), try: z.number().optional() }),
  lane: ({ invoiceId, try: tried = '' }) => `pay:${invoiceId}:${tried}`,
  retry: backoff({ tries: 1000 }),
};

/**
 * Requests the charge or refund of a transaction from its provider, or checks the outcome. Each scheduled
 * check has its own queue key, so that it does not block jobs from notifications.
 */
export const transactionJob: JobDefinition<{
  transactionId: string;
  /** Number of earlier checks of the transaction in progress. */
  looks?: number | undefined;
  /** Whether a notification enqueued the job. Scheduled checks continue independently. */
  isNotified?: boolean | undefined;
}> = {
  kind: 'billing.transaction',
  payload: z.object({
    transactionId: z.string(),
    looks: z.number().optional(),
    isNotified: z.boolean().optional(),
  }),
  lane: ({ transactionId, looks = 0 }) =>
    looks > 0 ? `payment look:${transactionId}:${looks}` : `payment:${transactionId}`,
  retry: backoff({ tries: 1000 }),
};

/** Refunds the overpaid amount of an invoice. */
export const refundJob: JobDefinition<{ invoiceId: string }> = {
  kind: 'billing.refund',
  payload: z.object({ invoiceId: z.string() }),
  lane: ({ invoiceId }) => `refund:${invoiceId}`,
  retry: backoff({ tries: 1000 }),
};

export type PayloadOf<D> = D extends { payload: { _output: infer P } } ? P : never;

/** Enqueues the payment of an issued invoice. */
export const schedulePayment = (scope: OrgScope, invoiceId: string): Statement =>
  enqueue(scope, payJob, { invoiceId });

/** Days from a failed charge to the next attempt. */
const days = [1, 3, 5, 7];
const dayMs = 86_400_000;

/** Computes the time of the next attempt after a failed charge; undefined after the last attempt. */
export function nextTryAt(tried: number, now: Date): Date | undefined {
  const wait = days[tried - 1];
  return wait === undefined ? undefined : new Date(now.getTime() + wait * dayMs);
}
