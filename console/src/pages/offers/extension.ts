const dayMs = 86_400_000;

/**
 * Returns the new expiry day of an offer extended by a number of days, in the format of the service. The days are
 * counted from the expiry, or from now if the expiry is past or absent.
 */
export function extendedBy(days: number, expireTime: string | null | undefined, now: Date): string {
  const from = Math.max(expireTime ? new Date(expireTime).getTime() : 0, now.getTime());
  return new Date(from + days * dayMs).toISOString().slice(0, 10);
}
