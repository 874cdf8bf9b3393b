import { metered } from './sales.ts';
import type { World } from './world.ts';

const monthly = { ...metered, autoRenew: true };

const ways = [
  ['card', 'SUCCEED'],
  ['card', 'DECLINE'],
  ['ach_debit', 'HANG'],
  ['sepa_debit', 'DISPUTE'],
  ['bacs_debit', 'SUCCEED'],
] as const;

/** Creates buyers with each payment method, and wallets in each state. */
export async function pay({ by, tried, day, advance }: World): Promise<void> {
  for (const [index, [type, outcome]] of ways.entries()) {
    const { id: buyerId } = await by.post('buyer', {
      name: `Pays ${index}`,
      email: `ap${index}@example.com`,
    });
    await by.post(`sandbox/buyer/${buyerId}/paymentMethod`, { type, outcome });
    const billingCycle = index % 2 ? 'ENTITLEMENT_START_DATE' : 'MONTH_FIRST_DAY';
    const { id: offerId } = await by.post('offer', {
      name: `Paid ${index}`,
      info: { ...monthly, billingCycle },
    });
    await by.post('entitlement', { offerId, buyerId, startDate: await day(0), endDate: await day(300) });
  }
  const { id } = await by.post('buyer', { name: 'Has credit' });
  for (const body of [{}, { totalAmount: 5 }, { totalAmount: 7, expireTime: `${await day(3)}T00:00:00Z` }]) {
    const wallet = await by.post(`buyer/${id}/wallet`, body);
    if (body.totalAmount === 5) await tried('PATCH', `buyer/${id}/wallet/${wallet.id}/close`);
  }
  const gone = await by.post(`buyer/${id}/wallet`, { totalAmount: 1 });
  await tried('DELETE', `buyer/${id}/wallet/${gone.id}`);
  await advance('P4D');
}

/** Calls all operations on invoices and payments. */
export async function settle({ app, by, tried }: World): Promise<void> {
  const invoices: { id: string; status: string; paymentStatus: string }[] = await by.get('invoice');
  const drafts = invoices.filter(({ status }) => status === 'DRAFT');
  for (const [index, { id }] of drafts.slice(0, 6).entries()) {
    await tried('PATCH', `invoice/${id}/info`, { memo: 'Thank you' });
    await tried('PATCH', `invoice/${id}/${index % 2 ? 'void' : 'issue'}`, index % 2 ? undefined : []);
  }
  const issued = invoices.filter(({ status }) => status === 'FINALIZED');
  for (const [index, { id }] of issued.slice(0, 12).entries()) {
    if (index % 3 === 0) await tried('PATCH', `invoice/${id}/pay`);
    if (index % 3 === 1) await tried('POST', `invoice/${id}/payment`, { amount: 1 });
    if (index % 3 === 2) await tried('PATCH', `invoice/${id}/void`);
  }
  const payments: { id: string; buyerID: string; status: string; type: string }[] =
    await by.get('paymentTransaction');
  for (const { id, buyerID } of payments
    .filter(({ status, type }) => status === 'SUCCESS' && type === 'CHARGE')
    .slice(0, 4))
    await tried('POST', `buyer/${buyerID}/paymentTransaction/${id}/refund?amount=1`);
  for (const { id } of payments.filter(({ status }) => status === 'PROCESSING').slice(0, 3))
    await tried('POST', `sandbox/paymentTransaction/${id}/settle`, { outcome: 'DECLINE' });
  await app.drainJobs();
}
