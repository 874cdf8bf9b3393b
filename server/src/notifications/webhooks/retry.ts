const seconds = 1000;
const minutes = 60 * seconds;
const hours = 60 * minutes;

/** The waits between the attempts, as proposed by Standard Webhooks: 75 hours in total. */
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
/** Jitter, which spreads the retries of deliveries that failed together. */
const jitter = 0.1;

/**
 * Computes the wait after a failed attempt; undefined if no retry is left.
 * @param tries the number of attempts so far
 * @param random a number from 0 to 1
 * @param askedMs the wait that the receiver requested
 */
export function retryWait(tries: number, random: number, askedMs = 0): number | undefined {
  const usual = waits[tries - 1];
  if (usual === undefined) return undefined;
  const spread = usual * (1 + jitter * (2 * random - 1));
  return Math.round(Math.max(spread, Math.min(askedMs, longestWaitMs)));
}

/** Parses a `Retry-After` header, seconds or a date (RFC 9110), into milliseconds. */
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
 * Returns the action for a continuously failing endpoint: after three days its organization is notified, and after five
 * days, but no earlier than a day after the notification, the endpoint is disabled.
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
