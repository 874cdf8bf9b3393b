import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordPayment } from '../../src/billing/index.ts';
import { sumInvoices } from '../../src/billing/invoices/store.ts';
import { settleAttributions } from '../../src/partners/attribution/settle.ts';
import { Exact } from '../../src/platform/money-and-time/exact.ts';
import type { TestApp, TestOrganization } from '../harness.ts';
import { type Portal, portalOf } from '../portal.fixture.ts';
import { sharedTestApp } from '../shared-app.ts';
import { usageOf } from '../usage.fixture.ts';

let app: TestApp;
let org: TestOrganization;
let by: Portal;
beforeAll(async () => {
  app = await sharedTestApp();
  org = await app.organization();
  by = portalOf(app, org);
});
afterAll(() => app.stop());

const today = new Date().toISOString().slice(0, 10);
const sales = async (id: string, days = '') => (await by.get(`channelPartner/${id}/report${days}`)).sales;

test('for a direct sale, each invoice without tax adds an expected share, which is earned once the invoice is paid in full', async () => {
  const { id } = await by.partner();
  const offer = await by.post('offer', { name: 'Direct', info: { currency: 'EUR' } });
  await by.post(`offer/${offer.id}/attribution`, { channelPartnerId: id, share: 12.5 });
  await by.post(`sandbox/offer/${offer.id}/accept`);
  await by.settle();
  const [{ id: entitlementId }] = await by.get(`entitlement?offerId=${offer.id}`);
  await app.database.query(
    `INSERT INTO invoice (organization_id, id, entitlement_id, type, status, currency, start_date, end_date, finalize_at,
       issue_date, due_date, number, subtotal_amount, tax_amount, due_amount, creation_time, last_update_time)
     VALUES ($1, 'inv_1', $2, 'COMMIT', 'FINALIZED', 'EUR', now(), now(), now(), now(), now(), 1, 100.1, 19, 119.1, now(), now()),
       ($1, 'inv_2', $2, 'COMMIT', 'DRAFT', 'EUR', now(), now(), now(), NULL, NULL, NULL, 50, 0, 50, now(), now())`,
    [org.id, entitlementId],
  );
  const { act } = usageOf(app, org);
  const row = { kind: 'SOURCED', currency: 'EUR', count: 1, gross: 100.1, expectedShare: 12.5125 };
  expect(await sales(id)).toEqual([{ ...row, earnedShare: 0 }]);
  await act((scope) => recordPayment(scope, 'inv_1', new Exact('119.09')));
  expect(await sales(id)).toEqual([{ ...row, earnedShare: 0 }]);
  await act((scope) => recordPayment(scope, 'inv_1', new Exact('0.01')));
  expect(await sales(id)).toEqual([{ ...row, earnedShare: 12.5125 }]);
  expect(await sales(id, `?startDate=${today}&endDate=${today}`)).toHaveLength(1);
  expect(await sales(id, '?startDate=2020-01-01&endDate=2020-12-31')).toEqual([]);
});

test('the tax of credit notes is rounded to the smallest currency unit, as in the entitlement’s revenue', async () => {
  const { id } = await by.partner();
  const offer = await by.post('offer', { name: 'Credited', info: { currency: 'EUR' } });
  await by.post(`offer/${offer.id}/attribution`, { channelPartnerId: id, share: 100 });
  await by.post(`sandbox/offer/${offer.id}/accept`);
  await by.settle();
  const [{ id: entitlementId }] = await by.get(`entitlement?offerId=${offer.id}`);
  await app.database.query(
    `INSERT INTO invoice (organization_id, id, entitlement_id, type, status, currency, start_date, end_date, finalize_at,
       issue_date, due_date, number, subtotal_amount, tax_amount, due_amount, credited_amount, creation_time, last_update_time)
     SELECT $1, id, $2, 'COMMIT', 'FINALIZED', currency, now(), now(), now(), now(), now(), number, due - tax, tax, due,
       credited, now(), now()
     FROM (VALUES ('inv_c1', 'EUR', 11, 119.1, 19, 10), ('inv_c2', 'JPY', 12, 1100, 100, 300), ('inv_c3', 'KWD', 13, 1.1, 0.1, 0.5))
       AS v (id, currency, number, due, tax, credited)`,
    [org.id, entitlementId],
  );
  const { act } = usageOf(app, org);
  for (const { currency, gross, expectedShare } of await sales(id)) {
    const { sold } = await act((scope) => sumInvoices(scope, entitlementId, currency));
    expect([currency, gross, expectedShare]).toEqual([currency, Number(sold), Number(sold)]);
  }
  expect((await sales(id)).map(({ gross }: { gross: number }) => gross)).toEqual([91.7, 727, 0.545]);
});

