import type { Vault } from '../../platform/secrets/encryption.ts';
import type { RawNotification, Subject } from '../notifications.ts';
import type { FaultKind } from './fault-store.ts';
import { notificationSigner } from './signer.ts';

/** A notification of the sandbox. `late`: delayed, so that later notifications arrive first. */
export type Notice = Subject & { partner: string; noticeId: string; late?: boolean | undefined };

/** The faults that affect the delivery of a notification. */
export const noticeStrikes: readonly FaultKind[] = [
  'LOSE_NOTIFICATION',
  'DELAY_NOTIFICATION',
  'REORDER_NOTIFICATION',
  'DUPLICATE_NOTIFICATION',
];

type SignedNotice = RawNotification & { headers: Record<string, string> };

/** Encodes and signs a notification on behalf of the simulated marketplace, with the current time. */
export function signedNotice(vault: Vault, organizationId: string, notice: Notice, now: Date): SignedNotice {
  const { partner, kind, externalId, noticeId } = notice;
  const rawBody = JSON.stringify({ type: 'changed', partner, subject: { kind, externalId } });
  const signature = notificationSigner(vault, organizationId, partner).sign(noticeId, now, rawBody);
  return {
    method: 'POST',
    query: '',
    headers: {
      'content-type': 'application/json',
      'webhook-id': noticeId,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': signature,
    },
    rawBody,
  };
}
