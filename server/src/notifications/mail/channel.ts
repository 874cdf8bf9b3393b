import { setImmediate as nextTurn } from 'node:timers/promises';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { Addresses as ServiceAddresses } from '../../platform/addresses.ts';
import { withEnding } from '../../platform/mail/layout.ts';
import type { Channel, RoutingConfig } from '../channels.ts';
import { earliest } from '../schedules.ts';
import type { Notification } from '../translate.ts';
import { type Content, contentOf, type RenderOverride, viewOf, withinBudget } from './content.ts';
import { type Correspondence, inWordsOf, type Letter } from './correspondence.ts';
import { type ComposedMail, deliveryOf, type SortedMail, withCopies } from './deliveries.ts';
import { digestRun, digestTime } from './digest.ts';
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
import type { MailReader } from './usual.ts';

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
  /** The addresses of the service, which include the address of the console. */
  addresses: Pick<ServiceAddresses, 'baseUrl'>;
};

/**
 * Creates the channel that notifies members and buyers by e-mail. Each recipient gets a message and a mail
 * with the same id. Mails to members with a digest are only stored as messages.
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
    const contents = createContents(config, letters, {
      organizationName: await deps.people.organizationName(scope),
      organizationId: scope.organizationId,
      baseUrl: deps.addresses.baseUrl(),
      render: withinBudget(deps.templates, scope.organizationId),
    });
    const members = new Map(directory.members.map((member) => [member.email.toLowerCase(), member]));
    const mails: SortedMail[] = [];
    for (const { notification, recipient } of addressed) {
      const member = members.get(recipient.address.toLowerCase());
      const thread = member && deps.correspondence.threadOf(scope, notification, member.id);
      const content = await contents(notification, recipient, {
        isMember: member !== undefined,
        isAnswerable: thread?.replyTo !== undefined,
      });
      mails.push({
        mail: { ...mailOf(deps, scope, config, notification, recipient, content), thread },
        delivery: deliveryOf(notification, recipient, member),
        member,
      });
    }
    const delivered = withCopies(scope, mails, config);
    const run = await runForDigests(scope, mails);
    return {
      messages: delivered.map(({ message }) => message),
      statements: [...delivered.flatMap(({ mail }) => (mail ? [mail(scope)] : [])), ...(run ? [run] : [])],
    };
  },
});

/** Returns the statement for the run that sends the earliest digest of the mails, unless a run is pending. */
async function runForDigests(scope: OrgTransaction, mails: readonly SortedMail[]) {
  const times = mails.flatMap(({ delivery, member }) =>
    delivery === 'DIGEST' && member?.digest ? [digestTime(member.digest, scope.now)] : [],
  );
  const first = earliest(scope, times);
  return first && digestRun(scope, first);
}

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

type ContentContext = Pick<MailReader, 'organizationId' | 'baseUrl'> & {
  organizationName: string | undefined;
  render: RenderOverride;
};

/** Creates the function that renders mails: one content for all similar recipients of a notification. */
function createContents(
  config: RoutingConfig,
  letters: ReadonlyMap<string, Letter>,
  { organizationName, render, ...place }: ContentContext,
) {
  const known = new Map<string, { view: View; content: Content }>();
  return async (
    notification: Notification,
    { audience, isAddressed }: Recipient,
    recipient: Pick<MailReader, 'isMember' | 'isAnswerable'>,
  ) => {
    const letter = isAddressed ? letters.get(notification.id) : undefined;
    const { isMember, isAnswerable } = recipient;
    const key = `${audience} ${notification.id} ${letter !== undefined} ${isMember} ${isAnswerable}`;
    const before = known.get(key);
    if (before) return before;
    // Yields to pending requests, because a batch may have hundreds of mails.
    await nextTurn();
    const said = letter ? inWordsOf(notification, letter) : notification;
    const view = viewOf(said, audience, organizationName);
    // A letter keeps its wording. The scope's templates do not apply to letters.
    const routing = letter ? {} : routingOf(config, notification.notificationScope);
    const reader = { ...place, ...recipient, audience };
    const made = { view, content: await contentOf(said, view, reader, { routing, render }) };
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
): ComposedMail {
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
    ...(isAddressed ? { isAddressed } : {}),
    from: routingOf(config, notification.notificationScope).senderEmail || undefined,
    standardFields: view,
    // The stored copy has no pixel, because reading it must not count as an opening by the recipient.
    tracked: isTracked ? withEnding(html, pixels.imageOf(opened)) : html,
  };
}
