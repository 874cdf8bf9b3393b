import { Webhook } from 'standardwebhooks';
import type { Vault } from '../../platform/secrets/encryption.ts';

/**
 * Creates the signer of an organization's notifications by a marketplace that the sandbox plays; each has a key of its
 * own.
 */
export const notificationSigner = (vault: Vault, organizationId: string, partner: string): Webhook =>
  new Webhook(vault.derive(`sandbox notifications ${organizationId} ${partner}`).toString('base64'));
