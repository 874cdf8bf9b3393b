import { z } from 'zod';
import { backoff, type JobDefinition } from '../../platform/jobs/queue.ts';

/**
 * Pays what is open of an invoice: by credit, and what that leaves by a means of payment. What waits for its time keeps nobody
 * waiting: each charge has a lane of its own, as refunds have, and the lock of the invoice lets one go after the other.
 */
export const payJob: JobDefinition<{
  invoiceId: string;
  /** The charge that it is to make: one that was made meanwhile is not made again. */
  try?: number | undefined;
}> = {
  kind: 'billing.pay',
  payload: z.object({ invoiceId: z.string(), try: z.number().optional() }),
  lane: ({ invoiceId, try: tried = '' }) => `pay:${invoiceId}:${tried}`,
  retry: backoff({ tries: 1000 }),
};

/**
 * Has the provider do a transaction, or asks what became of it. A look that waits for its time is in a lane of its own: what a
 * notification asks for does not wait behind it.
 */
export const transactionJob: JobDefinition<{
  transactionId: string;
  /** How often it was looked at while it was under way. */
  looks?: number | undefined;
  /** A notification asks for it: whatever comes of that, the looks go on. */
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

/** Pays back what of an invoice was paid beyond what is left of it. */
export const refundJob: JobDefinition<{ invoiceId: string }> = {
  kind: 'billing.refund',
  payload: z.object({ invoiceId: z.string() }),
  lane: ({ invoiceId }) => `refund:${invoiceId}`,
  retry: backoff({ tries: 1000 }),
};