test('a share stays earned on the day of payment, also when its buyer is merged later', async () => {
  const { id } = await by.partner();
  const offer = await by.post('offer', { name: 'Merged', info: { currency: 'USD' } });
  await by.post(`offer/${offer.id}/attribution`, { channelPartnerId: id, share: 10 });
  await by.post(`sandbox/offer/${offer.id}/accept`);
  await by.settle();
  const [{ id: entitlementId }] = await by.get(`entitlement?offerId=${offer.id}`);
  const [stays, goes] = [await by.post('buyer', { name: 'Stays' }), await by.post('buyer', { name: 'Goes' })];
  const { query } = app.database;
  await query(
    `INSERT INTO invoice (organization_id, id, entitlement_id, buyer_id, type, status, payment_status, currency, start_date,
       end_date, finalize_at, issue_date, due_date, number, subtotal_amount, due_amount, paid_amount, creation_time,
       last_update_time)
     VALUES ($1, 'inv_m', $2, $3, 'COMMIT', 'FINALIZED', 'SUCCESS', 'USD', now(), now(), now(), '2025-01-02', now(), 21, 50,
       50, 50, now(), now())`,
    [org.id, entitlementId, goes.id],
  );
  await query(
    `INSERT INTO payment_transaction (organization_id, id, invoice_id, entitlement_id, buyer_id, type, status, amount, currency,
       creation_time, last_update_time)
     VALUES ($1, 'ptx_m', 'inv_m', $2, $3, 'CHARGE', 'PROCESSING', 50, 'USD', '2025-01-02', '2025-01-02')`,
    [org.id, entitlementId, goes.id],
  );
  await query(
    `UPDATE payment_transaction SET status = 'SUCCESS', last_update_time = '2025-01-15' WHERE organization_id = $1 AND id = 'ptx_m'`,
    [org.id],
  );
  const earnedThen = async () =>
    (await sales(id, '?startDate=2025-01-15&endDate=2025-01-15'))[0]?.earnedShare;
  expect(await earnedThen()).toBe(5);
  await by.post(`buyer/${stays.id}/merge`, { buyerIds: [goes.id] });
  expect(await earnedThen()).toBe(5);
});

test('an entitlement that continues by another offer follows the new attribution from its day on, and the old one before', async () => {
  const [first, second] = [(await by.partner()).id, (await by.partner()).id];
  const offer = async (name: string, channelPartnerId: string) => {
    const { id } = await by.post('offer', { name, info: { currency: 'USD' } });
    await by.post(`offer/${id}/attribution`, { channelPartnerId, share: 10 });
    return id as string;
  };
  const begun = await offer('First', first);
  await by.post(`sandbox/offer/${begun}/accept`);
  await by.settle();
  const [{ id }] = await by.get(`entitlement?offerId=${begun}`);
  // Sets the state that the marketplace reports after a second offer was accepted for the entitlement.
  const next = await offer('Second', second);
  const inTheNameOfTheSystem = (text: string) =>
    app.database.query(`SET ROLE tradepost_system; ${text}; RESET ROLE`);
  await inTheNameOfTheSystem(
    `UPDATE offer SET status = 'ACCEPTED', meta_info = '{"offerAcceptDate": "2030-06-15T10:00:00Z"}' WHERE id = '${next}';
     UPDATE entitlement SET offer_id = '${next}' WHERE id = '${id}';
     INSERT INTO revenue_record (organization_id, id, entitlement_id, partner, day, currency, amount, collectable_amount,
       invoice_amount, tax_amount, disburse_amount, refund_invoice_amount, refund_disburse_amount, disburse_date, creation_time,
       last_update_time)
     SELECT '${org.id}', 'rev_' || d, '${id}', 'MKA', d::date, 'USD', 100, 97, 100, 0, 97, 0, 0, '2030-07-01', now(), now()
     FROM unnest(ARRAY['2030-06-14', '2030-06-15', '2030-06-16']) d`,
  );
  const { act } = usageOf(app, org);
  for (let times = 0; times < 2; times++)
    await act((scope) => settleAttributions(scope, { offerId: next, time: '2030-06-15T10:00:00Z' }));
  const rows = await by.get(`entitlement/${id}/attribution`);
  expect(
    rows.map(({ channelPartnerId, startDate, endDate }: Record<string, unknown>) => [
      channelPartnerId,
      startDate,
      endDate,
    ]),
  ).toEqual([
    [first, null, '2030-06-15'],
    [second, '2030-06-15', null],
  ]);
  const june = '?startDate=2030-06-01&endDate=2030-06-30';
  expect(await sales(first, june)).toMatchObject([{ gross: 100, expectedShare: 10, earnedShare: 0 }]);
  expect(await sales(second, june)).toMatchObject([{ gross: 200, expectedShare: 20, earnedShare: 0 }]);
  const july = '?startDate=2030-07-01&endDate=2030-07-31';
  expect(await sales(second, july)).toMatchObject([{ gross: 0, expectedShare: 0, earnedShare: 20 }]);
});
