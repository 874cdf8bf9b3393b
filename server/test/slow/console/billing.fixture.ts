import type { ConsoleWorld } from '../../console-world.ts';

/** Creates records for the pages of the group Bill. Returns the pages with their headings. */
export async function billingPages(
  world: ConsoleWorld,
  entitlementId: string,
): Promise<readonly (readonly [address: string, heading: string])[]> {
  const { buyerID } = await world.call('GET', `entitlement/${entitlementId}`);
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
  const [invoice] = await world.call('GET', `invoice?entitlementId=${entitlementId}`);
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
    ['/revenue', 'Revenue'],
    ['/revenue/report', 'Revenue report'],
    ['/revenue/records', 'Revenue records'],
    ['/revenue/lines', 'Revenue feed'],
    ['/ai', 'AI usage'],
  ];
}
