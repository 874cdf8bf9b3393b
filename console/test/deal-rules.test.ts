import { expect, test } from 'vitest';
import { reasonAgainstSubmission } from '../src/pages/channel-partners/deal-rules.ts';

test('a deal is submitted with a product and a customer that has a domain or an account', () => {
  const productIds = ['prd_1'];
  expect(reasonAgainstSubmission({ customer: { domain: 'a.example' } })).toContain('product');
  expect(reasonAgainstSubmission({ productIds: [], customer: {} })).toContain('product');
  expect(reasonAgainstSubmission({ productIds })).toContain('domain');
  expect(reasonAgainstSubmission({ productIds, customer: { name: 'Fjord' } })).toContain('domain');
  for (const customer of [
    { domain: 'a.example' },
    { account: { partner: 'MKA' as const, accountId: '1' } },
    { crmAAccountId: '2' },
  ])
    expect(reasonAgainstSubmission({ productIds, customer })).toBeUndefined();
});
