import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { Statement } from '../../platform/database/statement.ts';
import { queueMail } from '../../platform/mail/outbox.ts';
import type { NewMessage, RoutingConfig } from '../channels.ts';
import type { Notification } from '../translate.ts';
import type { Thread } from './correspondence.ts';
import { type Person, type Recipient, routingOf } from './routing.ts';

/** A mail to one recipient, with the values for its message. */
export type ComposedMail = NewMessage & { subject: string; text: string; html: string } & Pick<
    Recipient,
    'audience' | 'isAddressed'
  > & {
    from: string | undefined;
    /** The HTML that is sent, with the image that records its opening, if any. */
    tracked: string;
  };

/** NOW: sent immediately; DIGEST: stored for the member's next digest; SKIP: the member has declined the mail. */
export type Delivery = 'NOW' | 'DIGEST' | 'SKIP';

/** A composed mail with the delivery that the recipient has chosen. */
export type SortedMail = {
  mail: ComposedMail & { thread: Thread | undefined };
  delivery: Delivery;
  member: Person | undefined;
};

type Delivered = { message: NewMessage; mail?: (scope: OrgTransaction) => Statement };

/**
 * Returns how a member wants to get a mail. Letters, which were written to the member, are always sent immediately, as
 * are mails to other recipients.
 */
export function deliveryOf(
  { createdBy }: Notification,
  { audience, isAddressed }: Recipient,
  member: Person | undefined,
): Delivery {
  if (!member || audience !== 'MEMBERS' || isAddressed) return 'NOW';
  if (member.skipOwnActions && createdBy.entityId === member.id) return 'SKIP';
  return (member.digest ?? 'NONE') === 'NONE' ? 'NOW' : 'DIGEST';
}

/**
 * Adds the copy recipients to the first mail to members about a notification, so that each copy is sent once. If every
 * member has a digest or has declined the mail, the copies are sent as a separate mail. Letters have no copies.
 */
export function withCopies(
  scope: OrgTransaction,
  mails: readonly SortedMail[],
  config: RoutingConfig,
): Delivered[] {
  const carriers = new Map<string, SortedMail>();
  for (const sorted of mails) {
    const { notification, audience, isAddressed } = sorted.mail;
    if (audience !== 'MEMBERS' || isAddressed) continue;
    const known = carriers.get(notification.id);
    if (!known || (known.delivery !== 'NOW' && sorted.delivery === 'NOW'))
      carriers.set(notification.id, sorted);
  }
  return mails.flatMap((sorted) => {
    const { mail, delivery, member } = sorted;
    const isCarrier = carriers.get(mail.notification.id) === sorted;
    const { ccRecipients: cc = [], bccRecipients: bcc = [] } = isCarrier
      ? routingOf(config, mail.notification.notificationScope)
      : {};
    if (delivery === 'NOW') return [sent(mail, { cc, bcc })];
    const gathered =
      delivery === 'DIGEST' ? [{ message: { ...messageOf(mail), gatheredFor: member?.id } }] : [];
    const id = delivery === 'DIGEST' ? scope.newId('msg') : mail.id;
    return [...gathered, ...alone({ ...mail, id }, { cc, bcc })];
  });
}

type Copies = { cc: readonly string[]; bcc: readonly string[] };

const messageOf = ({ from, tracked, audience, isAddressed, thread, ...message }: SortedMail['mail']) =>
  message;

/** Sends a mail immediately. */
const sent = (mail: SortedMail['mail'], copies: Copies): Delivered => {
  const message = { ...messageOf(mail), ...copies };
  return {
    message,
    mail: (scope) =>
      queueMail({
        id: message.id,
        sentFor: scope.organizationId,
        now: scope.wallNow,
        to: [message.recipient],
        ...copies,
        subject: message.subject,
        text: message.text,
        html: mail.tracked,
        ...mail.thread,
        ...(mail.from === undefined ? {} : { from: mail.from }),
      }),
  };
};

/** Sends the copies of a mail that is not sent itself. */
function alone(mail: SortedMail['mail'], { cc, bcc }: Copies): Delivered[] {
  const [recipient, ...others] = [...cc, ...bcc];
  if (recipient === undefined) return [];
  const copy = { ...mail, recipient, thread: undefined };
  return [sent(copy, { cc: [], bcc: others })];
}
