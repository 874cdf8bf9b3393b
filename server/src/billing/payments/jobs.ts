import { z } from 'zod';
import { backoff, type JobDefinition } from '../../platform/jobs/queue.ts';

/** Pays what is open of an invoice: by credit, and what that leaves by a means of payment. */
export const payJob: JobDefinition<{
  invoiceId: string;
  /** The charge that it is to make: one that was made meanwhile is not made again. */
  try?: number | undefined;
}> = {
  kind: 'billing.pay',
  payload: z.object({ invoiceId: z.string(), try: z.number().optional() }),
  lane: ({ invoiceId }) => `pay:${invoiceId}`,
  retry: backoff({ tries: 1000 }),
};

/** Has the provider do a transaction, or asks what became of it. */
export const transactionJob: JobDefinition<{
  transactionId: string;
  /** How often it was looked at while it was under way. */
  looks?: number | undefined;
}> = {
  kind: 'billing.transaction',
  payload: z.object({ transactionId: z.string(), looks: z.number().optional() }),
  lane: ({ transactionId }) => `payment:${transactionId}`,
  retry: backoff({ tries: 1000 }),
};

/** Pays back what of an invoice was paid beyond what is left of it. */
export const refundJob: JobDefinition<{ invoiceId: string }> = {
  kind: 'billing.refund',
  payload: z.object({ invoiceId: z.string() }),
  lane: ({ invoiceId }) => `pay:${invoiceId}`,
  retry: backoff({ tries: 1000 }),
};
