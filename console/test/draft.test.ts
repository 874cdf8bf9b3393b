import type { WorkloadOffer } from '@tradepost/sdk';
import { expect, test } from 'vitest';
import { draftOf, offerFrom } from '../src/pages/offers/draft.ts';

const before: WorkloadOffer = {
  id: 'ofr_1',
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

test('a draft that is not changed is sent as it was', () => {
  expect(offerFrom(draftOf(before), before)).toEqual(before);
});

test('what was emptied in the form is absent, and what the form does not show stays', () => {
  const [commit] = draftOf(before).commits;
  const emptied = {
    ...draftOf(before),
    productId: '',
    buyerId: ' ',
    buyerAccount: '',
    expireTime: '',
    commits: [{ ...(commit as NonNullable<typeof commit>), rate: '' }],
  };
  expect(offerFrom(emptied, before)).toEqual({
    id: 'ofr_1',
    name: 'Before',
    partner: 'MKA',
    info: {
      currency: 'EUR',
      refundCancellationPolicy: 'None.',
      buyerMkAAccountIds: ['444455556666'],
      commits: [{ key: 'seats', description: 'People', quantity: 3, length: 2, timeUnit: 'YEAR' }],
    },
  });
});
