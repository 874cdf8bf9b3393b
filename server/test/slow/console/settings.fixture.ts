import type { ConsoleWorld } from '../../console-world.ts';

type Route = readonly [address: string, heading: string];

/** The pages that need no record, with their headings. */
const lists: readonly Route[] = Object.entries({
  '/clients': 'API clients',
  '/settings': 'Settings',
  '/settings?tab=sign-in': 'Settings',
  '/settings?tab=offers': 'Settings',
  '/settings?tab=ai': 'Settings',
  '/settings?tab=co-sell': 'Settings',
  '/settings?tab=quotas': 'Settings',
  '/integrations': 'Integrations',
  '/integrations/MKA/MARKETPLACE': 'Marketplace A',
  '/integrations/MKA/MARKETPLACE?tab=setup': 'Marketplace A',
  '/webhooks': 'Webhooks',
  '/notifications': 'Notifications',
  '/notifications/scopes/ACCEPT.OFFER': 'Offer accepted',
  '/notifications/events': 'Event log',
  '/notifications/messages': 'Sent messages',
  '/audit': 'Audit',
  '/audit?entity=OFFER&from=2020-01-01': 'Audit',
  '/operations': 'Operations',
  '/files': 'Files',
  '/channel-partners': 'Channel partners',
  '/tiers': 'Tiers',
  '/deals': 'Deals',
  '/support': 'Support tickets',
  '/knowledge': 'Knowledge',
  '/knowledge?q=offer': 'Knowledge',
  '/knowledge/articles': 'Articles',
});
/** Creates a record of each noun of the groups Settings and Grow, and returns their pages with their headings. */
export async function settingsAndGrowthPages(world: ConsoleWorld): Promise<readonly Route[]> {
  const records: Route[] = [];
  const info = { mkAIntegration: { iamRoleArn: 'arn:cloud:iam::123456789012:role/tradepost' } };
  await world.call('POST', 'integration', { partner: 'MKA', info });
  await world.call('POST', 'integration/MKA/MARKETPLACE/verify');
  const made = async (list: string, path: string, body: object, heading: string) => {
    const { id } = await world.call('POST', path, body);
    records.push([`/${list}/${id}`, heading]);
    return id as string;
  };
  const hook = { url: 'https://hooks.example.com/x', description: 'Hooks' };
  const webhookId = await made('webhooks', 'webhook', hook, 'Hooks');
  const { id } = await world.call('POST', `webhook/${webhookId}/test`);
  records.push([`/webhooks/${webhookId}/deliveries/${id}`, 'Webhook endpoint tested']);
  const tier = { name: 'Gold', rank: 1, share: 20, protectionDays: 90 };
  const tierId = await made('tiers', 'channelPartnerTier', tier, 'Gold');
  const partner = { name: 'Harbor', type: 'RESELLER', status: 'ACTIVE', tierId };
  const channelPartnerId = await made('channel-partners', 'channelPartner', partner, 'Harbor');
  records.push([`/channel-partners/${channelPartnerId}?tab=deals`, 'Harbor']);
  records.push([`/channel-partners/${channelPartnerId}?tab=report`, 'Harbor']);
  const agreement = { name: 'Europe', share: 15, startDate: '2026-01-01' };
  const agreements = `channel-partners/${channelPartnerId}/agreements`;
  await made(agreements, `channelPartner/${channelPartnerId}/agreement`, agreement, 'Europe');
  await made('deals', 'dealRegistration', { channelPartnerId, name: 'Rollout' }, 'Rollout');
  await made('support', 'support/ticket', { name: 'It is slow' }, 'It is slow');
  const article = { title: 'Renewals', body: '# Rules\n\n- *One*\n\n| A | B |\n| --- | --- |\n| 1 | 2 |' };
  await made('knowledge/articles', 'knowledge/article', article, 'Renewals');
  await made('clients', 'apiClient', { name: 'Warehouse', role: 'VIEWER' }, 'Warehouse');
  const { data } = await world.call('GET', 'auditingEvent/query?page_size=1');
  records.push([`/audit/${data[0].id}`, '']);
  const [operation] = await world.call('GET', 'operation');
  records.push([`/operations/${operation.id}`, '']);
  return [...lists, ...records];
}
