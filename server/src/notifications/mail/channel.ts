import { setImmediate as nextTurn } from 'node:timers/promises';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { queueMail } from '../../platform/mail/outbox.ts';
import type { Channel, NewMessage, RoutingConfig } from '../channels.ts';
import type { Notification } from '../translate.ts';
import { type Content, contentOf, type RenderOverride, viewOf, withinBudget } from './content.ts';
import { type Correspondence, inWordsOf, type Letter, type Thread } from './correspondence.ts';
import { withImage } from './layout.ts';
import type { Pixels } from './pixel.ts';
import {
  type Addresses,
  contactsOf,
  type Directory,
  type Person,
  type Recipient,
  recipientsOf,
  routingOf,
} from './routing.ts';
import type { TemplateThreads, View } from './templates.ts';

/** The functions that read members and contacts, provided by the slices that own these records. */
export type PeopleDeps = {
  organizationName: (scope: OrgTransaction) => Promise<string | undefined>;
  /** Returns the active members with an address. */
  members: (scope: OrgTransaction) => Promise<readonly Person[]>;
  /** Returns the addresses of contacts with an address. */
  contactAddresses: (scope: OrgTransaction, ids: readonly string[]) => Promise<Addresses>;
  buyerAddresses: (scope: OrgTransaction, ids: readonly string[]) => Promise<Addresses>;
};

export type MailChannelDeps = {
  people: PeopleDeps;
  pixels: Pixels;
  templates: TemplateThreads;
  correspondence: Correspondence;
};

type ComposedMail = NewMessage & { subject: string; text: string; html: string; from: string | undefined };

/**
 * Creates the channel that notifies members and buyers by e-mail. Each recipient gets a message and a mail
 * with the same id.
 */
export const createMailChannel = (deps: MailChannelDeps): Channel => ({
  name: 'EMAIL',
  prepare: async (scope, config, notifications) => {
    const letters = lettersOf(deps.correspondence, notifications);
    const directory = await readDirectory(deps.people, scope, config, notifications, letters.size > 0);
    const addressed = notifications.flatMap((notification) =>
      recipientsOf(notification, config, directory, letters.get(notification.id)?.memberIds).map(
        (recipient) => ({ notification, recipient }),
      ),
    );
    if (addressed.length === 0) return { messages: [], statements: [] };
    const contents = createContents(
      config,
      await deps.people.organizationName(scope),
      withinBudget(deps.templates, scope.organizationId),
      letters,
    );
    const memberIds = new Map(directory.members.map(({ id, email }) => [email.toLowerCase(), id]));
    const mails = [];
    for (const { notification, recipient } of addressed) {
      const memberId = memberIds.get(recipient.address.toLowerCase());
      const thread =
        memberId === undefined ? undefined : deps.correspondence.threadOf(scope, notification, memberId);
      const isAnswerable = thread?.replyTo !== undefined;
      const content = await contents(notification, recipient, isAnswerable);
      mails.push({ ...mailOf(deps, scope, config, notification, recipient, content), thread });
    }
    const copied = withCopies(mails, config);
    return {
      messages: copied.map(({ message }) => message),
      statements: copied.map(({ mail }) => mail(scope)),
    };
  },
});

/** Returns the letters in the events, by notification id. */
const lettersOf = (
  { letterOf }: Correspondence,
  notifications: readonly Notification[],
): ReadonlyMap<string, Letter> =>
  new Map(
    notifications.flatMap((notification) => {
      const letter = letterOf(notification);
      return letter ? [[notification.id, letter] as const] : [];
    }),
  );

