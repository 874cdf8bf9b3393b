import type { WorkloadMetaInfo } from '../../products/records/index.ts';
import type { OfferInfo, WorkloadOffer } from '../records.ts';
import { isPrivate, offerTypeOf } from './kind.ts';

export type PrepareContext = {
  /** The organization's clock. */
  now: Date;
};

/** The caller's part of an offer, opened up for the checks. */
export type Draft = {
  offer: WorkloadOffer;
  info: OfferInfo;
  metaInfo: WorkloadMetaInfo;
  partner: string | undefined;
  offerType: string;
  isPrivate: boolean;
};

export const openDraft = (offer: WorkloadOffer): Draft => {
  const offerType = offerTypeOf(offer);
  return {
    offer,
    info: offer.info ?? {},
    metaInfo: offer.metaInfo ?? {},
    partner: offer.partner,
    offerType,
    isPrivate: isPrivate(offerType),
  };
};

/** Where a check puts what it finds. */
export type Report = {
  /** The request is refused; the pointer is a JSON pointer into the body. */
  refuse(pointer: string, message: string): void;
  /** The request is taken as it is or put right; the seller is told. */
  warn(message: string): void;
};

export type Check = (draft: Draft, report: Report, context: PrepareContext) => void;

/** Existing clients send the empty string and the empty list for what is not set. */
export const isSet = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);
