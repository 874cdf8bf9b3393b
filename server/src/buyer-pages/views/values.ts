import { safeUrl } from '../../platform/http/branded-page.ts';
import { digitsOf } from '../../platform/money-and-time/coins.ts';
import { Exact } from '../../platform/money-and-time/exact.ts';
import { agreementAddresses } from '../../products/index.ts';

/**
 * Readers of stored values for pages. Records may come from marketplaces, so a value of an unexpected type is left out
 * and never fails a page.
 */

const longestText = 2000;

/** Reads a text; undefined for an empty text and any other value. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.slice(0, longestText) : undefined;

/** Reads a decimal, as a number or as text. */
export function decimalOf(value: unknown): Exact | undefined {
  if (typeof value !== 'number' && typeof value !== 'string') return undefined;
  return /^-?\d{1,30}(\.\d{1,30})?(e[+-]?\d{1,2})?$/i.test(String(value)) ? new Exact(value) : undefined;
}

/** Reads a list of records; at most `most`. */
export const recordsOf = (value: unknown, most = 200): Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'object' && one !== null).slice(0, most) : [];

/** Reads a record from JSON. */
export const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : {};

/**
 * Reads a web address that the page may link. An address with secrets, such as a token, is left out, because it was
 * given to the seller or the marketplace only.
 */
export function addressOf(value: unknown): string | undefined {
  const url = safeUrl(value);
  if (url === undefined) return undefined;
  const masked = JSON.parse(agreementAddresses.mask(JSON.stringify({ Url: url }))) as { Url: string };
  return masked.Url === url ? url : undefined;
}

const grouped = (digits: string): string => digits.replaceAll(/\B(?=(\d{3})+$)/g, ',');

/** Formats a number with grouped thousands, without rounding. */
export function numberInWords(value: Exact, leastDecimals = 0): string {
  const [whole = '0', part = ''] = value
    .abs()
    .toFixed(Math.max(leastDecimals, value.decimalPlaces()))
    .split('.');
  return `${value.isNegative() && !value.isZero() ? '−' : ''}${grouped(whole)}${part ? `.${part}` : ''}`;
}

/** Formats an amount with the decimals of its currency, and more if the amount has more. */
export const amountInWords = (value: Exact, currency: string): string =>
  `${numberInWords(value, digitsOf(currency))} ${currency}`;

/** Formats a code for people: `PENDING_START` as `Pending start`. */
export const codeInWords = (code: string): string => {
  const words = code
    .replaceAll(/[_\s]+/g, ' ')
    .trim()
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};
