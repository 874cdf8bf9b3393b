import { isMailAddress } from '../../platform/records/fields.ts';
import type { Audience, NotificationRouting, RoutingConfig } from '../channels.ts';
import type { Notification } from '../translate.ts';

/** The groups of buyers' contacts, in contrast to groups of the organization's members. */
const buyersGroups = ['CONTACTS', 'BUYER'];
const usualGroups = ['ADMIN', 'EDITOR'];

/** How often a member gets a digest; NONE: each mail is sent immediately. */
export const digests = ['NONE', 'HOURLY', 'DAILY'] as const;
export type Digest = (typeof digests)[number];

/** A member and the member's own mail settings. */
export type Person = {
  id: string;
  email: string;
  role: string;
  /** Whether the member gets no mail about own actions. */
  skipOwnActions?: boolean;
  digest?: Digest;
};
/** The addresses by the id of their owner. */
export type Addresses = ReadonlyMap<string, string>;
export type Directory = { members: readonly Person[]; contacts: Addresses; buyers: Addresses };

export type Recipient = {
  address: string;
  audience: Audience;
  contactId?: string;
  /** Whether the letter was written to this recipient. */
  isAddressed?: true;
};

/** Returns the configured routing of a notification scope, otherwise an empty routing. */
export const routingOf = (config: RoutingConfig, notificationScope: string): NotificationRouting =>
  config.emailNotificationScopeEventConfigs?.[notificationScope] ?? {};

/**
 * Determines the mail recipients of a notification, each address once (R50). Members are selected by the master switch
 * and the scope's settings, ADMIN and EDITOR by default. Buyers are notified if the record has a notice for buyers; a
 * single switch disables mails to buyers.
 * @param addressed the members to whom a letter was written, for whom only the master switch applies
 */
export function recipientsOf(
  notification: Notification,
  config: RoutingConfig,
  directory: Directory,
  addressed: readonly string[] = [],
): Recipient[] {
  const toBuyers = config.disableEmailNotificationOnOfferReady !== true;
  const routing = routingOf(config, notification.notificationScope);
  const routed =
    config.enableEmailNotification === true && notification.isListedScope && routing.enabled !== false;
  const groups = groupsOf(routing);
  const all: Recipient[] = [
    ...(config.enableEmailNotification === true ? addressedOf(addressed, directory) : []),
    ...(toBuyers && notification.notice
      ? buyersOf(notification, notification.notice.contactIds, directory)
      : []),
    ...(routed && toBuyers && groups.includes('CONTACTS')
      ? buyersOf(notification, contactsOf(notification), directory)
      : []),
    ...(routed && toBuyers && groups.includes('BUYER') ? buyersOf(notification, [], directory) : []),
    ...(routed
      ? members(notification, groups, routing, directory).filter(
          ({ audience }) => toBuyers || audience === 'MEMBERS',
        )
      : []),
  ];
  const seen = new Set<string>();
  return all.filter(({ address }) => {
    const known = seen.has(address.toLowerCase());
    seen.add(address.toLowerCase());
    return !known;
  });
}

const groupsOf = ({ roleGroups = [], recipients = [] }: NotificationRouting): readonly string[] =>
  roleGroups.length === 0 && recipients.length === 0 ? usualGroups : roleGroups;

/** Returns the contacts that are listed in the record itself. */
export const contactsOf = ({ record }: Notification): string[] =>
  Array.isArray(record.contactIds) ? record.contactIds.filter((id) => typeof id === 'string') : [];

/** Returns the members who watch the record, regardless of their group. */
const watchersOf = (record: Notification['record']): readonly unknown[] =>
  Array.isArray(record.watchers) ? record.watchers : [];

const addressedOf = (ids: readonly string[], { members }: Directory): Recipient[] =>
  members.flatMap(({ id, email }) =>
    ids.includes(id) && isMailAddress(email)
      ? [{ address: email, audience: 'MEMBERS' as const, isAddressed: true as const }]
      : [],
  );

/** Returns the contacts with an address or, without such contacts, the buyer. */
function buyersOf(
  { info }: Notification,
  contactIds: readonly string[],
  { contacts, buyers }: Directory,
): Recipient[] {
  const found = contactIds.flatMap((contactId) => {
    const address = contacts.get(contactId);
    return address ? [{ address, audience: 'BUYERS' as const, contactId }] : [];
  });
  const address = buyers.get(String(info.buyerID));
  return found.length > 0 || !address ? found : [{ address, audience: 'BUYERS' }];
}

/**
 * Returns the members by group, and the recipients in the scope's list. An entry of the list is an address,
 * or the name of a field that contains an address.
 */
function members(
  { record }: Notification,
  groups: readonly string[],
  { recipients = [] }: NotificationRouting,
  directory: Directory,
): Recipient[] {
  const inGroups = directory.members.filter(
    ({ id, role }) =>
      (groups.includes(role) && !buyersGroups.includes(role)) ||
      (groups.includes('CREATOR') && id === record.createdBy) ||
      watchersOf(record).includes(id),
  );
  const named = recipients.flatMap((entry): Recipient[] => {
    const written = entry.includes('@');
    const address = written ? entry : fieldOf(record, entry);
    return typeof address === 'string'
      ? [{ address, audience: audienceOf(address, written, directory) }]
      : [];
  });
  return [
    ...inGroups.map(({ email }) => ({ address: email, audience: 'MEMBERS' as const })),
    ...named,
  ].filter(({ address }) => isMailAddress(address));
}

/**
 * Determines the audience of a recipient in a notification scope's list (R32). An address entered by the organization
 * is treated as a member's address, unless it is a known buyer address. An address from a record is treated as a
 * buyer's address, unless it is a known member address.
 */
function audienceOf(address: string, written: boolean, { members, contacts, buyers }: Directory): Audience {
  const isIt = (other: string) => other.toLowerCase() === address.toLowerCase();
  if (members.some(({ email }) => isIt(email))) return 'MEMBERS';
  return written && ![...contacts.values(), ...buyers.values()].some(isIt) ? 'MEMBERS' : 'BUYERS';
}

/** Reads the value at a dotted path of a record; inherited properties are ignored. */
function fieldOf(record: Notification['record'], path: string): unknown {
  let value: unknown = record;
  for (const name of path.split('.')) {
    if (value === null || typeof value !== 'object' || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}
