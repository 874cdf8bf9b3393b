import { type JsonObject, traitsOf } from '../../marketplaces/index.ts';
import { exact } from '../../platform/money-and-time/exact.ts';
import { wrongChoices } from '../../products/commit-choices.ts';
import type { EntitlementInfo } from '../records.ts';
import { annualizedAmountOf } from './annualized.ts';
import { committedFor, creditAmountOf } from './commit-amount.ts';
import { agreedDuration } from './duration.ts';
import { deriveTerms, visibility } from './info.ts';
import { type Basis, type DeriveInput, partnerOf } from './input.ts';
import { deriveMetaInfo } from './meta-info.ts';
import { periodOf, timeText } from './period.ts';

export type Derived = {
  /** EntitlementInfo to be stored; `annualizedAmount` is null when there is none. */
  info: JsonObject;
  /** RFC 3339 with milliseconds, UTC. */
  startTime: string;
  endTime: string | null;
  /** ISO 8601: the length that was agreed on, where the end follows from one. */
  agreedDuration: string | undefined;
  /** Exact decimal text, in `info.currency`. */
  commitAmount: string | null;
  creditAmount: string | null;
  /** What the entitlement's metaInfo takes over from the offer and the agreement. */
  metaInfo: JsonObject;
};

/**
 * Derives what an accepted agreement becomes: terms, period and amounts of the entitlement and its first term (R40,
 * R41, R42). Amounts are in `info.currency`; times are UTC.
 * @throws RangeError when the agreement's start is no time
 */
export function deriveEntitlement(input: DeriveInput): Derived {
  const { offer, product } = input;
  const info = deriveTerms(input);
  const basis: Basis = {
    info,
    offerInfo: orderedOffer(input),
    monthlyRate: traitsOf(partnerOf(input)).monthlyRates === true,
  };
  const period = periodOf(input, basis);
  const commitAmount = committedFor(basis, period);
  const productType = offer?.productType || product?.productType;
  const annualized = annualizedAmountOf(basis, period, [offer?.offerType, productType]);
  return {
    info: {
      ...info,
      ...(commitAmount ? { commitAmount: commitAmount.toNumber() } : {}),
      annualizedAmount: annualized?.toNumber() ?? null,
    },
    startTime: timeText(period.start),
    endTime: period.end ? timeText(period.end) : null,
    agreedDuration: agreedDuration(basis, period, offer ? offer.endTime : input.agreement.endTime),
    commitAmount: commitAmount?.toFixed() ?? null,
    creditAmount: creditAmountOf(basis)?.toFixed() ?? null,
    metaInfo: { ...deriveMetaInfo(input), ...warningsOf(info) },
  };
}

/**
 * Lists warnings. What was agreed on before it was checked, or at a marketplace, stands; what cannot be calculated with
 * gets a warning.
 */
function warningsOf({ commits = [] }: EntitlementInfo): JsonObject {
  const wrong = wrongChoices(commits).map(
    ({ at, message }) => `/info/commits/${at} is kept as it is, but ${message}.`,
  );
  return wrong.length > 0 ? { warningMessages: wrong } : {};
}

/** The offer's own terms; the amount that a public offer shows is for one unit. */
function orderedOffer({ offer, agreement: { quantity = 1 } }: DeriveInput): JsonObject {
  if (!offer) return {};
  const amount = exact(offer.info.commitAmount);
  const isPublic = visibility(offer) === 'PUBLIC';
  return amount && isPublic ? { ...offer.info, commitAmount: amount.times(quantity).toNumber() } : offer.info;
}

/**
 * Computes when an agreement on an offer that starts at a time ends, and after which agreed length, R42; nothing for an
 * open end.
 */
export function agreedSpan(
  offer: { endTime: string | undefined; info: JsonObject },
  startTime: string,
): { end: string; duration: string | undefined } | undefined {
  const agreement = { externalId: '', startTime, endTime: undefined };
  const basis = { info: offer.info as EntitlementInfo, offerInfo: offer.info };
  const period = periodOf({ offer, agreement }, basis);
  return period.end && { end: timeText(period.end), duration: agreedDuration(basis, period, offer.endTime) };
}

/** Computes when an agreement on an offer that starts at a time ends, R42; nothing for an open end. */
export const agreedEnd = (
  offer: { endTime: string | undefined; info: JsonObject },
  startTime: string,
): string | undefined => agreedSpan(offer, startTime)?.end;
