import { Decimal } from 'decimal.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestApp, TestOrganization } from '../harness.ts';
import { createPeople } from '../people.ts';
import { type Portal, portalOf } from '../portal.fixture.ts';
import { type Revenue, revenueOf } from '../revenue.fixture.ts';
import { sharedTestApp } from '../shared-app.ts';

let app: TestApp;
let org: TestOrganization;
let by: Portal;
let revenue: Revenue;
beforeAll(async () => {
  app = await sharedTestApp();
  org = await app.organization();
  by = portalOf(app, org);
  revenue = revenueOf(app, org);
});
afterAll(() => app.stop());

type Sales = { kind: string; currency: string; count: number } & Record<string, number>;
const days = 'startDate=2020-01-01&endDate=2035-12-31';

type PartnerCall = (method: string, path: string, body?: unknown) => ReturnType<Portal['get']>;

/** Invites a member of the channel partner and accepts the invitation. Returns the member’s portal calls. */
async function invited(channelPartnerId: string): Promise<PartnerCall> {
  const people = createPeople(app);
  const account = await people.account();
  await by.post('user', { email: account.email, channelPartnerId });
  await app.sendMails();
  const mail = (await app.mails()).find(({ subject }) => subject === 'Invitation to Acme');
  const { access: token } = await people.signedIn(account.email);
  const taken = await app.request('POST', '/user/acceptInvitation', {
    token,
    body: { token: /token=(\S+)/.exec(mail?.text ?? '')?.[1] },
  });
  expect(taken.status, taken.text).toBe(200);
  return async (method: string, path: string, body?: unknown) => {
    const reply = await app.request(method, `/org/${org.id}/partnerPortal/${path}`, {
      token,
      ...(body === undefined ? {} : { body }),
    });
    expect(reply.status, reply.text).toBe(200);
    return reply.body;
  };
}

/** Registers a deal that a rival registered first; the seller rejects the rival's registration. */
async function registered(theirs: PartnerCall, productId: string): Promise<string> {
  const rival = await by.partner({ name: 'Rival' });
  const customer = { name: 'Fjord Foods', account: { partner: 'MKA', accountId: '123456789012' } };
  const other = await by.deal({ channelPartnerId: rival.id, productIds: [productId], customer } as object);
  await by.step(other.id, 'submit');
  const deal = await theirs('POST', 'dealRegistration', {
    customer,
    productIds: [productId],
    amount: 48_000,
    currency: 'USD',
  });
  expect((await theirs('POST', `dealRegistration/${deal.id}/submit`)).hasConflict).toBe(true);
  const { conflicts } = await by.get(`dealRegistration/${deal.id}/conflict`);
  expect(conflicts).toMatchObject([{ kind: 'DEAL_REGISTRATION', id: other.id }]);
  await by.step(other.id, 'reject', { message: 'Nord was asked by the customer.' });
  await by.step(deal.id, 'approve');
  expect(await theirs('GET', `dealRegistration/${deal.id}`)).toMatchObject({ status: 'APPROVED' });
  return deal.id;
}

/** Sells the registered deal, and an offer that the channel partner resells. */
async function soldBy(theirs: PartnerCall, channelPartnerId: string, productId: string, dealId: string) {
  const info = {
    currency: 'USD',
    commits: [{ key: 'plan', rate: 1000.1 }],
    buyerMkAAccountIds: ['123456789012'],
  };
  const sold = await by.accepted({ partner: 'MKA', productID: productId, info });
  await by.settle();
  expect(await theirs('GET', `dealRegistration/${dealId}`)).toMatchObject({ status: 'WON' });
  const out = await by.post('offer', {
    partner: 'MKA',
    name: 'For Nord to resell',
    offerType: 'CPPO_OUT',
    info: { currency: 'USD', commits: [{ key: 'plan', rate: 200 }] },
    metaInfo: { resellerIds: ['210987654321'] },
  });
  await by.settle();
  await by.post(`sandbox/offer/${out.id}/resell`, { markupPercentage: 10 });
  await by.settle();
  const { cppoOfferId } = (await by.get(`offer/${out.id}`)).metaInfo;
  await by.post(`sandbox/offer/${cppoOfferId}/accept`, { buyerName: 'Other' });
  await by.settle();
  expect(await by.get(`entitlement/${sold.id}/attribution`)).toMatchObject([
    { channelPartnerId, kind: 'SOURCED', share: 12.5, basis: 'DEAL_REGISTRATION' },
  ]);
  const kinds = (await theirs('GET', 'offer')).map(({ kind }: { kind: string }) => kind);
  expect(kinds.toSorted()).toEqual(['RESOLD', 'RESOLD', 'SOURCED']);
}

