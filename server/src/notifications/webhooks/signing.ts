import { createHmac } from 'node:crypto';

const prefix = 'whsec_';

/** A signing secret in the form of Standard Webhooks. */
export const makeSecret = (randomBytes: (size: number) => Buffer): string =>
  `${prefix}${randomBytes(32).toString('base64')}`;

/** The bytes of a secret, with which is signed. */
const keyOf = (secret: string): Buffer => Buffer.from(secret.slice(prefix.length), 'base64');

/**
 * The headers that prove where a delivery comes from: those of Standard Webhooks with a signature for each secret that
 * is good, and the one that existing receivers look at, of the newest secret over the bare body.
 * @param secrets the newest first
 */
export function signatureHeaders(
  secrets: readonly string[],
  message: { id: string; sentAt: Date; body: string },
): Record<string, string> {
  const timestamp = String(Math.floor(message.sentAt.getTime() / 1000));
  const content = `${message.id}.${timestamp}.${message.body}`;
  const signatures = secrets.map(
    (secret) => `v1,${createHmac('sha256', keyOf(secret)).update(content).digest('base64')}`,
  );
  const bare = createHmac('sha256', secrets[0] as string)
    .update(message.body)
    .digest('hex');
  return {
    'webhook-id': message.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
    'x-tradepost-signature-256': `sha256=${bare}`,
  };
}
