import { daysOfOffer, type OfferDays, type Report } from '../../marketplaces/index.ts';
import type { WorkloadMetaInfo } from '../../products/records/index.ts';
import { isPrivate, offerTypeOf } from '../kind.ts';
import type { OfferInfo, WorkloadOffer } from '../records.ts';

export type PrepareContext = {
  /** Current time of the organization's clock. */
  now: Date;
  /** True if the sandbox fills missing values. */
  isFilled?: boolean;
  /** Type of the product; used for an offer without a type. */
  productType?: string | undefined;
  /** The stored offer. Unchanged values that a newer rule would reject are kept. */
  stored?: WorkloadOffer;
  /** Prices of the product; used for an offer without prices. */
  product?: Pick<OfferInfo, 'commits' | 'dimensions'> | undefined;
  /** Unknown fields of the request. */
  unknownFields?: readonly string[] | undefined;
  /** Whether a question is handled as an error, so that the request is rejected. */
  strict?: boolean | undefined;
};

/** The caller's part of an offer, prepared for the checks. */
export type Draft = {
  /** The offer, with times derived from its days. */
  offer: WorkloadOffer;
  /** Names of the derived times. */
  derived: readonly ('expireTime' | 'endTime')[];
  info: OfferInfo;
  metaInfo: WorkloadMetaInfo;
  partner: string | undefined;
  offerType: string;
  isPrivate: boolean;
};

export const openDraft = (given: WorkloadOffer): Draft => {
  const offer = { ...timesFromDays(given), ...withoutUnset(given) };
  const offerType = offerTypeOf(offer);
  return {
    offer,
    derived: (['expireTime', 'endTime'] as const).filter((name) => offer[name] && !given[name]),
    info: offer.info ?? {},
    metaInfo: offer.metaInfo ?? {},
    partner: offer.partner,
    offerType,
    isPrivate: isPrivate(offerType),
  };
};

/** Existing clients send an empty string for an unset time. */
const withoutUnset = ({ expireTime, endTime, ...rest }: WorkloadOffer): WorkloadOffer => ({
  ...rest,
  ...(expireTime ? { expireTime } : {}),
  ...(endTime ? { endTime } : {}),
});

export type Check = (draft: Draft, report: Report, context: PrepareContext) => void;

/** Reads the value at a JSON pointer. */
export const valueAt = (value: unknown, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((inner, name) => (inner as Record<string, unknown> | undefined)?.[name], value);

const dayInMs = 86_400_000;

/** Reads the days of a private offer on a marketplace whose offers start, end and expire on days (R25). */
export const readPrivateOfferDates = (offer: WorkloadOffer): Partial<OfferDays> =>
  (isPrivate(offerTypeOf(offer)) && daysOfOffer(offer.partner, offer.info ?? {})) || {};

/** Computes the last moment of a day in UTC. */
const lastMomentOf = (day: string): string => new Date(Date.parse(day) + dayInMs - 1).toISOString();

/** Computes the midnight after a day, so that the term has whole months and is renewed for the same length. */
const midnightAfter = (day: string): string => new Date(Date.parse(day) + dayInMs).toISOString();

type TimesFromDays = { expireTime?: string; endTime?: string };

/** Derives `expireTime` and `endTime` from the days of an offer (R25). */
export function timesFromDays(offer: WorkloadOffer): TimesFromDays {
  const { acceptBy, end } = readPrivateOfferDates(offer);
  return {
    ...(acceptBy ? { expireTime: lastMomentOf(acceptBy) } : {}),
    ...(end ? { endTime: midnightAfter(end) } : {}),
  };
}

/** Removes the times that were derived from days, so that changed days apply. */
export function withoutTimesFromDays(offer: WorkloadOffer): WorkloadOffer {
  const derived = timesFromDays(offer);
  const { expireTime, endTime, ...rest } = offer;
  return {
    ...rest,
    ...(expireTime && expireTime !== derived.expireTime ? { expireTime } : {}),
    ...(endTime && endTime !== derived.endTime ? { endTime } : {}),
  };
}