/** Reads members and contacts once for a batch, if a notification in the batch may have recipients. */
async function readDirectory(
  people: PeopleDeps,
  scope: OrgTransaction,
  config: RoutingConfig,
  notifications: readonly Notification[],
  hasLetters: boolean,
): Promise<Directory> {
  const noticed = notifications.filter(({ notice }) => notice);
  const routed =
    config.enableEmailNotification === true ? notifications.filter(({ isListedScope }) => isListedScope) : [];
  const contactIds = [
    ...noticed.flatMap(({ notice }) => notice?.contactIds ?? []),
    ...routed.flatMap(contactsOf),
  ];
  const buyerIds = [...noticed, ...routed].flatMap(({ info }) =>
    typeof info.buyerID === 'string' ? [info.buyerID] : [],
  );
  return {
    members: routed.length > 0 || hasLetters ? await people.members(scope) : [],
    contacts:
      contactIds.length > 0 ? await people.contactAddresses(scope, [...new Set(contactIds)]) : new Map(),
    buyers: buyerIds.length > 0 ? await people.buyerAddresses(scope, [...new Set(buyerIds)]) : new Map(),
  };
}

/**
 * Creates the function that renders mails: one content for all members and one for all buyers of a
 * notification.
 */
function createContents(
  config: RoutingConfig,
  organizationName: string | undefined,
  render: RenderOverride,
  letters: ReadonlyMap<string, Letter>,
) {
  const known = new Map<string, { view: View; content: Content }>();
  return async (notification: Notification, { audience, isAddressed }: Recipient, isAnswerable: boolean) => {
    const letter = isAddressed ? letters.get(notification.id) : undefined;
    const key = `${audience} ${notification.id} ${letter !== undefined} ${isAnswerable}`;
    const before = known.get(key);
    if (before) return before;
    // Yields to pending requests, because a batch may have hundreds of mails.
    await nextTurn();
    const said = letter ? inWordsOf(notification, letter) : notification;
    const view = viewOf(said, audience, organizationName);
    // A letter keeps its wording. The scope's templates do not apply to letters.
    const routing = letter ? {} : routingOf(config, notification.notificationScope);
    const made = { view, content: await contentOf(view, routing, render, isAnswerable) };
    known.set(key, made);
    return made;
  };
}

function mailOf(
  { pixels }: MailChannelDeps,
  scope: OrgTransaction,
  config: RoutingConfig,
  notification: Notification,
  { address, audience, contactId, isAddressed }: Recipient,
  { view, content }: { view: View; content: Content },
): ComposedMail & { tracked: string; audience: Recipient['audience']; isAddressed: true | undefined } {
  const id = scope.newId('msg');
  const { subject, text, html } = content;
  const isTracked = audience === 'BUYERS' && notification.entityType === 'OFFER';
  const opened = { organizationId: scope.organizationId, messageId: id };
  return {
    id,
    notification,
    recipient: address,
    contactId,
    subject,
    text,
    html,
    audience,
    isAddressed,
    from: routingOf(config, notification.notificationScope).senderEmail || undefined,
    standardFields: view,
    // The stored copy has no pixel, because reading it must not count as an opening by the recipient.
    tracked: isTracked ? withImage(html, pixels.imageOf(opened)) : html,
  };
}

type MailCopy = {
  message: NewMessage;
  mail: (scope: OrgTransaction) => ReturnType<typeof queueMail>;
};

type ThreadedMail = ReturnType<typeof mailOf> & { thread: Thread | undefined };

/**
 * Adds the copy recipients to the first mail to members about a notification, so that each copy is sent once. Letters
 * are sent without copies.
 */
function withCopies(mails: readonly ThreadedMail[], config: RoutingConfig): MailCopy[] {
  const copied = new Set<string>();
  return mails.map(({ from, tracked, audience, isAddressed, thread, ...message }) => {
    const { notification } = message;
    const isFirst = audience === 'MEMBERS' && !isAddressed && !copied.has(notification.id);
    if (isFirst) copied.add(notification.id);
    const { ccRecipients = [], bccRecipients = [] } = isFirst
      ? routingOf(config, notification.notificationScope)
      : {};
    const copies = { cc: ccRecipients, bcc: bccRecipients };
    return {
      message: { ...message, ...copies },
      mail: (scope) =>
        queueMail({
          id: message.id,
          sentFor: scope.organizationId,
          now: scope.wallNow,
          to: [message.recipient],
          ...copies,
          subject: message.subject,
          text: message.text,
          html: tracked,
          ...thread,
          ...(from === undefined ? {} : { from }),
        }),
    };
  });
}
