import type { WorkloadMetaInfo } from '../../products/records/index.ts';
import type { OfferInfo, WorkloadOffer } from '../records.ts';
import { isPrivate } from '../row-conversion.ts';
import { timesFromDays } from './days.ts';
import { offerTypeOf } from './kind.ts';

export type PrepareContext = {
  /** The organization's clock. */
  now: Date;
  /** The type of the product, where the offer does not say one. */
  productType?: string | undefined;
  /** The offer as it is stored: what it has already is kept where a newer rule would refuse it. */
  stored?: WorkloadOffer;
  /** Prices of the product that it sells, where the offer names none. */
  product?: Pick<OfferInfo, 'commits' | 'dimensions'> | undefined;
  /** Names of what was sent and is not known. */
  unknownFields?: readonly string[] | undefined;
  /** What is questioned is refused. */
  strict?: boolean | undefined;
};

/** The caller's part of an offer, opened up for the checks. */
export type Draft = {
  /** With the times that follow from its days on marketplace B. */
  offer: WorkloadOffer;
  /** Times that follow from these days. */
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

/** Existing clients send an empty time for one that is not set. */
const withoutUnset = ({ expireTime, endTime, ...rest }: WorkloadOffer): WorkloadOffer => ({
  ...rest,
  ...(expireTime ? { expireTime } : {}),
  ...(endTime ? { endTime } : {}),
});

/** The list to which a check adds its findings. */
export type Report = {
  /** The request is refused; the pointer is a JSON pointer into the body. */
  refuse(pointer: string, message: string): void;
  /** The same for what an offer may have been stored with: that is kept, with a warning. */
  refuseUnlessKept(pointer: string, message: string): void;
  /** The request is taken as it is or put right, with a warning for the seller. */
  warn(message: string): void;
  /** The request is taken with a warning; validation names an error, and strict handling refuses it. */
  question(pointer: string, message: string): void;
};

export type Check = (draft: Draft, report: Report, context: PrepareContext) => void;

/** Says whether a field is set. Existing clients send the empty string and the empty list for what is not set. */
export const isSet = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);

/** Reads the value at a JSON pointer. */
export const valueAt = (value: unknown, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((inner, name) => (inner as Record<string, unknown> | undefined)?.[name], value);
