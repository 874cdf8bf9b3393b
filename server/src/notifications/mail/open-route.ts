import { z } from 'zod';
import type { InOrganization, OrgTransaction } from '../../platform/access/scope.ts';
import type { RowOf } from '../../platform/database/rows.ts';
import { errors } from '../../platform/errors.ts';
import { route } from '../../platform/http/route.ts';
import { type Pixels, type TrackedMessage, transparentPoint } from './pixel.ts';

export type OpenRouteDeps = {
  inOrganization: InOrganization;
  pixels: Pixels;
  /** Records the event OPEN_EMAIL on the mail's subject record. */
  onOpened: (scope: OrgTransaction, entity: { type: string; id: string }) => Promise<void>;
  wake: () => void;
};

/** Records the first opening of a message, on the message and on its event. Later openings have no effect. */
export async function openMessage(
  scope: OrgTransaction,
  { messageId }: TrackedMessage,
): Promise<{ type: string; id: string } | undefined> {
  const [message] = await scope.query<RowOf<'notification_message', 'notification_event_id' | 'contact_id'>>({
    name: 'open_notification_message',
    text: `UPDATE notification_message SET opened_at = $3, last_update_time = $3
           WHERE organization_id = $1 AND id = $2 AND opened_at IS NULL
           RETURNING notification_event_id, contact_id`,
    values: [scope.organizationId, messageId, scope.now],
  });
  if (!message?.notification_event_id) return undefined;
  const opening = {
    action: 'OPEN_EMAIL',
    ...(message.contact_id === null ? {} : { contactId: message.contact_id }),
    timestamp: scope.now.toISOString(),
  };
  const [event] = await scope.query<RowOf<'notification_event', 'entity_type' | 'entity_id'>>({
    name: 'track_notification_event',
    text: `UPDATE notification_event SET track_events = coalesce(track_events, '[]') || $3::jsonb, last_update_time = $4
           WHERE organization_id = $1 AND id = $2 RETURNING entity_type, entity_id`,
    values: [scope.organizationId, message.notification_event_id, JSON.stringify([opening]), scope.now],
  });
  return event && { type: event.entity_type, id: event.entity_id };
}

export const openRoute = ({ inOrganization, pixels, onOpened, wake }: OpenRouteDeps) =>
  route({
    method: 'GET',
    path: '/notification/open',
    operationId: 'openNotificationMessage',
    group: 'Notification',
    summary: 'Get the tracking pixel of a mail',
    access: 'public',
    hidden: true,
    query: z.object({ token: z.string().max(500).optional() }),
    response: z.string(),
    responseDescription: 'One transparent pixel',
    run: {
      kind: 'plain',
      handle: async ({ query, requestId }) => {
        const opened = pixels.verify(query.token ?? '');
        if (!opened) throw errors.not_found('Image not found.');
        await inOrganization(opened.organizationId, requestId, async (scope) => {
          const entity = await openMessage(scope, opened);
          if (entity) await onOpened(scope, entity);
        });
        wake();
        return {
          headers: { 'content-type': 'image/gif', 'cache-control': 'no-store' },
          body: new Uint8Array(transparentPoint),
        };
      },
    },
  });
