import { allNotificationScopes } from '../../../src/notifications/index.ts';
import type { World } from './world.ts';

/** Creates contacts of buyers and offers. */
export async function meet({ by, tried }: World): Promise<void> {
  const [{ id: offerId }] = await by.get('offer');
  const [buyer] = await by.get('buyer');
  const contacts = await by.post('contact/batch', [
    { email: 'ann@example.com' },
    { email: 'bob@example.com', firstName: 'Bob' },
  ]);
  for (const { id } of contacts) {
    await by.post(`contact/${id}/offer/${offerId}`);
    await by.post(`contact/${id}/buyer/${buyer.id}`);
    await by.patch(`contact/${id}`, { lastName: 'Lee', phone: '+1 555 0100' });
  }
  await tried('POST', `offer/${offerId}/notifyContacts`, []);
}

/** Creates tickets in each state, of each type and priority, with comments. */
export async function askForHelp({ by, tried }: World): Promise<void> {
  const states = ['OPEN', 'IN PROGRESS', 'IN REVIEW', 'BLOCKED', 'CLOSED', 'ARCHIVED', 'DELETED'];
  const priorities = ['LOW', 'NORMAL', 'HIGH', 'URGENT'];
  const types = ['Task', 'Bug', 'Feature Request'];
  for (const [index, status] of states.entries()) {
    const priority = priorities[index % priorities.length];
    const ticket = await by.post('support/ticket', {
      name: status,
      priority,
      taskType: types[index % types.length],
    });
    await by.post(`support/ticket/${ticket.id}/comment`, { comment_text: 'More' });
    await by.patch(`support/ticket/${ticket.id}`, { priority, watchers: [] });
    if (status === 'CLOSED') await tried('PATCH', `support/ticket/${ticket.id}/close`);
  }
}

/**
 * Triggers events of each scope, including records without a published code; lists return published codes.
 */
export async function beNotified({ app, by, tried }: World): Promise<void> {
  for (const scope of allNotificationScopes) if (scope) await by.post('sandbox/event', { scope });
  const { id: webhookId } = await by.post('webhook', { url: 'https://receiver.example/hooks' });
  await tried('POST', `webhook/${webhookId}/replay`, { from: '2031-01-01' });
  const partner = await by.post('channelPartner', { name: 'Reseller' });
  await tried('POST', 'channelPartnerTier', { name: 'Gold', rank: 1, share: 1 });
  const product = await by.post('product', { name: 'Registered' });
  const deals = [];
  for (const name of ['Wins', 'Loses', 'Withdraws', 'Waits'])
    deals.push(
      await by.post('dealRegistration', {
        channelPartnerId: partner.id,
        customer: { name, crmAAccountId: name },
        productIds: [product.id],
      }),
    );
  for (const [index, verb] of [
    'submit',
    'approve',
    'reject',
    'requestAction',
    'win',
    'lose',
    'withdraw',
  ].entries())
    await tried('POST', `dealRegistration/${deals[index % deals.length].id}/${verb}`, { message: 'Because' });
  await tried('POST', 'role', { name: 'SALES', permissions: ['offers:read'] });
  for (const type of ['BEARER_TOKEN', 'API_KEY']) await by.post('apiClient', { role: 'VIEWER', type });
  await tried('POST', 'knowledge/article', { title: 'Quotas', body: 'What a quota is' });
  await by.patch('notificationConfigInfo', {
    enableEmailNotification: true,
    emailNotificationScopes: ['CREATE.OFFER'],
  });
  await by.patch('usageMeteringConfigInfo', { maxUsageRecordGroupAgeHours: 24 });
  await by.patch('clientSignupPageConfigInfo', { companyName: 'Acme' });
  await app.dispatchEvents();
  await app.sendMails();
}

/** Creates offer sets that are filled, published, accepted and cancelled. */
export async function bundle({ app, by, tried }: World): Promise<void> {
  for (const verb of ['publish', 'cancel', undefined]) {
    const { id } = await by.post('offerSet', { name: `Set ${verb}` });
    const offer = await by.post('draftOffer', {
      name: `In a set ${verb}`,
      partner: 'MKA',
      info: { currency: 'USD', commits: [{ key: 'fee', rate: 10, length: 1, timeUnit: 'YEAR' }] },
    });
    await tried('POST', `offerSet/${id}/offer/${offer.id}`);
    if (verb) await tried('POST', `offerSet/${id}/publish`);
    await app.drainJobs();
    if (verb === 'cancel') await tried('POST', `offerSet/${id}/cancel`);
    if (verb === 'publish') await tried('POST', `sandbox/offerSet/${id}/accept`);
  }
}
