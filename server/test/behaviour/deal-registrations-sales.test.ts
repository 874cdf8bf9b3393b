import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp } from '../harness.ts';
import { type Partners, partnersOf } from '../partners.fixture.ts';
import { sharedTestApp } from '../shared-app.ts';

let app: TestApp;
let by: Partners;
beforeAll(async () => {
  app = await sharedTestApp();
  by = partnersOf(app, await app.organization());
});
afterAll(() => app?.stop());

let count = 0;
const fresh = () => `sold${++count}.com`;
const buyerAt = async (domain: string): Promise<string> =>
  (await by.post('buyer', { name: domain, emailAddress: `ann@mail.${domain}` })).id;
const conflictsOf = async (id: string) =>
  (await by.get(`dealRegistration/${id}/conflict`)).conflicts as {
    kind: string;
    id: string;
    reason: string;
  }[];
const short = async (id: string) =>
  (await conflictsOf(id)).map(({ kind, id: other, reason }) => [kind, other, reason]);
const approved = async (body: Parameters<Partners['deal']>[0]) => {
  const deal = await by.deal(body);
  await by.step(deal.id, 'submit');
  return by.step(deal.id, 'approve');
};
const read = (id: string) => by.get(`dealRegistration/${id}`);

describe('conflicts of a deal registration', () => {
  test('are open registrations of the same customer and product; the channel partner sees only their existence', async () => {
    const productIds = [await by.product(), await by.product()];
    const customer = { domain: fresh(), crmAAccountId: 'conflict' };
    const first = await by.deal({ customer, productIds });
    expect((await by.step(first.id, 'submit')).hasConflict).toBe(false);
    const second = await by.deal({
      customer: { crmAAccountId: 'conflict' },
      productIds: [productIds[1] as string],
    });
    expect(await short(first.id)).toEqual([]);
    expect((await by.step(second.id, 'submit')).hasConflict).toBe(true);
    expect(await conflictsOf(second.id)).toEqual([
      {
        kind: 'DEAL_REGISTRATION',
        id: first.id,
        reason: 'CRM_ACCOUNT',
        status: 'SUBMITTED',
        productIds: [productIds[1]],
        channelPartnerId: first.channelPartnerId,
      },
    ]);
    expect(await short(first.id)).toEqual([['DEAL_REGISTRATION', second.id, 'CRM_ACCOUNT']]);
    // Registrations of another product and registrations that ended do not conflict.
    await by.patch(`dealRegistration/${second.id}`, { notes: 'x' });
    await by.step(second.id, 'reject', { message: 'No.' });
    expect(await short(first.id)).toEqual([]);
    const other = await by.deal({ customer });
    await by.step(other.id, 'submit');
    expect(await short(first.id)).toEqual([]);
  });

  test('are offers and entitlements of a buyer with its domain, its account, or its account in the CRM', async () => {
    const productID = await by.product();
    const domain = fresh();
    const buyerID = await buyerAt(domain);
    const ofDomain = await by.post('offer', { name: 'a', productID, buyerID });
    const ofCrm = await by.post('offer', { name: 'b', productID, metaInfo: { crmAAccountId: 'ofCrm' } });
    const ofAccount = await by.post('offer', {
      name: 'c',
      partner: 'MKA',
      productID,
      info: { buyerMkAAccountIds: ['111122223333'] },
    });
    await app.drainJobs();
    const sold = await by.direct({ productID, buyerID });
    const customer = {
      domain,
      account: { partner: 'MKA', accountId: '111122223333' },
      crmAAccountId: 'ofCrm',
    };
    const { id } = await by.deal({ customer, productIds: [productID] });
    expect((await by.step(id, 'submit')).hasConflict).toBe(true);
    expect(await short(id)).toEqual([
      ['OFFER', ofDomain.id, 'DOMAIN'],
      ['OFFER', ofCrm.id, 'CRM_ACCOUNT'],
      ['OFFER', ofAccount.id, 'ACCOUNT'],
      ['ENTITLEMENT', sold.id, 'DOMAIN'],
    ]);
    // A different host of the provider, and a name with a similar ending, belong to other customers.
    const { id: alike } = await by.deal({ customer: { domain: `not${domain}` }, productIds: [productID] });
    expect(await short(alike)).toEqual([]);
    await by.call('POST', `offer/${ofDomain.id}/cancel`);
    await by.setStatus(sold.id, 'CANCELLED');
    await app.drainJobs();
    expect(await short(id)).toEqual([
      ['OFFER', ofCrm.id, 'CRM_ACCOUNT'],
      ['OFFER', ofAccount.id, 'ACCOUNT'],
    ]);
  });

  test('are also found by the persons and the company of a buyer', async () => {
    const productID = await by.product();
    const [one, two] = [fresh(), fresh()];
    const { id: ofCompany } = await by.post('buyer', {
      name: 'x',
      companyInfo: { emailDomain: one.toUpperCase() },
    });
    const { id: ofPerson } = await by.post('buyer', { name: 'y', emailAddress: 'kim@gmail.com' });
    const { id: contactId } = await by.post('contact', { emailAddress: `Kim@${two}` });
    await by.post(`contact/${contactId}/buyer/${ofPerson}`);
    for (const [domain, buyerID] of [
      [one, ofCompany],
      [two, ofPerson],
    ]) {
      const offer = await by.post('offer', { productID, buyerID });
      const { id } = await by.deal({ customer: { domain }, productIds: [productID] });
      expect(await short(id)).toEqual([['OFFER', offer.id, 'DOMAIN']]);
    }
  });
});

