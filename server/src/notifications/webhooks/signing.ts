import { createHmac } from 'node:crypto';

const prefix = 'whsec_';

/** Creates a signing secret in the format of Standard Webhooks. */
export const makeSecret = (randomBytes: (size: number) => Buffer): string =>
  `${prefix}${randomBytes(32).toString('base64')}`;

/** Returns the key bytes of a secret. */
const keyOf = (secret: string): Buffer => Buffer.from(secret.slice(prefix.length), 'base64');

/**
 * Creates the headers that authenticate a delivery: the headers of Standard Webhooks with one signature for each valid
 * secret, and the header for existing receivers, which contains a signature of the body with the newest secret.
 * @param secrets the valid secrets, newest first
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
