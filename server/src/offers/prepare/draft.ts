import { traitsOf } from '../../marketplaces/index.ts';
import type { MkBPrivateOffer } from '../../marketplaces/records/index.ts';
import type { WorkloadMetaInfo } from '../../products/records/index.ts';
import { isPrivate, offerTypeOf } from '../kind.ts';
import type { OfferInfo, WorkloadOffer } from '../records.ts';

export type PrepareContext = {
  /** Current time of the organization's clock. */
  now: Date;
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
  /** The offer, with times derived from the dates of marketplace B. */
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

/** Receives the findings of checks. */
export type Report = {
  /** Rejects the request. `pointer` is a JSON pointer into the body. */
  refuse(pointer: string, message: string): void;
  /** Rejects the request, unless the stored offer has the same value; in that case adds a warning. */
  refuseUnlessKept(pointer: string, message: string): void;
  /** Adds a warning for the seller; the value is kept or corrected. */
  warn(message: string): void;
  /** Adds a warning that validation reports as an error and strict handling rejects. */
  question(pointer: string, message: string): void;
};

export type Check = (draft: Draft, report: Report, context: PrepareContext) => void;

/** Returns whether a field is set. Existing clients send empty strings and empty lists for unset fields. */
export const isSet = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);

/** Reads the value at a JSON pointer. */
export const valueAt = (value: unknown, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((inner, name) => (inner as Record<string, unknown> | undefined)?.[name], value);

const dayInMs = 86_400_000;

export const dayOf = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10);

/** Reads the dates of a private offer on marketplace B; empty for other offers. */
export function daysOf(offer: WorkloadOffer): MkBPrivateOffer {
  const counts = traitsOf(offer.partner).countsDays && isPrivate(offerTypeOf(offer));
  return (counts && offer.info?.mkBPrivateOffer) || {};
}

/** Computes the last moment of a day in UTC. */
const lastMomentOf = (day: string): string => new Date(Date.parse(day) + dayInMs - 1).toISOString();

/** Computes the midnight after a day, so that the term has whole months and is renewed for the same length. */
const midnightAfter = (day: string): string => new Date(Date.parse(day) + dayInMs).toISOString();

type FromDays = { expireTime?: string; endTime?: string };

/** Derives `expireTime` and `endTime` from the dates of marketplace B (R25). */
export function timesFromDays(offer: WorkloadOffer): FromDays {
  const { acceptBy, end } = daysOf(offer);
  return {
    ...(acceptBy ? { expireTime: lastMomentOf(acceptBy) } : {}),
    ...(end ? { endTime: midnightAfter(end) } : {}),
  };
}

/** Reads the start of a private offer on marketplace B; undefined if it starts at acceptance. */
export function startFromDays(offer: WorkloadOffer): string | undefined {
  const { start, variableStartDate } = daysOf(offer);
  return start && !variableStartDate ? new Date(start).toISOString() : undefined;
}

/** Removes the times that were derived from dates, so that changed dates apply. */
export function withoutTimesFromDays(offer: WorkloadOffer): WorkloadOffer {
  const derived = timesFromDays(offer);
  const { expireTime, endTime, ...rest } = offer;
  return {
    ...rest,
    ...(expireTime && expireTime !== derived.expireTime ? { expireTime } : {}),
    ...(endTime && endTime !== derived.endTime ? { endTime } : {}),
  };
}
