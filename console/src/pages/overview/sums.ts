const dayMs = 86_400_000;

/** Returns the first UTC day of a number of days that end now. */
export const firstDayOfDays = (days: number, now: Date): string =>
  new Date(now.getTime() - (days - 1) * dayMs).toISOString().slice(0, 10);

/** Returns the second half of some values, its sum, and the sum of the first half. */
export function changeOf(values: readonly number[]) {
  const half = Math.ceil(values.length / 2);
  const [before, after] = [values.slice(0, half), values.slice(half)];
  const sum = (all: readonly number[]) => all.reduce((total, value) => total + value, 0);
  return { values: after, total: sum(after), was: sum(before) };
}

const accepted = ['ACCEPTED', 'ACTIVE', 'USED'];
const refused = ['EXPIRED', 'REJECTED', 'CANCELLED'];

/** Returns the numbers of accepted and of decided offers. */
export function decisionsOf(byStatus: Readonly<Record<string, number>>) {
  const count = (states: readonly string[]) => states.reduce((sum, state) => sum + (byStatus[state] ?? 0), 0);
  return { accepted: count(accepted), decided: count([...accepted, ...refused]) };
}
