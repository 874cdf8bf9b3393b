import { expect, test } from 'vitest';
import type { UpdateDealRegistrationParams } from './records.ts';
import {
  type DealFields,
  dealFieldsOf,
  isAnother,
  keysOf,
  noDealFields,
  protectionEnd,
  requireComplete,
} from './rules.ts';

const said: DealFields = {
  ...noDealFields,
  customer_name: 'Fjord',
  customer_domain: 'fjord.com',
  customer_partner: 'MKA',
  customer_account_id: '1',
  crm_a_account_id: 'c',
  product_ids: ['a', 'b'],
  amount: '10.00',
  currency: 'USD',
};

test.each<[string, UpdateDealRegistrationParams, Partial<DealFields>]>([
  ['nothing', {}, {}],
  ['a field of the customer', { customer: { domain: 'www.other.org' } }, { customer_domain: 'other.org' }],
  ['null for a field of the customer', { customer: { domain: null } }, { customer_domain: null }],
  [
    'null for the account',
    { customer: { account: null } },
    { customer_partner: null, customer_account_id: null },
  ],
  [
    'null for the customer',
    { customer: null },
    {
      customer_name: null,
      customer_domain: null,
      customer_partner: null,
      customer_account_id: null,
      crm_a_account_id: null,
    },
  ],
  ['an empty text', { notes: '', name: '' }, {}],
  ['products', { productIds: ['c', 'c'] }, { product_ids: ['c'] }],
  ['null for the products', { productIds: null }, { product_ids: [] }],
  ['an amount', { amount: 0.1 + 0.2 }, { amount: '0.30000000000000004' }],
  ['null for the amount', { amount: null, currency: null }, { amount: null, currency: null }],
])('a change of a deal by %s', (_, given, change) => {
  expect(dealFieldsOf(given, said)).toEqual({ ...said, ...change });
});

test.each<[string, Partial<DealFields>, string[]]>([
  ['a domain, an account and a CRM account', {}, ['DOMAIN:fjord.com', 'ACCOUNT:MKA:1', 'CRM_A:c']],
  ['no identifier', { customer_domain: null, customer_partner: null, crm_a_account_id: null }, []],
  ['half an account', { customer_domain: null, customer_account_id: null, crm_a_account_id: null }, []],
])('the keys of a customer with %s', (_, change, keys) => {
  const deal = { ...said, ...change };
  expect(keysOf(deal)).toEqual(keys);
  if (keys.length > 0) requireComplete(deal);
  else expect(() => requireComplete(deal)).toThrow('/customer');
});

test.each<[Partial<DealFields>, boolean]>([
  [{ notes: 'x', amount: '5', name: 'y', expected_close_date: '2027-01-01' }, false],
  [{ product_ids: ['b', 'a'] }, false],
  [{ product_ids: ['a'] }, true],
  [{ customer_domain: 'other.org' }, true],
  [{ customer_name: 'Other' }, true],
  [{ customer_country: 'DE' }, true],
  [{ customer_account_id: '2' }, true],
])('a change of %j counts as a different deal: %s', (change, another) => {
  expect(isAnother(said, { ...said, ...change })).toBe(another);
});

test('a protection of 90 days ends exactly 90 × 24 hours later', () => {
  expect(protectionEnd(new Date('2027-03-01T12:00:00.000Z'), 90).toISOString()).toBe(
    '2027-05-30T12:00:00.000Z',
  );
});
