/** Shows a time as the vendor does, with seven decimals of a second. */
export const sevenDecimals = (ms: number): string => new Date(ms).toISOString().replace('Z', '0000Z');

/** Reads a time; a time without a zone is in UTC. */
export const readTime = (text: string): number =>
  Date.parse(
    /T/.test(text) ? text.replace(/(\.\d{3})\d+/, '$1').replace(/([^Z]{6})$/, withZone) : `${text}T00:00:00Z`,
  );
const withZone = (end: string) => (/[+-]\d\d:\d\d$/.test(end) ? end : `${end}Z`);

/** Adds months to a day; a day that the month does not have becomes the month’s last day. */
export function addMonths(ms: number, months: number): number {
  const from = new Date(ms);
  const first = Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months, 1);
  const days = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months + 1, 0)).getUTCDate();
  return first + (Math.min(from.getUTCDate(), days) - 1) * 24 * 3_600_000;
}

/** Returns the months of a term, such as P1M or P3Y. */
export const monthsOf = (termUnit: string): number =>
  Number(/\d+/.exec(termUnit)?.[0]) * (termUnit.endsWith('Y') ? 12 : 1);
