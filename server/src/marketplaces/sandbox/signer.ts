import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import type { Vault } from '../../platform/secrets/encryption.ts';
import { MarketplaceError } from '../errors.ts';
import type { Notification, RawNotification, Subject } from '../notifications.ts';

/**
 * Creates the signer of a simulated marketplace's notifications to an organization. Each pair of marketplace
 * and organization has its own key.
 */
export const notificationSigner = (vault: Vault, organizationId: string, partner: string): Webhook =>
  new Webhook(vault.derive(`sandbox notifications ${organizationId} ${partner}`).toString('base64'));

/** The content of a notification, with any number of subjects. */
type Body = { subject?: Subject; subjects?: readonly Subject[] } | null;

/**
 * Verifies and reads a notification of the signer.
 * @throws MarketplaceError `refused` for a notification without a valid signature
 */
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
