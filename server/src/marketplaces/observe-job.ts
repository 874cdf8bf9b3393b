import { z } from 'zod';
import type { JobDefinition } from '../platform/jobs/queue.ts';
import { marketplaceRetry } from './marketplace-job.ts';
import { type Subject, subjectKinds } from './notifications.ts';

export type Observe = Subject & {
  partner: string;
  /** True to create a product from a listing that is unknown or whose product was deleted. */
  adopt?: boolean | undefined;
};

/** Reads an offer, agreement or product again from its marketplace and applies the snapshot. */
export const observeJob: JobDefinition<Observe> = {
  kind: 'marketplaces.observe',
  payload: z.object({
    partner: z.string(),
    kind: z.enum(subjectKinds),
    externalId: z.string(),
    adopt: z.boolean().optional(),
  }),
  lane: ({ partner, externalId }) => `observe:${partner}:${externalId}`,
  retry: marketplaceRetry,
};
