import type { Notification } from '../translate.ts';

/**
 * Builds the payload of a notification: the event in the format for existing receivers, and the members proposed by
 * Standard Webhooks (`type`, `timestamp`, `data`), with the record at the time of the event.
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
