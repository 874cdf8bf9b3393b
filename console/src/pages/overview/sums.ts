const dayMs = 86_400_000;

/** Returns the first UTC day of a number of days that end now. */
export const firstDayOfDays = (days: number, now: Date): string =>
  new Date(now.getTime() - (days - 1) * dayMs).toISOString().slice(0, 10);

/** Returns the second half of some values, their sum, and its relative change against the first half. */
export function changeOf(values: readonly number[]) {
  const half = Math.ceil(values.length / 2);
  const [before, after] = [values.slice(0, half), values.slice(half)];
  const sum = (all: readonly number[]) => all.reduce((total, value) => total + value, 0);
  const earlier = sum(before);
  return {
    values: after,
    total: sum(after),
    change: earlier === 0 ? undefined : sum(after) / earlier - 1,
  };
}

const accepted = ['ACCEPTED', 'ACTIVE', 'USED'];
const refused = ['EXPIRED', 'REJECTED', 'CANCELLED'];

/** Returns the share of the decided offers that were accepted; undefined if no offer is decided. */
export function acceptanceRate(byStatus: Readonly<Record<string, number>>): number | undefined {
  const count = (states: readonly string[]) => states.reduce((sum, state) => sum + (byStatus[state] ?? 0), 0);
  const decided = count([...accepted, ...refused]);
  return decided === 0 ? undefined : count(accepted) / decided;
}
