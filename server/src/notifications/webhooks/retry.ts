const seconds = 1000;
const minutes = 60 * seconds;
const hours = 60 * minutes;

/** Waits between the attempts, as Standard Webhooks proposes: 75 hours in all. */
const waits = [
  5 * seconds,
  5 * minutes,
  30 * minutes,
  2 * hours,
  5 * hours,
  10 * hours,
  14 * hours,
  20 * hours,
  24 * hours,
];
const longestWaitMs = 24 * hours;
/** Deliveries that failed together are not tried again together. */
const jitter = 0.1;

/**
 * Computes how long to wait after an attempt that failed, or that there is no other.
 * @param tries attempts made so far
 * @param random from 0 to 1
 * @param askedMs the wait that the receiver asked for
 */
export function retryWait(tries: number, random: number, askedMs = 0): number | undefined {
  const usual = waits[tries - 1];
  if (usual === undefined) return undefined;
  const spread = usual * (1 + jitter * (2 * random - 1));
  return Math.round(Math.max(spread, Math.min(askedMs, longestWaitMs)));
}

/** Reads what a `Retry-After` header asks for, in milliseconds: seconds, or a date (RFC 9110). */
export function retryAfterMs(header: string | undefined, now: Date): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * seconds;
  const until = /^[A-Za-z]{3,9}, /.test(header) ? Date.parse(header) : Number.NaN;
  return Number.isNaN(until) ? undefined : Math.max(0, until - now.getTime());
}

const warnAfterMs = 3 * 24 * hours;
const disableAfterMs = 5 * 24 * hours;
const noticeMs = 24 * hours;

/**
 * Decides what becomes of an endpoint that takes nothing any more: its organization is notified after three days, and
 * it is disabled after five, a day after the notice at the earliest.
 */
export function verdictOn(
  endpoint: { failingSince: Date | undefined; warnedAt: Date | undefined },
  now: Date,
): 'GOES_ON' | 'WARN' | 'DISABLE' {
  const { failingSince, warnedAt } = endpoint;
  if (!failingSince) return 'GOES_ON';
  const failingMs = now.getTime() - failingSince.getTime();
  if (!warnedAt) return failingMs >= warnAfterMs ? 'WARN' : 'GOES_ON';
  const isNoticeOver = now.getTime() - warnedAt.getTime() >= noticeMs;
  return failingMs >= disableAfterMs && isNoticeOver ? 'DISABLE' : 'GOES_ON';
}
