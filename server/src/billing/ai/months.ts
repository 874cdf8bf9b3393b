/** Months of the meter of AI features, as `2026-11`: by the organization's clock, in UTC. */

export const monthOf = (moment: Date): string => moment.toISOString().slice(0, 7);

export const startOfMonth = (month: string): Date => new Date(`${month}-01T00:00:00.000Z`);

/** The moment at which the next month begins. */
export function endOfMonth(month: string): Date {
  const end = startOfMonth(month);
  end.setUTCMonth(end.getUTCMonth() + 1);
  return end;
}
