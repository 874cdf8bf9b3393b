import { traitsOf } from '../../marketplaces/index.ts';
import type { MkBPrivateOffer } from '../../marketplaces/records/index.ts';
import type { WorkloadOffer } from '../records.ts';
import { isPrivate } from '../row-conversion.ts';
import { offerTypeOf } from './kind.ts';

const dayInMs = 86_400_000;
export const dayOf = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10);

/** The days of a private offer on marketplace B; none of any other offer. */
export function daysOf(offer: WorkloadOffer): MkBPrivateOffer {
  const counts = traitsOf(offer.partner).countsDays && isPrivate(offerTypeOf(offer));
  return (counts && offer.info?.mkBPrivateOffer) || {};
}

/** The last moment of a day, in UTC. */
const lastMomentOf = (day: string): string => new Date(Date.parse(day) + dayInMs - 1).toISOString();

/** The midnight after a day: what ends so is as long as its months, and is renewed for as long. */
const midnightAfter = (day: string): string => new Date(Date.parse(day) + dayInMs).toISOString();

export type FromDays = { expireTime?: string; endTime?: string };

/** Computes an offer's own times from the days of marketplace B (R25). */
export function timesFromDays(offer: WorkloadOffer): FromDays {
  const { acceptBy, end } = daysOf(offer);
  return {
    ...(acceptBy ? { expireTime: lastMomentOf(acceptBy) } : {}),
    ...(end ? { endTime: midnightAfter(end) } : {}),
  };
}

/** The day on which a private offer on marketplace B starts; none where it starts at acceptance. */
export function startFromDays(offer: WorkloadOffer): string | undefined {
  const { start, variableStartDate } = daysOf(offer);
  return start && !variableStartDate ? new Date(start).toISOString() : undefined;
}

/** An offer without the times that follow from its days, and would follow from others. */
export function withoutTimesFromDays(offer: WorkloadOffer): WorkloadOffer {
  const derived = timesFromDays(offer);
  const { expireTime, endTime, ...rest } = offer;
  return {
    ...rest,
    ...(expireTime && expireTime !== derived.expireTime ? { expireTime } : {}),
    ...(endTime && endTime !== derived.endTime ? { endTime } : {}),
  };
}