describe('an approved deal registration is won', () => {
  test('by a sale to a buyer with its domain, once, with offer and entitlement', async () => {
    const [productID, another] = [await by.product(), await by.product()];
    const domain = fresh();
    const deal = await approved({ customer: { domain }, productIds: [productID, another] });
    const buyerID = await buyerAt(domain);
    const other = await by.direct({ productID: await by.product(), buyerID });
    const stranger = await by.direct({ productID, buyerID: await buyerAt(fresh()) });
    await by.settle();
    expect((await read(deal.id)).status).toBe('APPROVED');
    const sold = await by.direct({ productID, buyerID });
    await by.settle();
    expect(await read(deal.id)).toMatchObject({
      status: 'WON',
      offerID: sold.offerID,
      entitlementID: sold.id,
      protectedProductIds: [],
    });
    await by.direct({ productID, buyerID });
    await by.settle();
    expect(await by.actions(deal.id)).toEqual(['CREATE', 'SUBMIT', 'APPROVE', 'WIN']);
    expect([other, stranger].map(({ status }) => status)).toEqual(['ACTIVE', 'ACTIVE']);
    // The customer is available for the next registration.
    expect((await approved({ customer: { domain }, productIds: [productID] })).status).toBe('APPROVED');
  });

  test('by an offer of a marketplace that its account accepts', async () => {
    const productID = await by.product();
    const account = { partner: 'MKA', accountId: '444455556666' };
    const deal = await approved({ customer: { account }, productIds: [productID] });
    const sold = await by.accepted(
      { partner: 'MKA', productID, info: { buyerMkAAccountIds: ['444455556666'] } },
      { buyerAccountId: '444455556666' },
    );
    const buyer = await by.get(`buyer/${sold.buyerID}`);
    await by.settle();
    const isThat = buyer.externalID === '444455556666';
    expect([isThat, (await read(deal.id)).status]).toEqual([true, 'WON']);
  });

  test('by a sale of the account in the CRM', async () => {
    const productID = await by.product();
    const deal = await approved({ customer: { crmAAccountId: 'wins' }, productIds: [productID] });
    await by.direct({ productID, metaInfo: { crmAAccountId: 'wins' } });
    await by.settle();
    expect((await read(deal.id)).status).toBe('WON');
  });

  test('by sales through its own channel partner only', async () => {
    const productID = await by.product();
    const [own, others] = ['777788889999', '000011112222'];
    const { id: channelPartnerId } = await by.partner({ accounts: [{ partner: 'MKA', accountId: own }] });
    await by.partner({ accounts: [{ partner: 'MKA', accountId: others }] });
    const deal = await approved({
      channelPartnerId,
      customer: { crmAAccountId: 'resold' },
      productIds: [productID],
    });
    const sell = async (seller: string) => {
      const metaInfo = { crmAAccountId: 'resold' };
      await by.accepted({ partner: 'MKA', productID, info: { mkAChannelPartner: { id: seller } }, metaInfo });
      await by.settle();
      return (await read(deal.id)).status;
    };
    expect([await sell(others), await sell('of nobody'), await sell(own)]).toEqual([
      'APPROVED',
      'APPROVED',
      'WON',
    ]);
  });

  test('not by sales of another reseller at a marketplace where partners share offers', async () => {
    const productID = await by.product();
    const deal = await approved({ customer: { crmAAccountId: 'shared' }, productIds: [productID] });
    const { id } = await by.direct({ productID, metaInfo: { crmAAccountId: 'shared' } });
    // The entitlement gets the values that its marketplace reports.
    const shown = `UPDATE entitlement SET partner = 'MKB',
      info = info || '{"mkBPrivateOffer": {"partners": [{"id": "of somebody else"}]}}' WHERE id = '${id}'`;
    await app.database.query(`SET ROLE tradepost_system; ${shown}; RESET ROLE`);
    await by.settle();
    expect((await read(deal.id)).status).toBe('APPROVED');
  });

  test('not when its protection is over, though its job is late', async () => {
    const productID = await by.product();
    const deal = await approved({ customer: { crmAAccountId: 'late' }, productIds: [productID] });
    await app.database.query(`UPDATE deal_registration SET protection_end_time = now() WHERE id = $1`, [
      deal.id,
    ]);
    await by.direct({ productID, metaInfo: { crmAAccountId: 'late' } });
    await by.settle();
    expect((await read(deal.id)).status).toBe('APPROVED');
  });

  test('not by sales before its approval, though they are checked later', async () => {
    const productID = await by.product();
    const deal = await by.deal({ customer: { crmAAccountId: 'before' }, productIds: [productID] });
    await by.step(deal.id, 'submit');
    await by.direct({ productID, metaInfo: { crmAAccountId: 'before' } });
    await by.step(deal.id, 'approve');
    await by.settle();
    expect((await read(deal.id)).status).toBe('APPROVED');
  });

  test('by a sale in time, though it is checked after the end of the protection', async () => {
    const productID = await by.product();
    const deal = await approved({ customer: { crmAAccountId: 'in time' }, productIds: [productID] });
    const sold = await by.direct({ productID, metaInfo: { crmAAccountId: 'in time' } });
    await app.database.query(
      `UPDATE deal_registration d SET protection_end_time = e.creation_time + interval '1 millisecond'
       FROM event e WHERE d.id = $1 AND e.entity_id = $2`,
      [deal.id, sold.id],
    );
    await by.settle();
    expect((await read(deal.id)).status).toBe('WON');
  });

  test('by hand, with existing records of the organization', async () => {
    const productID = await by.product();
    const deal = await approved({ customer: { crmAAccountId: 'hand' }, productIds: [productID] });
    const win = (body: object) => by.call('POST', `dealRegistration/${deal.id}/win`, body);
    const stranger = partnersOf(app, await app.organization());
    const theirs = await stranger.direct();
    for (const body of [{ offerID: theirs.offerID }, { entitlementID: theirs.id }, { offerID: 'none' }])
      expect((await win(body)).status).toBe(404);
    const sold = await by.direct({ productID });
    const given = { offerID: sold.offerID, entitlementID: sold.id };
    expect((await win({ ...given, message: 'On paper.' })).body).toMatchObject({
      ...given,
      status: 'WON',
      closeMessage: 'On paper.',
    });
  });

  test('and no job is enqueued where no registration is protected', async () => {
    const own = partnersOf(app, await app.organization());
    await own.direct();
    await own.settle();
    const { rows } = await app.database.query(
      `SELECT count(*)::int AS n FROM job WHERE organization_id = $1 AND kind LIKE 'partners.%'`,
      [own.org.id],
    );
    expect(rows).toEqual([{ n: 0 }]);
  });
});
