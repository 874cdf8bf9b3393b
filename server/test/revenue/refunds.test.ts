import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../harness.ts';
import { type Revenue, revenueOf } from '../revenue.fixture.ts';

let app: TestApp;
let by: Revenue;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  by = revenueOf(app, await app.organization());
});

const refund = (id: string, body: object) => by.call('POST', `entitlement/${id}/refund`, body);

/** Creates an invoice of a sandbox marketplace, which is billed at the end of a month. */
async function invoiced(externalID: string, gross: string): Promise<string> {
  const columns =
    'organization_id, id, partner, agreement_id, sold_id, kind, day, currency, gross, fee, tax, creation_time';
  await by.query(
    `INSERT INTO sandbox_sale (${columns})
     VALUES ($1, 'sbs_billed', 'MKA', $2, $2, 'COMMIT', '2026-01-31', 'USD', $3, 3, 0, now())`,
    externalID,
    gross,
  );
  return 'inv-sbs_billed';
}

test('a refund at the marketplace reduces the revenue once, and cannot exceed the invoice', async () => {
  const { id, externalID } = await by.sold('MKA');
  const invoiceID = await invoiced(externalID, '100');
  const asked = await refund(id, { invoiceID, amount: 30, reasonCode: 'BUYER_DISSATISFACTION' });
  expect(asked.body.info.refunds).toMatchObject([{ status: 'PENDING', amount: 30, invoiceID }]);
  await app.drainJobs();
  await refund(id, { invoiceID, amount: 70.01 });
  await refund(id, { invoiceID: 'inv-none', amount: 1 });
  await app.drainJobs();
  await app.dispatchEvents();
  await app.drainJobs();
  expect((await by.entitlement(id)).info).toMatchObject({
    grossAmount: -30,
    refunds: [
      { status: 'COMPLETED' },
      { status: 'FAILED', message: expect.stringContaining('At most 70 USD') },
      { status: 'FAILED', message: expect.stringContaining('no such invoice') },
    ],
  });
});

test.each([
  [{ amount: 1 }, '/invoiceID'],
  [{ invoiceID: 'inv-1' }, '/amount'],
  [{ invoiceID: 'inv-1', amount: 0 }, '/amount'],
  [{ invoiceID: 'inv-1', amount: -1 }, '/amount'],
  [{ invoiceID: 'inv-1', amount: 0.001 }, '/amount'],
  [{ invoiceID: 'inv-1', amount: 1, reasonCode: 'BECAUSE' }, '/reasonCode'],
])('an invalid refund is a 400 that names the field, and changes nothing: %j', async (body, pointer) => {
  const { id } = await by.sold('MKA');
  const refused = await refund(id, body);
  expect(refused.status).toBe(400);
  expect(refused.body.errors).toMatchObject([{ pointer }]);
  expect((await by.entitlement(id)).info).not.toHaveProperty('refunds');
});

test('refunds are refused for a direct sale, and on a marketplace without an API for them', async () => {
  for (const { id } of [await by.sold('MKB'), await by.direct()])
    expect((await refund(id, { invoiceID: 'inv-1', amount: 1 })).body).toMatchObject({
      status: 400,
      code: 'entitlement_partner',
    });
});
