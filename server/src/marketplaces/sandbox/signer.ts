import { Webhook } from 'standardwebhooks';
import type { Vault } from '../../platform/encryption.ts';

/** What the sandbox signs an organization's notifications with. */
export const notificationSigner = (vault: Vault, organizationId: string): Webhook =>
  new Webhook(vault.derive(`sandbox notifications ${organizationId}`).toString('base64'));
