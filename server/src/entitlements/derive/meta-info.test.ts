import { expect, test } from 'vitest';
import { WorkloadMetaInfo } from '../../products/records/index.ts';
import { deriveEntitlement } from './index.ts';
import { accepted, anOffer, ordered } from './input.fixture.ts';
import { fieldsFromOffer } from './meta-info.ts';

const everyField = Object.keys(WorkloadMetaInfo.shape);

test('R40 the table decides for each field of metaInfo whether the entitlement takes it from the offer', () => {
  expect(Object.keys(fieldsFromOffer).sort()).toEqual([...everyField].sort());
});

test('R40 R30 the entitlement copies links, people and the seller’s data, and no data about the creation of the offer', () => {
  const metaInfo = Object.fromEntries(everyField.map((field) => [field, `value of ${field}`]));
  const derived = deriveEntitlement(accepted(anOffer({}, { partner: 'MKC', metaInfo })));
  expect(Object.keys(derived.metaInfo).sort()).toEqual([
    'billASubscriptionID',
    'billBAppliedCreditLedgerEntries',
    'buyerIds',
    'contacts',
    'createdByEmail',
    'createdBySource',
    'crmAAccountId',
    'crmAEntitlementURL',
    'crmAOpportunityId',
    'crmAQuoteId',
    'crmBDealId',
    'crmCOpportunityId',
    'customMetaInfo',
    'discount',
    'enableTestUsageMetering',
    'internalNote',
    'isGrossRevenueFullSync',
    'mkCBillingAccountID',
    'testUsageMeteringEndTime',
  ]);
  expect(derived.metaInfo).toMatchObject({ discount: null, contacts: 'value of contacts' });
});

test.each([
  { partner: 'MKA', account: {} },
  { partner: 'MKB', account: { mkBBillingAccountID: 'account-1' } },
  { partner: 'MKC', account: { mkCBillingAccountID: 'account-1' } },
  { partner: 'MKD', account: {} },
  { partner: undefined, account: {} },
])('R43 the billing account on $partner is set only if the marketplace has one', ({ partner, account }) => {
  const metaInfo = { mkBBillingAccountID: 'older', mkCBillingAccountID: 'older' };
  const input = accepted(anOffer({}, { partner, metaInfo }), { billingAccountId: 'account-1' });
  expect(deriveEntitlement(input).metaInfo).toEqual({ ...account, discount: null });
});

test('R43 an order without an offer has the billing account too', () => {
  const { metaInfo } = deriveEntitlement(ordered({ billingAccountId: 'account-1' }, 'MKB'));
  expect(metaInfo).toEqual({ mkBBillingAccountID: 'account-1', discount: null });
});
