import { isMailAddress } from '../../platform/records/fields.ts';
import type { NotificationRouting, RoutingConfig } from '../channels.ts';
import type { Notification } from '../translate.ts';
import type { Audience } from './content.ts';

/** Groups that are the buyer's people and not the organization's. */
const buyersGroups = ['CONTACTS', 'BUYER'];
const usualGroups = ['ADMIN', 'EDITOR'];

export type Person = { id: string; email: string; role: string };
/** Addresses by the identifier of whose they are. */
export type Addresses = ReadonlyMap<string, string>;
export type Directory = { members: readonly Person[]; contacts: Addresses; buyers: Addresses };

export type Recipient = {
  address: string;
  audience: Audience;
  contactId?: string;
  /** What was written is written to this one. */
  isAddressed?: true;
};

/** The routing of a notification scope: as configured, else empty. */
export const routingOf = (config: RoutingConfig, notificationScope: string): NotificationRouting =>
  config.emailNotificationScopeEventConfigs?.[notificationScope] ?? {};

/**
 * Whom a notification is mailed to, each address once (R50). Members by the master switch and the scope's own settings,
 * ADMIN and EDITOR unless others are named. Whoever the offer is for, when the record has a notice for them; their mail
 * obeys one switch only.
 * @param addressed members whom a letter is written to, by the master switch alone
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

/** The contacts that the record itself names. */
export const contactsOf = ({ record }: Notification): string[] =>
  Array.isArray(record.contactIds) ? record.contactIds.filter((id) => typeof id === 'string') : [];

/** The members that asked to be told of the record, whatever group they are in. */
const watchersOf = (record: Notification['record']): readonly unknown[] =>
  Array.isArray(record.watchers) ? record.watchers : [];

const addressedOf = (ids: readonly string[], { members }: Directory): Recipient[] =>
  members.flatMap(({ id, email }) =>
    ids.includes(id) && isMailAddress(email)
      ? [{ address: email, audience: 'MEMBERS' as const, isAddressed: true as const }]
      : [],
  );

/** The contacts; where none has an address, the buyer. */
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

/** Members by group, and whom the scope names, by address or by the field of the record that holds one. */
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
 * Decides what an address that a notification scope names may see (R32). One that the organization wrote down is its
 * own, unless it is known to be the buyer's; one that a record holds may be anybody's, unless it is a member's.
 */
function audienceOf(address: string, written: boolean, { members, contacts, buyers }: Directory): Audience {
  const isIt = (other: string) => other.toLowerCase() === address.toLowerCase();
  if (members.some(({ email }) => isIt(email))) return 'MEMBERS';
  return written && ![...contacts.values(), ...buyers.values()].some(isIt) ? 'MEMBERS' : 'BUYERS';
}

/** The value at a dotted path of a record, by its own fields only. */
function fieldOf(record: Notification['record'], path: string): unknown {
  let value: unknown = record;
  for (const name of path.split('.')) {
    if (value === null || typeof value !== 'object' || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}
