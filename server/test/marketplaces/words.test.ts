import { describe, expect, test } from 'vitest';
import { createRequestPort } from '../../src/marketplaces/mkB/fulfilment/requests.ts';
import { isPending, statusOf } from '../../src/marketplaces/mkB/fulfilment/show.ts';
import { showOffer } from '../../src/marketplaces/mkB/private-offers/show.ts';
import { toCallError } from '../../src/marketplaces/mkC/errors.ts';
import { showEntitlement } from '../../src/marketplaces/mkC/procurement/show.ts';

/** Names that every object has, and values that are no words. */
const hostile: readonly unknown[] = [
  'constructor',
  '__proto__',
  'toString',
  'hasOwnProperty',
  '',
  7,
  null,
  {},
  [],
];
const now = new Date('2031-05-12T00:00:00Z');
const guid = '11111111-2222-4333-8444-555555555555';

describe.each(hostile.map((word) => [word]))('the word %j of a marketplace', (word) => {
  test('is no state of a subscription', () => {
    const one = { saasSubscriptionStatus: word as string };
    expect([statusOf(one), isPending(one)]).toEqual([undefined, false]);
  });

  test('is no state of a buyer’s request', async () => {
    const operation = { action: 'Reinstate', status: word as 'Failed' };
    const { readRequest } = createRequestPort({
      subscriptions: { findOperation: async () => operation } as never,
      changes: {} as never,
    });
    expect(await readRequest(`${guid}/${guid}`)).toBeUndefined();
  });

  test('is no special state of a private offer', () => {
    const shown = showOffer({ id: 'private-offer/1', state: 'live', subState: word as string }, now);
    expect(shown.status).toBe('PENDING_ACCEPTANCE');
    expect(showOffer({ id: 'private-offer/1', state: word as string }, now).status).toBe('CANCELLED');
  });

  test('is no state of an order, and no code with words of its own', () => {
    if (typeof word !== 'string') return;
    expect(() =>
      showEntitlement({ name: 'providers/p/entitlements/e', state: `ENTITLEMENT_${word}` }),
    ).toThrow('UNKNOWN_STATE');
    const body = { error: { code: 400, status: word, message: 'no' } };
    const { readable } = toCallError({ status: 400, retryAfter: null, body }, 'reads');
    expect(typeof readable).toBe('string');
  });
});