/** Creates two manually attributed sales: one is paid monthly, the other in a different currency. */
async function soldWith(channelPartnerId: string) {
  for (const [marketplace, kind, currency] of [
    ['MKC', 'INFLUENCED', 'USD'],
    ['MKA', 'SOURCED', 'EUR'],
  ] as const) {
    const offer = await by.post('offer', {
      partner: marketplace,
      name: `${kind} in ${currency}`,
      info: {
        currency,
        commits: [{ key: 'base', rate: 33.33 }],
        // Marketplace A prices usage in USD only.
        ...(marketplace === 'MKC'
          ? { mkCDuration: 12, dimensions: [{ key: 'gpu', name: 'GPU', rate: 0.333 }] }
          : {}),
      },
    });
    const body = { channelPartnerId, share: 33.3333, kind };
    await by.post(`offer/${offer.id}/attribution`, body);
    await app.drainJobs();
    await by.post(`sandbox/offer/${offer.id}/accept`, {});
    await by.settle();
  }
}

/** Requires that the report equals the sums of the revenue rows. */
async function expectRight(theirs: PartnerCall, channelPartnerId: string) {
  const report = await by.get(`channelPartner/${channelPartnerId}/report?${days}`);
  const { rows } = await app.database.query<{
    currency: string;
    kind: string;
    share: string;
    amount: string;
    paid: boolean;
  }>(
    `SELECT r.currency, a.kind, a.share, r.amount, r.disburse_date IS NOT NULL AS paid
     FROM revenue_record r JOIN entitlement_attribution a ON a.entitlement_id = r.entitlement_id
     WHERE r.organization_id = $1`,
    [org.id],
  );
  const sum = (kind: string, which: (row: (typeof rows)[number]) => Decimal.Value) =>
    rows
      .filter((row) => row.kind === kind)
      .reduce((total, row) => total.plus(which(row)), new Decimal(0))
      .toNumber();
  const part = ({ amount, share }: { amount: string; share: string }) =>
    new Decimal(amount).times(share).div(100);
  const sales = (kind: string, currency: string): Sales =>
    report.sales.find((row: Sales) => row.kind === kind && row.currency === currency);
  expect(report.sales).toHaveLength(4);
  const sourced = { gross: 1000.1, expectedShare: 125.0125, earnedShare: 125.0125 };
  expect(sales('SOURCED', 'USD')).toMatchObject(sourced);
  const inEuros = { gross: 33.33, expectedShare: 11.10998889, earnedShare: 11.10998889 };
  expect(sales('SOURCED', 'EUR')).toMatchObject(inEuros);
  const resold = sales('RESOLD', 'USD');
  expect(resold).toMatchObject({ gross: 220, expectedShare: 0, earnedShare: 0 });
  const influenced = sales('INFLUENCED', 'USD');
  expect(influenced.gross).toBe(sum('INFLUENCED', ({ amount }) => amount));
  expect(influenced.expectedShare).toBe(sum('INFLUENCED', part));
  expect(influenced.earnedShare).toBe(sum('INFLUENCED', (row) => (row.paid ? part(row) : 0)));
  expect(influenced.earnedShare).toBeGreaterThan(0);
  expect(influenced.earnedShare).toBeLessThan(influenced.expectedShare as number);
  expect(report.deals).toMatchObject([{ status: 'WON', currency: 'USD', count: 1, amount: 48_000 }]);
  expect(await theirs('GET', `report?${days}`)).toEqual(report);
  const csv = await app.request('GET', `/org/${org.id}/channelPartner/${channelPartnerId}/report?${days}`, {
    token: org.token,
    headers: { accept: 'text/csv' },
  });
  expect(csv.text).toContain('sales,,SOURCED,USD,1,,1000.1,125.0125,125.0125');
}

test('a channel partner accepts its invitation, registers and wins a deal, resells, and gets an exact report', async () => {
  const tier = await by.tier({ share: 12.5, protectionDays: 60 });
  const { id } = await by.partner({
    name: 'Nord',
    tierId: tier.id,
    accounts: [{ partner: 'MKA', accountId: '210987654321' }],
  });
  const productId = await by.product({ name: 'Suite' });
  const theirs = await invited(id);
  expect(await theirs('GET', 'channelPartner')).toMatchObject({ name: 'Nord', share: 12.5 });
  await soldBy(theirs, id, productId, await registered(theirs, productId));
  await soldWith(id);
  await revenue.advanceToPayout(await revenue.now(), 2);
  await by.settle();
  await expectRight(theirs, id);
});
