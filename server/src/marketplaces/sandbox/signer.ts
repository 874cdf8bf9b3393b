import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import type { Vault } from '../../platform/secrets/encryption.ts';
import { MarketplaceError } from '../errors.ts';
import type { Notification, RawNotification, Subject } from '../notifications.ts';

/**
 * Creates the signer of an organization's notifications by a marketplace that the sandbox plays; each has a key of its
 * own.
 */
export const notificationSigner = (vault: Vault, organizationId: string, partner: string): Webhook =>
  new Webhook(vault.derive(`sandbox notifications ${organizationId} ${partner}`).toString('base64'));

/** What the sandbox sends: one subject, several, or none. */
type Body = { subject?: Subject; subjects?: readonly Subject[] } | null;

/** Reads a notification that the signer signed. @throws MarketplaceError `refused` for any other */
export function readSigned(signer: Webhook, { headers, rawBody }: RawNotification): Notification {
  const flat = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  try {
    const body = signer.verify(rawBody, flat) as Body;
    const subjects = body?.subjects ?? (body?.subject === undefined ? [] : [body.subject]);
    return { id: flat['webhook-id'] as string, subjects };
  } catch (cause) {
    if (!(cause instanceof WebhookVerificationError)) throw cause;
    throw new MarketplaceError(cause.message, { kind: 'refused', cause });
  }
}
