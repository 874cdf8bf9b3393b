/** Keeps what records were at each time, so that a list can show them as a replica that lags behind does. */
export function createLagging<T>() {
  const kept = new Map<string, { atMs: number; value: T }[]>();
  return {
    put: (id: string, atMs: number, value: T) => {
      const versions = kept.get(id) ?? [];
      versions.push({ atMs, value });
      kept.set(id, versions);
    },
    /** The records as they were then, in the order in which they were first put. */
    asOf: (atMs: number): T[] =>
      [...kept.values()].flatMap((versions) => {
        const shown = versions.findLast((version) => version.atMs <= atMs);
        return shown ? [shown.value] : [];
      }),
  };
}
export type Lagging<T> = ReturnType<typeof createLagging<T>>;
