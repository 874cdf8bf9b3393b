import { expect, vi } from 'vitest';
import type { ConsoleWorld } from '../../console-world.ts';

/** Creates a direct sale with an invoice. */
async function billedSale(world: ConsoleWorld) {
  const commits = [{ key: 'fee', rate: 300, length: 1, timeUnit: 'MONTH' }];
  const { id } = await world.call('POST', 'offer', { name: 'Billed', info: { currency: 'USD', commits } });
  await world.call('POST', `sandbox/offer/${id}/accept`);
  const [entitlement] = await world.call('GET', `entitlement?offerId=${id}`);
  const invoice = await vi.waitFor(
    async () => {
      const [first] = await world.call('GET', `invoice?entitlementId=${entitlement.id}&status=FINALIZED`);
      expect(first).toBeDefined();
      return first;
    },
    { timeout: 30_000, interval: 100 },
  );
  return { entitlementId: entitlement.id, buyerID: entitlement.buyerID, invoice };
}

/** Creates records for the pages of the group Bill. Returns the pages with their headings. */
export async function billingPages(
  world: ConsoleWorld,
): Promise<readonly (readonly [address: string, heading: string])[]> {
  const { entitlementId, buyerID, invoice } = await billedSale(world);
  const wallet = await world.call('POST', `buyer/${buyerID}/wallet`, { totalAmount: 100, name: 'Welcome' });
  const metric = await world.call('POST', 'billableMetric', {
    name: 'Users',
    aggregationType: 'COUNT',
    info: { filterGroups: [{ filters: [{ name: 'plan', operation: 'IS', value: 'pro' }] }] },
  });
  const addon = await world.call('POST', 'addon', { name: 'Training', amount: 50 });
  const [invalid] = await world.call('POST', 'batchCreateUsageRecordGroups', [
    { entitlementID: entitlementId, records: { unknown: 4 } },
  ]);
  const [batch] = await world.call('GET', 'usageBatch');
  return [
    ['/usage', 'Usage'],
    [`/usage/groups/${invalid.id}`, '4 unknown'],
    ['/usage/upload', 'Upload usage'],
    ['/usage/reports', 'Usage reports'],
    ['/usage/days', 'Daily usage'],
    ['/usage/billed?partner=MKB', 'Billed usage'],
    ['/usage/calls', 'Usage calls'],
    [`/usage/calls/${batch.id}`, 'API call with 1 record group'],
    ['/usage/metrics', 'Billable metrics'],
    [`/usage/metrics/${metric.id}`, 'Users'],
    ['/usage/settings', 'Usage settings'],
    [`/entitlements/${entitlementId}/ledger`, 'Usage ledger'],
    ['/invoices', 'Invoices'],
    [`/invoices/${invoice.id}`, 'Invoice 1'],
    [`/invoices/${invoice.id}?tab=parties`, 'Invoice 1'],
    [`/invoices/${invoice.id}?tab=mail`, 'Invoice 1'],
    ['/invoices/payments', 'Payments'],
    ['/invoices/addons', 'Addon templates'],
    [`/invoices/addons/${addon.id}`, 'Training'],
    ['/invoices/issuer', 'Invoice issuer'],
    [`/buyers/${buyerID}/wallets/${wallet.id}`, 'Welcome'],
    ['/revenue', 'Revenue of marketplaces'],
    ['/revenue/report', 'Revenue report'],
    ['/revenue/records', 'Revenue records'],
    ['/revenue/lines', 'Revenue feed'],
    ['/ai', 'AI usage'],
  ];
}
