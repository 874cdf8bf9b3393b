import type { WebhookDelivery } from '@tradepost/sdk';

/** The words for errors of the network, by code. */
const failures: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'Certificate expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'Certificate not trusted',
  EAI_AGAIN: 'Host not found',
  ECONNREFUSED: 'Connection refused',
  ECONNRESET: 'Connection closed',
  EHOSTUNREACH: 'Host not reachable',
  ENETUNREACH: 'Host not reachable',
  ENOTFOUND: 'Host not found',
  ERR_TLS_CERT_ALTNAME_INVALID: 'Certificate of another host',
  ETIMEDOUT: 'Timeout',
  SELF_SIGNED_CERT_IN_CHAIN: 'Certificate not trusted',
  UND_ERR_CONNECT_TIMEOUT: 'Timeout',
  UND_ERR_SOCKET: 'Connection closed',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'Certificate not trusted',
};

/** Describes the error of an attempt in a few words; an unknown error is returned without its code. */
export function failureOf(error: string): string {
  const [code = '', ...rest] = error.split(': ');
  if (/^no response within/.test(error)) return 'Timeout';
  return failures[code] ?? (/^[A-Z][A-Z_]+$/.test(code) && rest.length > 0 ? rest.join(': ') : error);
}

const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;
const relative = new Intl.RelativeTimeFormat(undefined, { style: 'short' });

/** Describes a moment relative to now, such as “in 4 min.”. */
export function inTime(at: Date, now: Date): string {
  const seconds = (at.getTime() - now.getTime()) / 1000;
  const [unit, length] = units.find(([, size]) => Math.abs(seconds) >= size) ?? ['second', 1];
  if (unit === 'second') return seconds > 0 ? 'in a moment' : 'now';
  return relative.format(Math.round(seconds / length), unit);
}

/** Returns the delivery with the latest attempt of these deliveries, if that attempt failed. */
export function failedIn(deliveries: readonly WebhookDelivery[]): WebhookDelivery | undefined {
  const [latest] = deliveries
    .filter(({ lastAttemptTime }) => lastAttemptTime)
    .sort((a, b) => String(b.lastAttemptTime).localeCompare(String(a.lastAttemptTime)));
  return latest?.status === 'DONE' ? undefined : latest;
}
