import type { JsonObject } from '../../marketplaces/index.ts';
import type { EntitlementInfo } from '../records.ts';
import { annualizedAmountOf } from './annualized.ts';
import { commitAmountOf, creditAmountOf } from './commit-amount.ts';
import { deriveTerms } from './info.ts';
import { type Basis, type DeriveInput, monthlyRatePartners, partnerOf } from './input.ts';
import { deriveMetaInfo } from './meta-info.ts';
import { periodOf, timeText } from './period.ts';

export { limitDimensions, offeredFields } from './info.ts';
export type { DeriveInput } from './input.ts';
export { billingAccount, takenOver } from './meta-info.ts';
export { Exact, equalShares } from './money.ts';
export { checkBuyerQuantities, quantityFindings, quantityOf } from './quantity.ts';
export { type AgreedAmount, type Price, priceOf, withSeats } from './reprice.ts';

export type Derived = {
  /** EntitlementInfo to be stored; `annualizedAmount` is null when there is none. */
  info: JsonObject;
  /** RFC 3339 with milliseconds, UTC. */
  startTime: string;
  endTime: string | null;
  /** Exact decimal text, in `info.currency`. */
  commitAmount: string | null;
  creditAmount: string | null;
  /** What the entitlement's metaInfo takes over from the offer and the agreement. */
  metaInfo: JsonObject;
};

/**
 * What an accepted agreement becomes: terms, period and amounts of the entitlement and its first term (R40, R41,
 * R42). Amounts are in `info.currency`; times are UTC.
 * @throws RangeError when the agreement's start is no time
 */
export function deriveEntitlement(input: DeriveInput): Derived {
  const { offer, product } = input;
  const info = deriveTerms(input);
  const basis: Basis = {
    info,
    offerInfo: offer?.info ?? {},
    monthlyRate: monthlyRatePartners.has(partnerOf(input) ?? ''),
  };
  const period = periodOf(input, basis);
  const commitAmount = commitAmountOf(basis, period);
  const annualized = annualizedAmountOf(basis, period, [offer?.offerType, product?.productType]);
  return {
    info: {
      ...info,
      ...(commitAmount ? { commitAmount: commitAmount.toNumber() } : {}),
      annualizedAmount: annualized?.toNumber() ?? null,
    },
    startTime: timeText(period.start),
    endTime: period.end ? timeText(period.end) : null,
    commitAmount: commitAmount?.toFixed() ?? null,
    creditAmount: creditAmountOf(basis)?.toFixed() ?? null,
    metaInfo: deriveMetaInfo(input),
  };
}

/** When an agreement on an offer ends that starts at a time, R42; nothing for an open end. */
export function agreedEnd(
  offer: { endTime: string | undefined; info: JsonObject },
  startTime: string,
): string | undefined {
  const agreement = { externalId: '', startTime, endTime: undefined };
  const { end } = periodOf(
    { offer, agreement },
    { info: offer.info as EntitlementInfo, offerInfo: offer.info },
  );
  return end && timeText(end);
}
