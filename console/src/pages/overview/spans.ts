/** The periods for which revenue is displayed, with the length of their spans. */
export const spans = [
  { name: 'month', words: 'The last 12 months, by month' },
  { name: 'week', words: 'The last 26 weeks, by week' },
  { name: 'day', words: 'The last 30 days, by day' },
] as const;
export type Span = (typeof spans)[number]['name'];

const dayMs = 86_400_000;

/** Returns the first UTC day of a period that ends now. */
export function firstDayOf(by: Span, now: Date): string {
  const first =
    by === 'month'
      ? Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 11, 1)
      : now.getTime() - (by === 'week' ? 25 * 7 : 29) * dayMs;
  return new Date(first).toISOString().slice(0, 10);
}
