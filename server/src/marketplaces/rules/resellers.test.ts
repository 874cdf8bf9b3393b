import { expect, test } from 'vitest';
import { resellerAccountsOf } from './sales.ts';

test.each([
  ['no account', {}, {}, []],
  ['the account of the reseller that made the offer', { mkAChannelPartner: { id: '1' } }, {}, ['1']],
  ['the authorized resellers', {}, { resellerIds: ['1', '2'] }, ['1', '2']],
  ['an account that is named twice, once', { mkAChannelPartner: { id: '1' } }, { resellerIds: ['1'] }, ['1']],
  ['the partners of a multiparty offer', { mkBPrivateOffer: { partners: [{ id: 'a' }, {}] } }, {}, ['a']],
  [
    'the reseller of a private offer plan',
    { mkCResellerPrivateOfferPlan: { resellerInfo: { billingAccountId: 'c' } } },
    {},
    ['c'],
  ],
  ['the reseller of an offer', { mkCPrivateOffer: { resellerInfo: { billingAccountId: 'c' } } }, {}, ['c']],
  ['no account without an id', { mkAChannelPartner: { id: '' }, mkBPrivateOffer: {} }, {}, []],
])('resellers of a record: %s', (_, info, metaInfo, accounts) => {
  expect(resellerAccountsOf(info, metaInfo)).toEqual(accounts);
});
