import { setImmediate as nextTurn } from 'node:timers/promises';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { queueMail } from '../../platform/mail/outbox.ts';
import type { Channel, NewMessage, RoutingConfig } from '../channels.ts';
import type { Notification } from '../translate.ts';
import { type Content, contentOf, type RenderOverride, viewOf, withinBudget } from './content.ts';
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

/** The reads by which mail learns of an organization's people: given by the slices that have them. */
export type PeopleDeps = {
  organizationName: (scope: OrgTransaction) => Promise<string | undefined>;
  /** Members that are active and have an address. */
  members: (scope: OrgTransaction) => Promise<readonly Person[]>;
  /** Addresses of those of the contacts that have one. */
  contactAddresses: (scope: OrgTransaction, ids: readonly string[]) => Promise<Addresses>;
  buyerAddresses: (scope: OrgTransaction, ids: readonly string[]) => Promise<Addresses>;
};

export type MailChannelDeps = { people: PeopleDeps; pixels: Pixels; templates: TemplateThreads };

type Mailed = NewMessage & { subject: string; text: string; html: string; from: string | undefined };

/** Notifies members and buyers by e-mail: a message and a mail of the same identifier for each recipient. */
export const createMailChannel = (deps: MailChannelDeps): Channel => ({
  name: 'EMAIL',
  prepare: async (scope, config, notifications) => {
    const directory = await readDirectory(deps.people, scope, config, notifications);
    const addressed = notifications.flatMap((notification) =>
      recipientsOf(notification, config, directory).map((recipient) => ({ notification, recipient })),
    );
    if (addressed.length === 0) return { messages: [], statements: [] };
    const contents = createContents(
      config,
      await deps.people.organizationName(scope),
      withinBudget(deps.templates, scope.organizationId),
    );
    const mails = [];
    for (const { notification, recipient } of addressed)
      mails.push(
        mailOf(deps, scope, config, notification, recipient, await contents(notification, recipient)),
      );
    const copied = withCopies(mails, config);
    return {
      messages: copied.map(({ message }) => message),
      statements: copied.map(({ mail }) => mail(scope)),
    };
  },
});

/** Reads members and contacts, once for a batch, and only when somebody may be notified. */
async function readDirectory(
  people: PeopleDeps,
  scope: OrgTransaction,
  config: RoutingConfig,
  notifications: readonly Notification[],
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
    members: routed.length > 0 ? await people.members(scope) : [],
    contacts:
      contactIds.length > 0 ? await people.contactAddresses(scope, [...new Set(contactIds)]) : new Map(),
    buyers: buyerIds.length > 0 ? await people.buyerAddresses(scope, [...new Set(buyerIds)]) : new Map(),
  };
}

/** Makes the contents of mails: once for all members, and once for all buyers, for whom they are the same. */
function createContents(config: RoutingConfig, organizationName: string | undefined, render: RenderOverride) {
  const known = new Map<string, { view: View; content: Content }>();
  return async (notification: Notification, { audience }: Recipient) => {
    const key = `${audience} ${notification.id}`;
    const before = known.get(key);
    if (before) return before;
    // Requests are answered in between: a batch has hundreds of these.
    await nextTurn();
    const view = viewOf(notification, audience, organizationName);
    const made = {
      view,
      content: await contentOf(view, routingOf(config, notification.notificationScope), render),
    };
    known.set(key, made);
    return made;
  };
}

function mailOf(
  { pixels }: MailChannelDeps,
  scope: OrgTransaction,
  config: RoutingConfig,
  notification: Notification,
  { address, audience, contactId }: Recipient,
  { view, content }: { view: View; content: Content },
): Mailed & { tracked: string; audience: Recipient['audience'] } {
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
    from: routingOf(config, notification.notificationScope).senderEmail || undefined,
    standardFields: view,
    // What is kept for the seller to read must not count as opened when the seller reads it.
    tracked: isTracked ? withImage(html, pixels.imageOf(opened)) : html,
  };
}

type Copied = {
  message: NewMessage;
  mail: (scope: OrgTransaction) => ReturnType<typeof queueMail>;
};

/** Copies go with the first mail to members, so that whoever gets one gets it once. */
function withCopies(mails: readonly ReturnType<typeof mailOf>[], config: RoutingConfig): Copied[] {
  const copied = new Set<string>();
  return mails.map(({ from, tracked, audience, ...message }) => {
    const { notification } = message;
    const isFirst = audience === 'MEMBERS' && !copied.has(notification.id);
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
          ...(from === undefined ? {} : { from }),
        }),
    };
  });
}
