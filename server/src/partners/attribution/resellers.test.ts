import { expect, test } from 'vitest';
import { resellerAccountsOf } from './resellers.ts';

test.each([
  ['nobody', {}, {}, []],
  ['the reseller that made it', { mkAChannelPartner: { id: '1' } }, {}, ['1']],
  ['whom it is authorized for', {}, { resellerIds: ['1', '2'] }, ['1', '2']],
  ['each once', { mkAChannelPartner: { id: '1' } }, { resellerIds: ['1'] }, ['1']],
  [
    'partners of an offer that several share',
    { mkBPrivateOffer: { partners: [{ id: 'a' }, {}] } },
    {},
    ['a'],
  ],
  [
    'the reseller of a plan',
    { mkCResellerPrivateOfferPlan: { resellerInfo: { billingAccountId: 'c' } } },
    {},
    ['c'],
  ],
  ['the reseller of an offer', { mkCPrivateOffer: { resellerInfo: { billingAccountId: 'c' } } }, {}, ['c']],
  ['nobody without a name', { mkAChannelPartner: { id: '' }, mkBPrivateOffer: {} }, {}, []],
])('%s resells it', (_, info, metaInfo, accounts) => {
  expect(resellerAccountsOf(info, metaInfo)).toEqual(accounts);
});
