import { z } from 'zod';
import type { OrgScope } from '../../platform/access/scope.ts';
import type { Statement } from '../../platform/database/statement.ts';
import { backoff, enqueue, type JobDefinition } from '../../platform/jobs/queue.ts';
import type { EntitlementRow } from '../columns.ts';
import { live } from '../states.ts';

/** `asked`: how often the marketplace was read since the end. */
type Payload = { entitlementId: string; endTime: string; asked?: number | undefined };

/** Ends an entitlement at its time, or renews it. Each time is a lane of its own: a later one waits for no earlier one. */
export const endJob: JobDefinition<Payload> = {
  kind: 'entitlements.end',
  payload: z.object({ entitlementId: z.string(), endTime: z.string(), asked: z.int().optional() }),
  lane: ({ entitlementId, endTime, asked }) =>
    `end:${entitlementId}:${endTime}${asked === undefined ? '' : `:${asked}`}`,
  retry: backoff({ tries: 20 }),
};

type Ending = Pick<EntitlementRow, 'id' | 'status' | 'end_time'>;

/**
 * Makes the job that ends an entitlement which has an end to come, or had one; nothing for one that cannot end any
 * more.
 */
export function scheduleEnd(scope: OrgScope, { id, status, end_time: end }: Ending): Statement | undefined {
  if (end === null || !live.includes(status)) return undefined;
  const at = new Date(end);
  return enqueue(scope, endJob, { entitlementId: id, endTime: at.toISOString() }, { at });
}
