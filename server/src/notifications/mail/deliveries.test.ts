import { describe, expect, test } from 'vitest';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { RoutingConfig } from '../channels.ts';
import type { Notification } from '../translate.ts';
import { type Delivery, deliveryOf, type SortedMail, withCopies } from './deliveries.ts';
import type { Person } from './routing.ts';

const notification = (changes: Partial<Notification> = {}): Notification =>
  ({
    id: 'evt_1',
    notificationScope: 'CREATE.OFFER',
    createdBy: { entityId: 'usr_1' },
    ...changes,
  }) as Notification;

describe('the delivery of a mail', () => {
  const member: Person = { id: 'usr_1', email: 'ann@example.com', role: 'ADMIN' };
  const toMembers = { address: 'ann@example.com', audience: 'MEMBERS' } as const;
  const other = notification({ createdBy: { entityId: 'usr_2' } });

  test.each<[string, Delivery, Partial<Person> | undefined, Parameters<typeof deliveryOf>[1], Notification]>([
    ['without settings', 'NOW', {}, toMembers, notification()],
    ['about an own action, declined', 'SKIP', { skipOwnActions: true }, toMembers, notification()],
    ['about another member’s action', 'NOW', { skipOwnActions: true }, toMembers, other],
    ['with a digest', 'DIGEST', { digest: 'HOURLY' }, toMembers, other],
    [
      'with a digest, to the member as a buyer',
      'NOW',
      { digest: 'DAILY' },
      { ...toMembers, audience: 'BUYERS' },
      other,
    ],
    [
      'with a digest, a letter to the member',
      'NOW',
      { digest: 'DAILY' },
      { ...toMembers, isAddressed: true },
      other,
    ],
    ['to an address that is not a member’s', 'NOW', undefined, toMembers, notification()],
  ])('%s is %s', (_, delivery, settings, recipient, about) => {
    expect(deliveryOf(about, recipient, settings && { ...member, ...settings })).toBe(delivery);
  });
});

describe('copies', () => {
  const config: RoutingConfig = {
    emailNotificationScopeEventConfigs: {
      'CREATE.OFFER': { ccRecipients: ['cc@example.com'], bccRecipients: ['bcc@example.com'] },
    },
  };
  const scope = { newId: (prefix: string) => `${prefix}_new` } as unknown as OrgTransaction;
  const mail = (id: string, delivery: Delivery): SortedMail => ({
    mail: {
      id,
      notification: notification(),
      recipient: `${id}@example.com`,
      audience: 'MEMBERS',
      subject: 'S',
      text: 'T',
      html: 'H',
      tracked: 'H',
      from: undefined,
      thread: undefined,
    },
    delivery,
    member: { id: `usr_${id}`, email: `${id}@example.com`, role: 'ADMIN' },
  });
  /** Returns the id, recipient, copies and sending of each message. */
  const delivered = (...mails: SortedMail[]) =>
    withCopies(scope, mails, config).map(({ message, mail: send }) => [
      message.id,
      message.recipient,
      [...(message.cc ?? []), ...(message.bcc ?? [])].join(),
      message.gatheredFor ?? (send ? 'sent' : 'lost'),
    ]);

  test.each<[string, SortedMail[], unknown[][]]>([
    [
      'are added to the first mail that is sent immediately',
      [mail('a', 'DIGEST'), mail('b', 'NOW'), mail('c', 'NOW')],
      [
        ['a', 'a@example.com', '', 'usr_a'],
        ['b', 'b@example.com', 'cc@example.com,bcc@example.com', 'sent'],
        ['c', 'c@example.com', '', 'sent'],
      ],
    ],
    [
      'are a separate mail if every member has a digest',
      [mail('a', 'DIGEST'), mail('b', 'DIGEST')],
      [
        ['a', 'a@example.com', '', 'usr_a'],
        ['msg_new', 'cc@example.com', 'bcc@example.com', 'sent'],
        ['b', 'b@example.com', '', 'usr_b'],
      ],
    ],
    [
      'are a separate mail if the only member has declined the mail',
      [mail('a', 'SKIP')],
      [['a', 'cc@example.com', 'bcc@example.com', 'sent']],
    ],
  ])('%s', (_, mails, expected) => {
    expect(delivered(...mails)).toEqual(expected);
  });
});
