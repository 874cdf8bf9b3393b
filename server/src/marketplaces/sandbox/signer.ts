import { Webhook } from 'standardwebhooks';
import type { Vault } from '../../platform/secrets/encryption.ts';

/** What a marketplace that the sandbox plays signs an organization's notifications with; each has a key of its own. */
export const notificationSigner = (vault: Vault, organizationId: string, partner: string): Webhook =>
  new Webhook(vault.derive(`sandbox notifications ${organizationId} ${partner}`).toString('base64'));
