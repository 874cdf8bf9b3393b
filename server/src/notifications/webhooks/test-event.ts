import type { Notification } from '../translate.ts';

export const endpointType = 'WEBHOOK_ENDPOINT';
export const testNotificationScope = `TEST.${endpointType}`;

/** What somebody asked of one endpoint: told to nobody else. */
const requests = ['TEST', 'RESEND', 'REPLAY'];

export const isRequest = ({ entityType, action }: Pick<Notification, 'entityType' | 'action'>): boolean =>
  entityType === endpointType && requests.includes(action);
