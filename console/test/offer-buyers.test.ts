import { expect, test } from 'vitest';
import { accountsOf, buyersOf } from '../src/pages/offers/offer-buyers.ts';

test.each([
  [
    { buyerMkAAccountIds: ['111122223333', '444455556666'] },
    ['Account 111122223333', 'Account 444455556666'],
  ],
  [
    { buyerMkBTenants: [{ id: 't-1' }, { id: 't-2', description: 'Northwind' }, {}] },
    ['Tenant t-1', 'Northwind'],
  ],
  [{ mkBPrivateOffer: { beneficiaries: [{ id: 'b-1' }] } }, ['Billing account b-1']],
  [{ mkCCustomerInfo: { organization: 'Northwind', email: 'ann@example.com' } }, ['Northwind']],
  [{ mkCCustomerInfo: { organization: '', email: 'ann@example.com' } }, ['ann@example.com']],
  [{ mkFOffer: { target_consumer: 'ORG.ACCOUNT' } }, ['Account ORG.ACCOUNT']],
  [{ currency: 'USD', mkCCustomerInfo: {} }, []],
  [undefined, []],
])('the offer fields %j name %j', (info, names) => {
  expect(accountsOf(info)).toEqual(names);
  expect(buyersOf(info ? { info } : {})).toEqual({ ids: [], names });
});

test('buyers of the organization come before accounts, and the buyer of the offer before other buyers', () => {
  const info = { buyerMkAAccountIds: ['111122223333'] };
  expect(buyersOf({ info, metaInfo: { buyerIds: ['buy_1', 'buy_2'] } })).toEqual({
    ids: ['buy_1', 'buy_2'],
    names: [],
  });
  expect(buyersOf({ info, buyerID: 'buy_3', metaInfo: { buyerIds: ['buy_1'] } })).toEqual({
    ids: ['buy_3'],
    names: [],
  });
  expect(buyersOf({ info, metaInfo: { buyerIds: [] } }).names).toEqual(['Account 111122223333']);
});
