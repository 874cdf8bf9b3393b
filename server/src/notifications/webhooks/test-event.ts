import type { Notification } from '../translate.ts';

export const endpointType = 'WEBHOOK_ENDPOINT';
export const testNotificationScope = `TEST.${endpointType}`;

/** The actions requested for one endpoint. Their events are sent only to this endpoint. */
const requests = ['TEST', 'RESEND', 'REPLAY'];

export const isRequest = ({ entityType, action }: Pick<Notification, 'entityType' | 'action'>): boolean =>
  entityType === endpointType && requests.includes(action);
