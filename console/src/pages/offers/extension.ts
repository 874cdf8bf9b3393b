const dayMs = 86_400_000;

/**
 * The day, as the service wants it, until which an offer can be accepted with so many days more: after its end, or after now where
 * that is past or there is none.
 */
export function extendedBy(days: number, expireTime: string | null | undefined, now: Date): string {
  const from = Math.max(expireTime ? new Date(expireTime).getTime() : 0, now.getTime());
  return new Date(from + days * dayMs).toISOString().slice(0, 10);
}
