import { describe, expect, test } from 'vitest';
import { followingEventId } from '../platform/events/record-event.ts';
import { catalogue, defaultWording } from './catalogue.ts';
import { allNotificationScopes } from './notification-scopes.ts';
import { notificationsOf, notificationsOfAll, type SealedEvent } from './translate.ts';

const event = (changes: Partial<SealedEvent> & { record?: object; earlier?: object }): SealedEvent => {
  const { record = { name: 'Deal' }, earlier, ...rest } = changes;
  return {
    position: 7,
    id: 'evt_1',
    entityType: 'OFFER',
    entityId: 'ofr_1',
    sequence: 3,
    action: 'UPDATE',
    payload: JSON.stringify(record),
    before: earlier && JSON.stringify(earlier),
    actor: { type: 'USER', id: 'usr_1', email: 'ann@example.com', name: undefined },
    audited: true,
    creationTime: '2027-01-01T00:00:00.000Z',
    ...rest,
  };
};
const only = (changes: Parameters<typeof event>[0]) => {
  const [first, ...more] = notificationsOf(event(changes));
  expect(more).toEqual([]);
  return first;
};

describe('the catalogue', () => {
  test('R50 has its own wording for each of the 63 notification scopes', () => {
    expect(allNotificationScopes).toHaveLength(63);
    expect(allNotificationScopes.filter((notificationScope) => !catalogue[notificationScope])).toEqual([]);
    const words = Object.values(catalogue).map(({ title, message }) => `${title} ${message}`);
    expect(new Set(words).size).toBe(words.length);
  });

  test('derives a wording for any other fact', () => {
    const { title, message } = defaultWording('CREATE', 'OFFER_SET');
    expect([title, message]).toEqual(['Offer set created', 'The offer set {name} was created.']);
    expect(defaultWording('DO_IT', 'ADDON').message).toBe('The addon {name}: do it.');
  });
});

test('many events are translated in batches, between which other work runs', async () => {
  const events = Array.from({ length: 50 }, (_, index) => event({ id: `evt_${index}`, action: 'DELETE' }));
  let turns = 0;
  const turn = () => {
    turns++;
    next = setImmediate(turn);
  };
  let next = setImmediate(turn);
  const all = await notificationsOfAll(events);
  clearImmediate(next);
  expect(all).toEqual(events.flatMap((one) => notificationsOf(one)));
  expect(turns).toBeGreaterThanOrEqual(2);
});

