import type { OfferSpec } from '../specifications.ts';
import type { OfferLimit, OfferRefusal, Report } from './contract.ts';

/** Returns whether a field is set. Existing clients send empty strings and empty lists for unset fields. */
export const isSet = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);

export const dayOf = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10);

/** Rejects a value outside of 0 to 100; null and undefined count as unset. */
export function refuseNoPercentage(report: Report, pointer: string, value: number | null | undefined): void {
  if (value !== undefined && value !== null && !(value >= 0 && value <= 100))
    report.refuse(pointer, 'must be a percentage from 0 to 100');
}

/** Returns the length of a list or text; 0 for other values. */
export const lengthOf = (value: unknown): number =>
  Array.isArray(value) || typeof value === 'string' ? value.length : 0;

/** Finds the published limits that an offer exceeds. */
export const exceededLimits = (limits: readonly OfferLimit[], spec: OfferSpec): OfferRefusal[] =>
  limits
    .filter(({ isExceeded }) => isExceeded(spec))
    .map(({ code, pointer, readable }) => ({ code, pointer, readable }));
