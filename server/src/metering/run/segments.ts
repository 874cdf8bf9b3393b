/** The times at which terms begin, oldest first, each once: in milliseconds. */
export function startsOfTerms(terms: readonly { start_time: string | null }[]): number[] {
  const times = terms.flatMap(({ start_time: start }) => (start === null ? [] : [Date.parse(start)]));
  return [...new Set(times)].sort((one, other) => one - other);
}

/**
 * How many terms had begun when something was used between two times, the last one included; undefined where one begins
 * between them. Times are read to the millisecond and kept to the microsecond: a term that begins as near as that is
 * between them, too.
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
