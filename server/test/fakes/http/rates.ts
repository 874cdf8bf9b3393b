/**
 * Creates token buckets for each account and operation. The burst equals the limit for one second; buckets
 * are refilled evenly. Operations without a limit are never rejected.
 */
export function createRates(perSecond: Readonly<Record<string, number>>, now: () => number) {
  const buckets = new Map<string, { left: number; atMs: number }>();
  let limits = { ...perSecond };
  let isOn = true;
  return {
    /** Returns undefined for an allowed call, else the wait in milliseconds. */
    take: (account: string, operation: string): number | undefined => {
      const limit = limits[operation];
      if (!isOn || limit === undefined) return undefined;
      const key = `${account} ${operation}`;
      const known = buckets.get(key) ?? { left: limit, atMs: now() };
      const left = Math.min(limit, known.left + ((now() - known.atMs) / 1000) * limit);
      buckets.set(key, { left: left >= 1 ? left - 1 : left, atMs: now() });
      return left >= 1 ? undefined : ((1 - left) / limit) * 1000;
    },
    /** Changes the limits of some operations. */
    set: (changed: Readonly<Record<string, number>>) => {
      limits = { ...limits, ...changed };
      buckets.clear();
    },
    switch: (on: boolean) => {
      isOn = on;
      buckets.clear();
    },
  };
}
export type Rates = ReturnType<typeof createRates>;
