import { z } from 'zod';
import { backoff, type JobDefinition } from '../../platform/jobs/queue.ts';
import { endOfMonth } from './months.ts';

export type BillPayload = { month: string };

/** Bills the use of AI features in a month. Retried without end: nothing else would bill it. */
export const billJob: JobDefinition<BillPayload> = {
  kind: 'billing.aiBill',
  payload: z.object({ month: z.string() }),
  lane: () => 'ai bill',
  retry: backoff({ tries: Number.POSITIVE_INFINITY }),
};

/** So long calls that began in a month may be under way after its end. */
const graceMs = 3_600_000;

export const billTimeOf = (month: string): Date => new Date(endOfMonth(month).getTime() + graceMs);
