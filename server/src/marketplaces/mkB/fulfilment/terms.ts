import { DateTime } from 'luxon';
import type { Renewal } from '../../snapshots.ts';
import type { JsonObject } from '../../specifications.ts';
import { type BillingTerm, isSame, type Plan, type Subscription, type Term } from './records.ts';

const utc = (text: string | undefined): DateTime<true> | undefined => {
  const time = DateTime.fromISO(text ?? '', { zone: 'utc' });
  // The vendor writes the year 1 for a time that it does not have.
  return time.isValid && time.year > 1 ? time : undefined;
};

/** Converts a time of the vendor to RFC 3339; undefined for a missing time. */
export const timeOf = (text: string | undefined): string | undefined => utc(text)?.toISO();

/** Reads a term unit, such as P1M or P3Y, as months. */
function monthsOf(termUnit: string | undefined): number | undefined {
  const [, count, unit] = /^P(\d{1,2})([MY])$/i.exec(termUnit ?? '') ?? [];
  return count && unit ? Number(count) * (unit.toUpperCase() === 'Y' ? 12 : 1) : undefined;
}

export type Period = {
  startTime: string;
  /** End of the first term. */
  endTime: string | undefined;
  /** The later terms, oldest first. */
  renewals: readonly Renewal[];
};

/** Limits the derived terms, in case the vendor returns a wrong date. */
const mostRenewals = 240;

/**
 * Derives all terms of a subscription from its creation and its present term: the marketplace shows only the
 * present one. The first term begins with the activation, which follows the creation within a month, so a
 * term that begins a whole term or more after the creation is a renewal.
 */
export function periodOf({ created, term = {} }: Subscription, isRunning: boolean): Period {
  const bought = utc(created);
  const startTime = bought?.toISO() ?? utc(term.startDate)?.toISO() ?? new Date(0).toISOString();
  const [start, end] = [utc(term.startDate), endOf(term)];
  // The dates have a meaning only while the subscription runs.
  if (!isRunning || !start || !end) return { startTime, endTime: undefined, renewals: [] };
  const months = monthsOf(term.termUnit);
  const count =
    bought && months ? Math.floor(start.diff(bought.startOf('day'), 'months').months / months) : 0;
  const passed = Math.min(mostRenewals, Math.max(0, count));
  const startAt = (index: number) => start.minus({ months: (passed - index) * (months ?? 0) });
  const renewals = Array.from({ length: passed }, (_, index) => ({
    type: 'AutoRenew' as const,
    startTime: startAt(index + 1).toISO(),
    endTime: (index + 1 === passed ? end : startAt(index + 2)).toISO(),
  }));
  const first = passed === 0 ? start : startAt(0);
  return {
    startTime: first.toISO(),
    endTime: (passed === 0 ? end : startAt(1)).toISO(),
    renewals,
  };
}

/** Returns the end of a term, which is the midnight after its last valid day. */
const endOf = ({ endDate }: Term): DateTime<true> | undefined =>
  utc(endDate)?.startOf('day').plus({ days: 1 });

/** Reads the prices of a subscription's plan into the fields of an entitlement's info. */
export function termsOf(plan: Plan, { term, quantity }: Subscription): JsonObject {
  const { recurrentBillingTerms = [], meteringDimensions = [] } = plan.planComponents ?? {};
  const price = recurrentBillingTerms.find(({ termUnit }) => isSame(termUnit, term?.termUnit ?? ''));
  const commits = price ? [commitOf(plan, price, quantity)] : [];
  return {
    ...(price?.currency ? { currency: price.currency } : {}),
    ...(commits.length > 0 ? { commits } : {}),
    ...(meteringDimensions.length > 0 ? { dimensions: dimensionsOf(plan, price) } : {}),
  };
}

function commitOf(plan: Plan, { price, termUnit }: BillingTerm, quantity: number | undefined): JsonObject {
  const { planId, displayName, isPricePerSeat = false } = plan;
  return {
    key: planId,
    name: displayName ?? planId,
    type: isPricePerSeat ? 'PER_USER' : 'FLAT_RATE',
    rate: price,
    quantity: isPricePerSeat ? (quantity ?? 1) : 1,
    ...lengthOf(termUnit),
  };
}

/** Converts a term unit to the length of a commit. */
function lengthOf(termUnit: string | undefined): JsonObject {
  const months = monthsOf(termUnit);
  if (months === undefined) return {};
  return months % 12 === 0
    ? { length: months / 12, timeUnit: 'YEAR' }
    : { length: months, timeUnit: 'MONTH' };
}

/** Reads the dimensions of a plan, with the units that the price of the term includes. */
export const dimensionsOf = (
  { planId, displayName, planComponents }: Plan,
  price?: BillingTerm,
): JsonObject[] =>
  (planComponents?.meteringDimensions ?? []).map((meter) => {
    const included =
      price?.meteredQuantityIncluded?.filter(({ dimensionId }) => dimensionId === meter.id) ?? [];
    return {
      key: meter.id,
      name: meter.displayName ?? meter.id,
      planId,
      planName: displayName ?? planId,
      rate: meter.pricePerUnit,
      ...(included.length > 0 ? { includedBaseQuantities: included.map(includedOf) } : {}),
    };
  });

const includedOf = ({ units = '' }: { units?: string }): JsonObject =>
  Number.isFinite(Number.parseFloat(units)) ? { quantity: Number(units) } : { isInfinite: true };
