import { describe, expect, test } from 'vitest';
import { type NotificationRouting, passesWhitelist, type RoutingConfig } from '../channels.ts';
import type { Notification } from '../translate.ts';
import { type Directory, recipientsOf } from './routing.ts';

const aNotification = (changes: Partial<Notification> = {}): Notification =>
  ({
    id: 'evt_1',
    notificationScope: 'UPDATE.OFFER',
    isListedScope: true,
    entityType: 'OFFER',
    action: 'UPDATE',
    info: { buyerID: 'buy_1' },
    record: { createdBy: 'usr_e', contactIds: ['con_1'], metaInfo: { owner: 'owner@x.org', list: [] } },
    ...changes,
  }) as Notification;

const directory: Directory = {
  members: [
    { id: 'usr_a', email: 'admin@x.org', role: 'ADMIN' },
    { id: 'usr_e', email: 'editor@x.org', role: 'EDITOR' },
    { id: 'usr_v', email: 'viewer@x.org', role: 'VIEWER' },
  ],
  contacts: new Map([['con_1', 'contact@x.org']]),
  buyers: new Map([['buy_1', 'buyer@x.org']]),
};

const addresses = (config: RoutingConfig, notification = aNotification()): string[] =>
  recipientsOf(notification, config, directory).map(({ address }) => address.replace('@x.org', ''));

describe('R50 a notification is mailed', () => {
  const routed = (routing: NotificationRouting): RoutingConfig => ({
    enableEmailNotification: true,
    emailNotificationScopeEventConfigs: { 'UPDATE.OFFER': routing, 'CREATE.OFFER': { enabled: false } },
  });

  test.each<[NotificationRouting, string[]]>([
    [{}, ['admin', 'editor']],
    [{ enabled: false }, []],
    [{ roleGroups: ['VIEWER'] }, ['viewer']],
    [{ roleGroups: ['CREATOR', 'ADMIN'] }, ['admin', 'editor']],
    [
      { recipients: ['Admin@x.org', 'metaInfo.owner', 'metaInfo.list', 'metaInfo.constructor'] },
      ['Admin', 'owner'],
    ],
    [{ recipients: ['admin@x.org'], roleGroups: ['ADMIN'] }, ['admin']],
    [{ roleGroups: ['CONTACTS', 'BUYER'] }, ['contact', 'buyer']],
  ])('to members by %j: %j', (routing, expected) => {
    expect(addresses(routed(routing))).toEqual(expected);
    expect(addresses({ ...routed(routing), enableEmailNotification: false })).toEqual([]);
  });

  test.each<[string, string[]]>([
    ['a field that holds a buyer’s address', ['info.email']],
    ['a field that holds the address of no known person', ['metaInfo.owner']],
    ['the address of a contact of the record', ['contact@x.org']],
    ['the address of the buyer, in other letters', ['Buyer@X.org']],
  ])('R32 with the buyer’s view of the record to %s', (_, recipients) => {
    const record = { ...aNotification().record, info: { email: 'buyer@x.org' } };
    const found = recipientsOf(aNotification({ record }), routed({ recipients }), directory);
    expect(found.map(({ audience }) => audience)).toEqual(['BUYERS']);
    const quiet = { ...routed({ recipients }), disableEmailNotificationOnOfferReady: true };
    expect(recipientsOf(aNotification({ record }), quiet, directory)).toEqual([]);
  });

  test('as to a member when the organization entered the address, or a field contains a member’s address', () => {
    const record = { ...aNotification().record, metaInfo: { createdByEmail: 'Viewer@x.org' } };
    const config = routed({ recipients: ['metaInfo.createdByEmail', 'sales@x.org'] });
    const found = recipientsOf(aNotification({ record }), config, directory);
    expect(found.map(({ audience }) => audience)).toEqual(['MEMBERS', 'MEMBERS']);
  });

  test('to no member when its scope is not in the list of notification scopes', () => {
    expect(addresses(routed({}), aNotification({ isListedScope: false }))).toEqual([]);
  });

  test.each<[string[], string[]]>([
    [['con_1'], ['contact']],
    [['con_gone'], ['buyer']],
    [[], ['buyer']],
  ])('to the recipients in the record’s notice (%j), whatever members get: %j', (contactIds, expected) => {
    const notice = { contactIds, message: undefined };
    expect(addresses({}, aNotification({ notice }))).toEqual(expected);
    expect(addresses({ disableEmailNotificationOnOfferReady: true }, aNotification({ notice }))).toEqual([]);
    const both = recipientsOf(
      aNotification({ notice }),
      routed({ recipients: ['contact@x.org'] }),
      directory,
    );
    expect(both[0]?.audience).toBe('BUYERS');
    expect(new Set(both.map(({ address }) => address)).size).toBe(both.length);
  });
});

test.each<[RoutingConfig, string | undefined, boolean]>([
  [{}, 'prd_1', true],
  [{ enableWebhookNotification: false, webhookProductWhitelist: ['prd_2'] }, 'prd_1', true],
  [{ enableWebhookNotification: true, webhookProductWhitelist: ['prd_1'] }, 'prd_1', true],
  [{ enableWebhookNotification: true, webhookProductWhitelist: ['prd_2'] }, 'prd_1', false],
  [{ enableWebhookNotification: true }, 'prd_1', false],
  [{ enableWebhookNotification: true }, undefined, true],
])('R51 with %j events of the product %s pass: %s', (config, productId, passes) => {
  expect(passesWhitelist(config, productId)).toBe(passes);
});
