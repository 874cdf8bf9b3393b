/** Returns the distinct start times of terms, oldest first, in milliseconds. */
export function startsOfTerms(terms: readonly { start_time: string | null }[]): number[] {
  const times = terms.flatMap(({ start_time: start }) => (start === null ? [] : [Date.parse(start)]));
  return [...new Set(times)].sort((one, other) => one - other);
}

/**
 * Counts the terms that began before a span of usage with an inclusive end; undefined if a term begins within
 * the span. Times are read in milliseconds but stored in microseconds, so a start within a millisecond of the
 * span counts as within the span.
 */
export function segmentBetween(starts: readonly number[], first: number, last: number): number | undefined {
  let begun = 0;
  for (const start of starts) {
    if (start > last + 1) return begun;
    if (start >= first - 1) return undefined;
    begun += 1;
  }
  return begun;
}
