import type { TradepostEvent } from './events.ts';
import { parseExact } from './numbers.ts';

/** A request that does not prove that it is the service's, or that is too old. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

type HeadersLike = Headers | Readonly<Record<string, string | string[] | undefined>>;

/**
 * Verifies a webhook by its signatures and answers its event. Signed as Standard Webhooks says.
 * @param body the body as it came: one that was parsed and printed is another text
 * @param headers of the request, with names in any letter case
 * @param secret `whsec_…` of the endpoint, or several while it is being replaced
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
    throw new WebhookVerificationError('The webhook was sent too long ago, or has a time to come.');
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
  throw new WebhookVerificationError('No signature of the webhook is made with this secret.');
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
  if (!bytes?.length) throw new TypeError('The secret must be whsec_ and bytes in base 64.');
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  } catch {
    return undefined;
  }
}
