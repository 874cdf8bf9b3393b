import type { Correspondence, Notification } from '../../notifications/index.ts';
import type { ReplyAddresses } from './addresses.ts';

export const isTicket = ({ entityType }: Notification): boolean => entityType === 'SUPPORT_TICKET';
export const isByOperator = ({ createdBy }: Notification): boolean => createdBy.entityType === 'SERVICE';

/** Returns the new comment, which the event of a ticket includes. */
export function commentOf({ record }: Notification): string | undefined {
  const [comment] = Array.isArray(record.comments) ? record.comments : [];
  const text: unknown = comment?.comment_text;
  return typeof text === 'string' ? text : undefined;
}

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];

/**
 * Creates the port for mails about tickets. Replies from the operator are mailed to the creator and the watchers, and
 * members can reply to every mail.
 * @param addresses the reply addresses; undefined if no mail server forwards replies to this service
 */
export const createCorrespondence = (addresses: ReplyAddresses | undefined): Correspondence => ({
  letterOf: (notification) => {
    if (!isTicket(notification) || !isByOperator(notification)) return undefined;
    const text = commentOf(notification);
    if (text === undefined) return undefined;
    const { creator, watchers } = notification.record;
    return { memberIds: [...textsOf([creator]), ...textsOf(watchers)], title: 'Ticket answered', text };
  },
  threadOf: ({ organizationId }, notification, memberId) =>
    isTicket(notification)
      ? {
          threadId: notification.entityId,
          replyTo: addresses?.addressOf({ organizationId, ticketId: notification.entityId }, memberId),
        }
      : undefined,
});
