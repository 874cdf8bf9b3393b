import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Vault } from '../../platform/secrets/encryption.ts';

/** The message whose opening a link records. */
export type TrackedMessage = { organizationId: string; messageId: string };

/** The image that a tracking link returns: one transparent pixel. */
export const transparentPoint = Buffer.from(
  'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7',
  'base64',
);

/** Creates and verifies tracking links of mails. Links are signed with a dedicated key. */
export function createPixels({ vault, baseUrl }: { vault: Vault; baseUrl: () => string }) {
  let key: Buffer | undefined;
  const sign = (text: string): Buffer => {
    key ??= vault.derive('opening of mails');
    return createHmac('sha256', key).update(text).digest();
  };
  return {
    /** The image, as HTML. */
    imageOf: ({ organizationId, messageId }: TrackedMessage): string => {
      const text = `${organizationId}.${messageId}`;
      const url = `${baseUrl()}/notification/open?token=${text}.${sign(text).toString('base64url')}`;
      return `<img src="${url}" width="1" height="1" alt="">`;
    },
    /** Returns undefined for a foreign or altered token. */
    verify: (token: string): TrackedMessage | undefined => {
      const [organizationId, messageId, signature, ...more] = token.split('.');
      if (!organizationId || !messageId || !signature || more.length > 0) return undefined;
      const given = Buffer.from(signature, 'base64url');
      const right = sign(`${organizationId}.${messageId}`);
      return given.length === right.length && timingSafeEqual(given, right)
        ? { organizationId, messageId }
        : undefined;
    },
  };
}
export type Pixels = ReturnType<typeof createPixels>;
