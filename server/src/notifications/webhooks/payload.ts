import type { Notification } from '../translate.ts';

/**
 * Makes the body that is sent of a notification: the event in the form that existing receivers know, and in the members
 * that Standard Webhooks proposes (`type`, `timestamp`, `data`), with the record as it was when it happened.
 */
export const payloadOf = (organizationId: string, notification: Notification): string =>
  JSON.stringify({
    type: notification.notificationScope,
    timestamp: new Date(notification.timestamp).toISOString(),
    eventID: notification.id,
    eventStatus: 'PENDING',
    organizationID: organizationId,
    partner: notification.partner,
    entityType: notification.entityType,
    entityID: notification.entityId,
    entityName: notification.entityName,
    entityStatus: notification.entityStatus,
    action: notification.action,
    title: notification.title,
    message: notification.message,
    priority: notification.priority,
    isActionItem: notification.isActionItem,
    requireAudit: notification.requireAudit,
    createdBy: notification.createdBy,
    info: notification.info,
    data: notification.record,
  });
