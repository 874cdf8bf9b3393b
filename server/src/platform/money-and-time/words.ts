import { Decimal } from 'decimal.js';
import { DateTime, Duration } from 'luxon';

/** What people read instead of the values of records: days, lengths of time, money. In English, times in UTC. */

const read = (time: string): DateTime => DateTime.fromISO(time, { zone: 'utc', locale: 'en-GB' });

/** `3 February 2090`; undefined for what is no time. */
export function dayInWords(time: string | null | undefined): string | undefined {
  const at = read(time ?? '');
  return at.isValid ? at.toFormat('d MMMM yyyy') : undefined;
}

/** `3 February 2090, 14:05 UTC`; a bare date is a day. */
export function timeInWords(time: string | null | undefined): string | undefined {
  if (!time?.includes('T')) return dayInWords(time);
  const at = read(time);
  return at.isValid ? at.toFormat("d MMMM yyyy, HH:mm 'UTC'") : undefined;
}

/** `1 year and 6 months` of `P1Y6M`; what is no ISO 8601 duration stays as it is. */
export function durationInWords(duration: string | undefined): string | undefined {
  if (!duration) return undefined;
  const read = Duration.fromISO(duration, { locale: 'en-GB' });
  return read.isValid ? read.toHuman({ listStyle: 'long' }) : duration;
}

/** `1 year`, `3 months`. */
export const lengthInWords = (length: number, unit: string | undefined): string =>
  `${length} ${(unit || 'period').toLowerCase()}${length === 1 ? '' : 's'}`;

/** Writes an amount as people write money: grouped thousands, at least two digits after the point, and none lost. */
export function money(amount: number, currency: string | undefined): string {
  const value = new Decimal(amount);
  const [whole = '0', part = ''] = value.abs().toFixed(Math.max(2, value.decimalPlaces())).split('.');
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',');
  return `${value.isNegative() ? '−' : ''}${grouped}.${part} ${currency || 'USD'}`;
}
