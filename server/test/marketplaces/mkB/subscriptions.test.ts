import { expect, test } from 'vitest';
import { createSubscriptions } from '../../../src/marketplaces/mkB/fulfilment/subscriptions.ts';

const id = '0A1B2C3D-0000-4000-8000-00000000ABCD';
const returning = (body: unknown) =>
  createSubscriptions({ call: async () => ({ status: 200, headers: new Headers(), body }) });

test('subscriptions have ids in lower case, and no quantity where the marketplace shows null', async () => {
  const shown = { id, quantity: null, planId: 'flat' };
  const expected = { id: id.toLowerCase(), planId: 'flat' };
  expect(await returning(shown).find(id)).toEqual(expected);
  expect(await returning({ subscriptions: [shown] }).page(undefined)).toEqual({
    subscriptions: [expected],
    next: undefined,
  });
  expect(await returning({ subscriptions: null }).page(undefined)).toMatchObject({ subscriptions: [] });
});
