import { Decimal } from 'decimal.js';
import { DateTime, Duration } from 'luxon';
import { digitsOf } from './coins.ts';

/** Human-readable days, durations and money, in English, with times in UTC. */

const read = (time: string): DateTime => DateTime.fromISO(time, { zone: 'utc', locale: 'en-GB' });

/** Formats a day: `3 February 2090`; undefined if the text is not a time. */
export function dayInWords(time: string | null | undefined): string | undefined {
  const at = read(time ?? '');
  return at.isValid ? at.toFormat('d MMMM yyyy') : undefined;
}

/** Formats a time: `3 February 2090, 14:05 UTC`. A date without a time is formatted as a day. */
export function timeInWords(time: string | null | undefined): string | undefined {
  if (!time?.includes('T')) return dayInWords(time);
  const at = read(time);
  return at.isValid ? at.toFormat("d MMMM yyyy, HH:mm 'UTC'") : undefined;
}

/** Formats an ISO 8601 duration: `P1Y6M` as `1 year and 6 months`. Any other text is returned unchanged. */
export function durationInWords(duration: string | undefined): string | undefined {
  if (!duration) return undefined;
  const read = Duration.fromISO(duration, { locale: 'en-GB' });
  return read.isValid ? read.toHuman({ listStyle: 'long' }) : duration;
}

/** Formats a length: `1 year`, `3 months`. */
export const lengthInWords = (length: number, unit: string | undefined): string =>
  `${length} ${(unit || 'period').toLowerCase()}${length === 1 ? '' : 's'}`;

/** Formats an amount of money with grouped thousands and at least the decimals of its currency, without rounding. */
export const money = (amount: number | string, currency: string | undefined): string =>
  `${numberInWords(amount, digitsOf(currency || 'USD'))} ${currency || 'USD'}`;

/** Formats a number with grouped thousands and all its decimals, at least as many as given. */
export function numberInWords(number: number | string, decimals = 0): string {
  const value = new Decimal(number);
  const [whole = '0', part] = value.abs().toFixed(Math.max(decimals, value.decimalPlaces())).split('.');
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',');
  return `${value.isNegative() ? '−' : ''}${grouped}${part ? `.${part}` : ''}`;
}
