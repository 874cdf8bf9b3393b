import { type JsonObject, traitsOf } from '../../marketplaces/index.ts';
import { toExact } from '../../platform/money-and-time/exact.ts';
import { wrongChoices } from '../../products/commit-choices.ts';
import type { EntitlementInfo } from '../records.ts';
import { annualizedAmountOf } from './annualized.ts';
import { committedFor, creditAmountOf } from './commit-amount.ts';
import { deriveTerms, visibility } from './info.ts';
import { type Basis, type DeriveInput, partnerOf } from './input.ts';
import { deriveMetaInfo } from './meta-info.ts';
import { agreedDuration, periodOf, timeText } from './period.ts';

export type EntitlementValues = {
  /** The info to store; `annualizedAmount` is null if it cannot be computed. */
  info: JsonObject;
  /** RFC 3339 with milliseconds, UTC. */
  startTime: string;
  endTime: string | null;
  /** ISO 8601: the agreed length, if the end was computed from a length. */
  agreedDuration: string | undefined;
  /** Exact decimal text, in `info.currency`. */
  commitAmount: string | null;
  creditAmount: string | null;
  /** The metaInfo that the entitlement takes from the offer and the agreement. */
  metaInfo: JsonObject;
};

/**
 * Derives terms, period and amounts of an entitlement and its first term from an accepted agreement (R40, R41, R42).
 * Amounts are in `info.currency`; times are UTC.
 * @throws RangeError if the agreement’s start is not a valid time
 */
export function deriveEntitlement(input: DeriveInput): EntitlementValues {
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
 * Lists warnings about invalid terms. Terms that were agreed at a marketplace, or stored before validation
 * existed, are kept; terms that cannot be used in calculations get a warning.
 */
function warningsOf({ commits = [] }: EntitlementInfo): JsonObject {
  const wrong = wrongChoices(commits).map(
    ({ at, message }) => `/info/commits/${at} is kept unchanged, but ${message}.`,
  );
  return wrong.length > 0 ? { warningMessages: wrong } : {};
}

/** The offer’s own terms, without the amount of a public offer, because that amount is for one unit. */
function orderedOffer({ offer, agreement: { quantity = 1 } }: DeriveInput): JsonObject {
  if (!offer) return {};
  const amount = toExact(offer.info.commitAmount);
  const isPublic = visibility(offer) === 'PUBLIC';
  return amount && isPublic ? { ...offer.info, commitAmount: amount.times(quantity).toNumber() } : offer.info;
}

/**
 * Computes the end, and the agreed length, of an agreement on an offer that starts at the given time (R42); undefined
 * for an open end.
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

/** Computes the end of an agreement on an offer that starts at the given time (R42); undefined for an open end. */
export const agreedEnd = (
  offer: { endTime: string | undefined; info: JsonObject },
  startTime: string,
): string | undefined => agreedSpan(offer, startTime)?.end;
