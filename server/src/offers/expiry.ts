import { z } from 'zod';
import { backoff, enqueue, type JobDefinition } from '../platform/queue.ts';
import type { OrgScope } from '../platform/scope.ts';
import type { Statement } from '../platform/statement.ts';
import { offerCommands } from './states.ts';

type Payload = { offerId: string; expireTime: string };

/** Lets an offer expire at its time. Each time is a lane of its own: a later one waits for no earlier one. */
export const expireJob: JobDefinition<Payload> = {
  kind: 'offers.expire',
  payload: z.object({ offerId: z.string(), expireTime: z.string() }),
  lane: ({ offerId, expireTime }) => `expire:${offerId}:${expireTime}`,
  retry: backoff({ tries: 20 }),
};

/** Whether an offer in this state ends by itself when nobody accepts it in time. */
export const expires = (status: string): boolean => offerCommands[status]?.includes('EXPIRED') ?? false;

type Ending = { id: string; status: string; expire_time: string | null };

/** When and for what the job of an offer is due, if it is to expire. */
export function expiryOf({ id, status, expire_time }: Ending): { payload: Payload; at: Date } | undefined {
  if (expire_time === null || !expires(status)) return undefined;
  const at = new Date(expire_time);
  return { payload: { offerId: id, expireTime: at.toISOString() }, at };
}

/** The job that an offer owes which has come into a state, or to a time, at which it is to expire. */
export function armExpiry(scope: OrgScope, offer: Ending): Statement | undefined {
  const expiry = expiryOf(offer);
  return expiry && enqueue(scope, expireJob, expiry.payload, { at: expiry.at });
}
