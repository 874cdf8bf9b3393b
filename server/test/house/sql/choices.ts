/** Where a text depends on what is not known, such as a condition: which of the possibilities one evaluation takes. */
export type Choices = {
  /** Answers a number below `count`; the same place asks anew each time. */
  choose(place: object, count: number): number;
};

const mostRuns = 600;

/**
 * Evaluates so often that each possibility at each place was taken once. Not each combination: their number grows
 * without end, and a name is wrong by itself.
 */
export function exploreChoices<T>(evaluate: (choices: Choices) => T): T[] {
  const tried = new Map<object, Set<number>>();
  const waiting: number[][] = [[]];
  const answers: T[] = [];
  for (let run = 0; run < mostRuns; run++) {
    const prefix = waiting.shift();
    if (!prefix) break;
    const taken: number[] = [];
    const visits = new Map<object, number>();
    answers.push(
      evaluate({
        choose(place, count) {
          const seen = tried.get(place) ?? new Set();
          tried.set(place, seen);
          const visit = visits.get(place) ?? 0;
          visits.set(place, visit + 1);
          // In a recursion each round takes the next one, so that it comes to an end.
          const choice = prefix[taken.length] ?? visit % count;
          seen.add(choice);
          for (let other = 0; other < count; other++) {
            if (taken.length < prefix.length || seen.has(other)) continue;
            seen.add(other);
            waiting.push([...taken, other]);
          }
          taken.push(choice);
          return choice;
        },
      }),
    );
  }
  return answers;
}
