/** Days after a charge that failed until the next one. */
const days = [1, 3, 5, 7];
const dayMs = 86_400_000;

/** Says when a charge that failed is tried again; not any more after the last. */
export function nextTryAt(tried: number, now: Date): Date | undefined {
  const wait = days[tried - 1];
  return wait === undefined ? undefined : new Date(now.getTime() + wait * dayMs);
}
