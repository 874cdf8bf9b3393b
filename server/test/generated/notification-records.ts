import type { TestApp, TestOrganization } from '../harness.ts';

export type NotificationRecords = {
  entityType: string;
  entityId: string;
  notificationMessageId: string;
  memberEmail: string;
};

/** Provides a record with an event, a message about the event, and a member who is notified. */
export async function notificationRecords(
  app: TestApp,
  { id, token }: TestOrganization,
): Promise<NotificationRecords> {
  const body = { name: 'Notified of', partner: 'MKD' };
  const offer = await app.request('POST', `/org/${id}/offer`, { token, body });
  await app.database.query(
    `INSERT INTO notification_message (organization_id, id, type, recipient, action, subject, creation_time,
       last_update_time)
     VALUES ($1, 'msg_told', 'EMAIL', 'ann@example.com', 'CREATE', 'Offer created', now(), now())
     ON CONFLICT DO NOTHING`,
    [id],
  );
  const { email } = await app.person(id);
  const entity = { entityType: 'OFFER', entityId: offer.body.id };
  return { ...entity, notificationMessageId: 'msg_told', memberEmail: email };
}
