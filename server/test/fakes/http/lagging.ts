/** Stores earlier states of records, so that lists can return these states like a delayed replica. */
export function createLagging<T>() {
  const kept = new Map<string, { atMs: number; value: T }[]>();
  return {
    put: (id: string, atMs: number, value: T) => {
      const versions = kept.get(id) ?? [];
      versions.push({ atMs, value });
      kept.set(id, versions);
    },
    /** Returns the records at a given time, in the order of their first insertion. */
    asOf: (atMs: number): T[] =>
      [...kept.values()].flatMap((versions) => {
        const shown = versions.findLast((version) => version.atMs <= atMs);
        return shown ? [shown.value] : [];
      }),
  };
}
export type LaggingValue<T> = ReturnType<typeof createLagging<T>>;
