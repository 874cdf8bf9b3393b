import { z } from 'zod';
import type { OrgScope } from '../../platform/access/scope.ts';
import type { Statement } from '../../platform/database/statement.ts';
import { backoff, enqueue, type JobDefinition } from '../../platform/jobs/queue.ts';
import { mayMove } from '../../platform/records/moves.ts';
import { type OfferStatus, offerCommands } from '../states.ts';

type Payload = { offerId: string; expireTime: string };

/** Lets an offer expire at its time. Each time is a lane of its own: a later one waits for no earlier one. */
export const expireJob: JobDefinition<Payload> = {
  kind: 'offers.expire',
  payload: z.object({ offerId: z.string(), expireTime: z.string() }),
  lane: ({ offerId, expireTime }) => `expire:${offerId}:${expireTime}`,
  retry: backoff({ tries: 20 }),
};

/** Says whether an offer in this state expires by itself when nobody accepts it in time. */
export const expires = (status: OfferStatus): boolean => mayMove(offerCommands, status, 'EXPIRED');

type Ending = { id: string; status: OfferStatus; expire_time: string | null; end_time: string | null };

/** The last moment of acceptance: what is bought has not ended by then (R42). */
export function lastMoment({
  expire_time,
  end_time,
}: Pick<Ending, 'expire_time' | 'end_time'>): string | null {
  if (expire_time === null || end_time === null) return expire_time ?? end_time;
  return Date.parse(end_time) < Date.parse(expire_time) ? end_time : expire_time;
}

/** Computes when the expiry of an offer is due, and the payload of its job; nothing when it does not expire. */
export function expiryOf(offer: Ending): { payload: Payload; at: Date } | undefined {
  const last = lastMoment(offer);
  if (last === null || !expires(offer.status)) return undefined;
  const at = new Date(last);
  return { payload: { offerId: offer.id, expireTime: at.toISOString() }, at };
}

/** Enqueues the expiry of an offer that has come into a state, or to a time, at which it is to expire. */
export function scheduleExpiry(scope: OrgScope, offer: Ending): Statement | undefined {
  const expiry = expiryOf(offer);
  return expiry && enqueue(scope, expireJob, expiry.payload, { at: expiry.at });
}
