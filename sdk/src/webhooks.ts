import type { TradepostEvent } from './events.ts';
import { parseExact } from './numbers.ts';

/** An error for a webhook whose signature or age is invalid. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

type HeadersLike = Headers | Readonly<Record<string, string | string[] | undefined>>;

/**
 * Verifies the signature of a webhook, by the Standard Webhooks specification, and returns its event.
 * @param body the raw body, because parsing and serializing would change the bytes
 * @param headers the request headers, with names in any letter case
 * @param secret the endpoint's secret (`whsec_…`), or several secrets during a rotation
 * @throws WebhookVerificationError
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: HeadersLike,
  secret: string | readonly string[],
  { toleranceSeconds = 300, now = Date.now }: { toleranceSeconds?: number; now?: () => number } = {},
): Promise<TradepostEvent> {
  const [id, sentAt, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
    headerOf(headers, `webhook-${name}`),
  ) as [string, string, string];
  if (!/^\d+$/.test(sentAt) || Math.abs(now() / 1000 - Number(sentAt)) > toleranceSeconds)
    throw new WebhookVerificationError('The timestamp of the webhook is invalid, too old, or in the future.');
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  const signed = new TextEncoder().encode(`${id}.${sentAt}.${text}`);
  const given = signatures.split(' ').filter((each) => each.startsWith('v1,'));
  for (const each of typeof secret === 'string' ? [secret] : secret) {
    const key = await keyOf(each);
    for (const signature of given) {
      const bytes = bytesOf(signature.slice(3));
      if (bytes && (await crypto.subtle.verify('HMAC', key, bytes, signed)))
        return parseExact(text) as TradepostEvent;
    }
  }
  throw new WebhookVerificationError('No signature of the webhook matches the secret.');
}

function headerOf(headers: HeadersLike, name: string): string {
  const all = headers instanceof Headers ? [...headers] : Object.entries(headers);
  const found = all.find(([each]) => each.toLowerCase() === name)?.[1];
  if (typeof found !== 'string' || found === '')
    throw new WebhookVerificationError(`The webhook has no header ${name}.`);
  return found;
}

async function keyOf(secret: string) {
  const bytes = bytesOf(secret.replace(/^whsec_/, ''));
  if (!bytes?.length) throw new TypeError('The secret must be whsec_ followed by base64.');
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  } catch {
    return undefined;
  }
}
