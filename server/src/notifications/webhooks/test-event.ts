import type { Notification } from '../translate.ts';

export const endpointType = 'WEBHOOK_ENDPOINT';
export const testNotificationScope = `TEST.${endpointType}`;

/** Actions that somebody asked of one endpoint: no other receives them. */
const requests = ['TEST', 'RESEND', 'REPLAY'];

export const isRequest = ({ entityType, action }: Pick<Notification, 'entityType' | 'action'>): boolean =>
  entityType === endpointType && requests.includes(action);