describe('the message of an event', () => {
  test.each([
    ['EXPIRE', { status: 'EXPIRED' }, 'HIGH', 'The offer Deal expired without being accepted.'],
    [
      'UPDATE',
      { status: 'PENDING_ACCEPTANCE' },
      'LOW',
      'The offer Deal was changed. It is PENDING_ACCEPTANCE.',
    ],
    ['UPDATE', { status: 'CREATE_FAILED' }, 'HIGH', 'The offer Deal was changed. It is CREATE_FAILED.'],
    ['ABNORMAL_ALERT', { partner: 'MKA' }, 'CRITICAL', 'The state of the offer Deal at MKA is inconsistent.'],
    ['PENDING_PARTNER_ACTION', {}, 'HIGH', 'The offer Deal waits for an action by the partner.'],
  ])('%s with %j has priority %s and the message: %s', (action, fields, priority, message) => {
    const notification = only({
      action,
      record: { name: 'Deal', ...fields },
      earlier: { status: 'PENDING_ACCEPTANCE' },
    });
    expect(notification).toMatchObject({ action, priority, message, notificationScope: `${action}.OFFER` });
  });

  test.each<[string, string, object, string]>([
    [
      'UPDATE',
      'PRODUCT',
      { status: 'PUBLISH_FAILED', metaInfo: { prettifiedErrorMessages: ['No logo.', 'No address.'] } },
      'The product Deal was changed. It is PUBLISH_FAILED. No address.',
    ],
    [
      'ABNORMAL_ALERT',
      'USAGE_RECORD_REPORT',
      { partner: 'MKB', message: 'It was refused.' },
      'Usage for MKB needs attention. It was refused.',
    ],
    [
      'UPDATE',
      'OFFER',
      { status: 'PENDING_ACCEPTANCE', metaInfo: { prettifiedErrorMessages: ['Earlier.'] } },
      'The offer Deal was changed. It is PENDING_ACCEPTANCE.',
    ],
  ])('%s of %s with %j includes the reason of a failure: %s', (action, entityType, fields, message) => {
    const record = { name: 'Deal', ...fields };
    const [notification] = notificationsOf(event({ action, entityType, record }));
    expect(notification?.message).toBe(message);
    expect(notification?.toBuyers.message).not.toContain('refused');
  });

  test('has the record’s snapshot and the actor', () => {
    const record = {
      name: '$& {status}',
      partner: 'MKA',
      status: 'ACTIVE',
      productID: 'prd_1',
      offerID: 'ofr_1',
    };
    expect(only({ entityType: 'ENTITLEMENT', entityId: 'ent_1', record })).toMatchObject({
      entityName: '$& {status}',
      entityStatus: 'ACTIVE',
      partner: 'MKA',
      productId: 'prd_1',
      isListedScope: true,
      info: { position: 7, sequence: 3, productID: 'prd_1', offerID: 'ofr_1' },
      createdBy: { entityType: 'USER', entityId: 'usr_1', email: 'ann@example.com' },
    });
    expect(only({ entityType: 'PRODUCT', entityId: 'prd_2' })?.productId).toBe('prd_2');
  });

  test('info.change is on the recorded fact, and not on facts that its state transition implies', () => {
    const record = { status: 'PENDING_ACCEPTANCE' };
    const all = notificationsOf(event({ change: 'RENEW', record, earlier: { status: 'EXPIRED' } }));
    expect(all.map(({ info }) => info.change)).toEqual(['RENEW', undefined]);
    expect(only({})?.info).not.toHaveProperty('change');
  });

  test.each([['{}'], ['null'], ['[]'], ['{"name":1,"status":{},"metaInfo":{"notifications":[null]}}']])(
    'is dispatched whatever its payload is: %s',
    (payload) => {
      expect(only({ payload })).toMatchObject({ entityName: undefined, notificationScope: 'UPDATE.OFFER' });
    },
  );

  test.each<[string | undefined, string, string, string[]]>([
    [undefined, 'CREATE', 'PENDING_ACCEPTANCE', ['CREATE', 'PENDING_ACCEPTANCE']],
    ['DRAFT', 'UPDATE', 'PENDING_ACCEPTANCE', ['UPDATE', 'PENDING_ACCEPTANCE']],
    ['EXPIRED', 'UPDATE', 'PENDING_ACCEPTANCE', ['UPDATE', 'PENDING_ACCEPTANCE']],
    ['PENDING_UPDATE', 'UPDATE', 'PENDING_ACCEPTANCE', ['UPDATE']],
    ['PENDING_CREATE', 'PENDING_ACCEPTANCE', 'PENDING_ACCEPTANCE', ['PENDING_ACCEPTANCE']],
    ['DRAFT', 'UPDATE', 'PENDING_CREATE', ['UPDATE']],
    [undefined, 'OPEN_EMAIL', 'PENDING_ACCEPTANCE', ['OPEN_EMAIL']],
  ])('from %s by %s to %s: %j', (from, action, to, actions) => {
    const earlier = from === undefined ? {} : { earlier: { status: from } };
    const all = notificationsOf(event({ action, record: { status: to }, ...earlier }));
    expect(all.map((one) => one.action)).toEqual(actions);
    expect(new Set(all.map(({ id }) => id)).size).toBe(actions.length);
    expect(all[0]?.id).toBe('evt_1');
  });

  test('R54 has the contacts and the wording of the record’s own notice', () => {
    const notifications = [
      { eventID: 'evt_0', contactIds: ['con_0'] },
      { eventID: 'evt_1', contactIds: ['con_1', 2], message: 'More time.' },
      { eventID: followingEventId('evt_1', 'PENDING_ACCEPTANCE'), contactIds: [] },
    ];
    const record = { status: 'PENDING_ACCEPTANCE', metaInfo: { notifications } };
    const [update, ready] = notificationsOf(event({ record, earlier: { status: 'EXPIRED' } }));
    expect(update).toMatchObject({ message: 'More time.', notice: { contactIds: ['con_1'] } });
    expect(ready?.notice).toEqual({ contactIds: [], message: undefined });
    expect(only({ id: 'evt_9', record, earlier: record })?.notice).toBeUndefined();
  });
});
