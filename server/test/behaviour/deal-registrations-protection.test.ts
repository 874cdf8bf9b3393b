import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp, TestOrganization } from '../harness.ts';
import { type Partners, partnersOf } from '../partners.fixture.ts';
import { sharedTestApp } from '../shared-app.ts';

let app: TestApp;
let org: TestOrganization;
let by: Partners;
beforeAll(async () => {
  app = await sharedTestApp();
  org = await app.organization();
  by = partnersOf(app, org);
});
afterAll(() => app?.stop());

const day = 86_400_000;
const pathOf = (id: string, verb = '') => `dealRegistration/${id}${verb && `/${verb}`}`;
const statusOf = async (id: string): Promise<string> => (await by.get(pathOf(id))).status;

describe('protection', () => {
  test('ends automatically after the days of the tier, with one event, and frees the customer', async () => {
    const own = partnersOf(app, await app.organization());
    const { id: tierId } = await own.tier({ protectionDays: 10 });
    const { id: channelPartnerId } = await own.partner({ tierId });
    const one = await own.deal({ channelPartnerId });
    const two = await own.deal({ customer: one.customer, productIds: one.productIds });
    for (const { id } of [one, two]) await own.step(id, 'submit');
    const approved = await own.step(one.id, 'approve');
    expect(Date.parse(approved.protectionEndTime) - Date.parse(approved.decisionTime)).toBe(10 * day);
    await own.patch(`channelPartnerTier/${tierId}`, { protectionDays: 1000 });
    await own.advance(9.9 * day);
    expect((await own.call('POST', pathOf(two.id, 'approve'))).status).toBe(409);
    await own.advance(0.2 * day);
    expect(await own.get(pathOf(one.id))).toMatchObject({ status: 'EXPIRED', protectedProductIds: [] });
    expect(await own.actions(one.id)).toEqual(['CREATE', 'SUBMIT', 'APPROVE', 'EXPIRE']);
    const second = await own.step(two.id, 'approve');
    expect(Date.parse(second.protectionEndTime) - Date.parse(second.decisionTime)).toBe(90 * day);
  });

  test('that is over does not block others, though its job is late', async () => {
    const one = await by.deal();
    const two = await by.deal({ customer: one.customer, productIds: one.productIds });
    for (const { id } of [one, two]) await by.step(id, 'submit');
    await by.step(one.id, 'approve');
    await app.database.query(`UPDATE deal_registration SET protection_end_time = now() WHERE id = $1`, [
      one.id,
    ]);
    expect((await by.step(two.id, 'approve')).status).toBe('APPROVED');
    expect(await statusOf(one.id)).toBe('EXPIRED');
    await app.drainJobs();
    expect(await by.actions(one.id)).toEqual(['CREATE', 'SUBMIT', 'APPROVE', 'EXPIRE']);
  });

  test.each([
    ['domain', { domain: 'www.same.org' }, { domain: 'same.org', crmAAccountId: 'other' }],
    [
      'account',
      { account: { partner: 'MKB', accountId: 'a' } },
      { domain: 'same-x.org', account: { partner: 'MKB', accountId: 'a' } },
    ],
    ['CRM account', { crmAAccountId: 'k' }, { domain: 'same-y.org', crmAAccountId: 'k' }],
  ])('is exclusive for the same %s and product', async (_, first, second) => {
    const product = await by.product();
    const one = await by.deal({ customer: first, productIds: [product] });
    const two = await by.deal({ customer: second, productIds: [await by.product(), product] });
    const three = await by.deal({ customer: second });
    for (const { id } of [one, two, three]) await by.step(id, 'submit');
    await by.step(one.id, 'approve');
    const refused = await by.call('POST', pathOf(two.id, 'approve'));
    expect([refused.status, refused.body.code]).toEqual([409, 'deal_registration_conflict']);
    expect(await statusOf(two.id)).toBe('SUBMITTED');
    // Registrations of a different product are not affected.
    expect((await by.step(three.id, 'approve')).status).toBe('APPROVED');
    await by.step(one.id, 'withdraw');
    expect((await by.step(two.id, 'approve')).status).toBe('APPROVED');
  });

  test('is given to one of 64 registrations that are approved simultaneously', async () => {
    const first = await by.deal({ productIds: [await by.product(), await by.product()] });
    const { customer, productIds, channelPartnerId } = first;
    const others = await Promise.all(
      Array.from({ length: 63 }, (_, index) =>
        by.deal({
          customer,
          channelPartnerId,
          productIds: index % 2 ? productIds : productIds.toReversed(),
        }),
      ),
    );
    const ids = [first, ...others].map(({ id }) => id);
    await Promise.all(ids.map((id) => by.step(id, 'submit')));
    const replies = await Promise.all(ids.map((id) => by.call('POST', pathOf(id, 'approve'))));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(63).fill(409)]);
    const { rows } = await app.database.query(
      `SELECT status, count(*)::int AS n FROM deal_registration WHERE id = ANY ($1) GROUP BY 1 ORDER BY 1`,
      [ids],
    );
    expect(rows).toEqual([
      { status: 'APPROVED', n: 1 },
      { status: 'SUBMITTED', n: 63 },
    ]);
  });

  test('begins once for a registration that is approved 64 times simultaneously', async () => {
    const { id } = await by.deal();
    await by.step(id, 'submit');
    const replies = await Promise.all(
      Array.from({ length: 64 }, () => by.call('POST', pathOf(id, 'approve'))),
    );
    expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(await by.actions(id)).toEqual(['CREATE', 'SUBMIT', 'APPROVE']);
  });

  test('is transferred to another registration with a reason, product by product', async () => {
    const [a, b, c] = [await by.product(), await by.product(), await by.product()];
    const customer = { domain: 'taken.org', crmAAccountId: 'taken' };
    const one = await by.deal({ customer, productIds: [a, b] });
    const two = await by.deal({ customer: { domain: 'taken.org' }, productIds: [b, c] });
    const three = await by.deal({ customer: { crmAAccountId: 'taken' }, productIds: [a] });
    for (const { id } of [one, two, three]) await by.step(id, 'submit');
    await by.step(one.id, 'approve', { overrideReason: 'Nobody is there.' });
    expect(await by.get(pathOf(one.id))).not.toHaveProperty('overrideReason');
    for (const overrideReason of [undefined, '', ' '])
      expect((await by.call('POST', pathOf(two.id, 'approve'), { overrideReason })).status).toBe(409);
    const over = await by.step(two.id, 'approve', { overrideReason: 'They know each other.' });
    expect(over).toMatchObject({
      status: 'APPROVED',
      protectedProductIds: [b, c],
      overrideReason: 'They know each other.',
    });
    expect(await by.get(pathOf(one.id))).toMatchObject({
      status: 'APPROVED',
      protectedProductIds: [a],
      overriddenBy: two.id,
    });
    await by.step(three.id, 'approve', { overrideReason: 'They, too.' });
    expect(await by.get(pathOf(one.id))).toMatchObject({
      status: 'EXPIRED',
      protectedProductIds: [],
      overriddenBy: three.id,
    });
    expect(await by.actions(one.id)).toEqual(['CREATE', 'SUBMIT', 'APPROVE', 'OVERRIDE', 'OVERRIDE']);
    const { rows } = await app.database.query(
      `SELECT customer_key, product_id, deal_registration_id AS of FROM deal_protection
       WHERE organization_id = $1 AND customer_key LIKE '%taken%' ORDER BY 1, 2`,
      [org.id],
    );
    expect(rows).toEqual(
      [
        { customer_key: 'CRM_A:taken', product_id: a, of: three.id },
        { customer_key: 'DOMAIN:taken.org', product_id: b, of: two.id },
        { customer_key: 'DOMAIN:taken.org', product_id: c, of: two.id },
      ].sort((x, y) => (x.customer_key + x.product_id < y.customer_key + y.product_id ? -1 : 1)),
    );
  });

  test('that many take over simultaneously ends with one holder, without a deadlock', async () => {
    const customer = { domain: 'mansame-y.org' };
    const productIds = [await by.product()];
    const { id: channelPartnerId } = await by.partner();
    const deals = await Promise.all(
      Array.from({ length: 16 }, () => by.deal({ customer, productIds, channelPartnerId })),
    );
    await Promise.all(deals.map(({ id }) => by.step(id, 'submit')));
    const replies = await Promise.all(
      deals.flatMap(({ id }, index) => [
        by.call('POST', pathOf(id, 'approve'), { overrideReason: 'Mine.' }),
        ...(index % 4 === 0 ? [by.call('POST', pathOf(id, 'withdraw'))] : []),
      ]),
    );
    expect(replies.filter(({ status }) => ![200, 409].includes(status)).map(({ text }) => text)).toEqual([]);
    const states = await Promise.all(deals.map(({ id }) => statusOf(id)));
    expect(states.filter((state) => state === 'APPROVED').length).toBeLessThanOrEqual(1);
    const { rows } = await app.database.query(
      `SELECT d.status FROM deal_protection p JOIN deal_registration d ON d.id = p.deal_registration_id
       WHERE p.organization_id = $1 AND p.customer_key = 'DOMAIN:mansame-y.org'`,
      [org.id],
    );
    expect(rows).toEqual(states.includes('APPROVED') ? [{ status: 'APPROVED' }] : []);
  });
});
