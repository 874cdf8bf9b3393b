import type { OfferFormStep } from '@tradepost/sdk';
import { expect, test } from 'vitest';
import { judgedOf, sentOf, startOf } from '../src/pages/offers/draft.ts';
import { stepsOf } from '../src/ui/form/fields.ts';
import { applyPatch, type Json, patchOf, withValue } from '../src/ui/form/pointers.ts';

const before: Json = {
  id: 'ofr_1',
  status: 'DRAFT',
  name: 'Before',
  partner: 'MKA',
  productID: 'prd_1',
  buyerID: 'buy_1',
  expireTime: '2031-01-01T00:00:00.000Z',
  info: {
    currency: 'EUR',
    refundCancellationPolicy: 'None.',
    buyerMkAAccountIds: ['111122223333', '444455556666'],
    commits: [{ key: 'seats', description: 'People', rate: 7, quantity: 3, length: 2, timeUnit: 'YEAR' }],
  },
};
const described: OfferFormStep[] = [
  { name: 'offer', fields: [{ pointer: '/name' }, { pointer: '/productID' }, { pointer: '/buyerID' }] },
  {
    name: 'price',
    fields: [
      { pointer: '/info/commits', kind: 'list' },
      { pointer: '/info/commits/*/rate', kind: 'money' },
    ],
  },
];
const steps = stepsOf(described);

test('an unchanged draft is sent unchanged, and validated by its id only', () => {
  const sent = sentOf(startOf(before, {}), before, new Set(), steps);
  expect(sent).toEqual(before);
  expect(patchOf(before, sent)).toEqual({});
  expect(judgedOf(sent, before)).toEqual({ id: 'ofr_1' });
});

test('an emptied field is unset, and a field outside the form stays', () => {
  const changes: [string, unknown][] = [
    ['/productID', undefined],
    ['/name', 'After'],
    ['/info/commits/0/rate', undefined],
    ['/info/currency', undefined],
  ];
  const record = changes.reduce((one, [at, value]) => withValue(one, at, value), before);
  const patch = patchOf(before, record);
  expect(patch).toEqual({
    productID: null,
    name: 'After',
    info: {
      currency: null,
      commits: [{ key: 'seats', description: 'People', quantity: 3, length: 2, timeUnit: 'YEAR' }],
    },
  });
  expect(applyPatch(before, patch)).toEqual(record);
  expect(record).toMatchObject({ buyerID: 'buy_1', info: { refundCancellationPolicy: 'None.' } });
});

test('values of fields that have left the form are not sent, and return with their fields', () => {
  const typed = new Set(['/name', '/info/mkBPrivateOffer/start', '/info/buyerMkBTenants/0/id']);
  const record = [...typed].reduce(
    (one, at) => withValue(one, at, 'typed'),
    withValue(before, '/info/buyerMkBTenants', [{}]),
  );
  expect(sentOf(record, before, typed, steps)).toEqual({ ...before, name: 'typed' });
  const withAll = stepsOf([
    ...described,
    {
      name: 'time',
      fields: [
        { pointer: '/info/mkBPrivateOffer/start' },
        { pointer: '/info/buyerMkBTenants', kind: 'list' },
      ],
    },
  ]);
  expect(sentOf(record, before, typed, withAll)).toEqual(record);
});

test('a draft is validated by its differences, and as a whole when a field was unset', () => {
  const named = withValue(before, '/name', 'After');
  expect(judgedOf(named, before)).toEqual({ id: 'ofr_1', name: 'After' });
  const { id: _, buyerID: __, ...rest } = named;
  expect(judgedOf(withValue(named, '/buyerID', undefined), before)).toEqual(rest);
  expect(judgedOf(named, undefined)).not.toHaveProperty('id');
});

test('the address contains the sales channel of a new offer: an empty value is a direct sale', () => {
  expect(startOf(undefined, {})).toMatchObject({ partner: 'MKA' });
  expect(startOf(undefined, { partner: 'MKC', productId: 'prd_2' })).toMatchObject({
    partner: 'MKC',
    productID: 'prd_2',
  });
  expect(startOf(undefined, { partner: '' })).not.toHaveProperty('partner');
});

test('an outdated address does not change an existing offer', () => {
  expect(startOf(before, { partner: 'MKC', offerType: 'CPPO', productId: 'prd_1' })).toEqual(before);
});
