/** Adds months to a time; a day that the month does not have becomes the month’s last day. */
export function addMonths(ms: number, months: number): number {
  const from = new Date(ms);
  const first = Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months, 1);
  const days = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months + 1, 0)).getUTCDate();
  const dayMs = 24 * 3_600_000;
  return first + (Math.min(from.getUTCDate(), days) - 1) * dayMs + (ms % dayMs);
}
