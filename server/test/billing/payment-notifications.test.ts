import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signatureHeader } from '../../src/billing/payments/payA/notification.ts';
import type { TestApp, TestOrganization } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';

let app: TestApp;
let org: TestOrganization;
const secret = 'whsec_of_the_test';
beforeAll(async () => {
  app = await sharedTestApp();
  org = await app.organization({ environment: 'PROD' });
  const body = { partner: 'PAYA', credentials: { secretKey: 'sk_test_1', webhookSecret: secret } };
  await app.request('POST', `/org/${org.id}/integration`, { token: org.token, body });
  await app.database.query(
    `INSERT INTO payment_transaction (organization_id, id, invoice_id, entitlement_id, wallet_type, partner, external_id, type,
       status, amount, currency, creation_time, last_update_time)
     VALUES ($1, 'ptx_1', 'inv_1', 'ent_1', 'card', 'PAYA', 'pi_1', 'CHARGE', 'SUCCESS', 10, 'USD', now(), now())`,
    [org.id],
  );
  await app.database.query(
    `INSERT INTO invoice (organization_id, id, entitlement_id, type, status, currency, start_date, end_date, finalize_at,
       creation_time, last_update_time)
     VALUES ($1, 'inv_1', 'ent_1', 'ADDON', 'DRAFT', 'USD', now(), now(), now(), now(), now())`,
    [org.id],
  );
});
afterAll(() => app.stop());

type SendOptions = {
  key?: string;
  ageS?: number;
  organizationId?: string;
  partner?: string;
  header?: string;
};
function send(
  event: unknown,
  { key = secret, ageS = 0, organizationId = org.id, partner = 'payA', header }: SendOptions = {},
) {
  const raw = typeof event === 'string' ? event : JSON.stringify(event);
  const at = Math.floor(Date.now() / 1000) - ageS;
  const signature = createHmac('sha256', key).update(`${at}.${raw}`).digest('hex');
  return app.request('POST', `/payments/${partner}/notifications/${organizationId}`, {
    raw,
    headers: { 'content-type': 'application/json', [signatureHeader]: header ?? `t=${at},v1=${signature}` },
  });
}
const event = (type: string, object: object) => ({ id: 'evt_1', object: 'event', type, data: { object } });
const dispute = event('charge.dispute.created', {
  id: 'dp_1',
  amount: 1000,
  charge: 'ch_1',
  payment_intent: 'pi_1',
  reason: 'fraudulent',
  status: 'needs_response',
});

test('a forged, stale or unassignable notification is always a 401', async () => {
  const refused = await Promise.all([
    send(dispute, { key: 'whsec_other' }),
    send(dispute, { ageS: 3600 }),
    send(dispute, { organizationId: 'org_none' }),
    send(dispute, { partner: 'PAYB' }),
    send(dispute, { header: 'nonsense' }),
    send(dispute, { header: '' }),
    send('nonsense'),
    send(''),
  ]);
  expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 401));
  const { rows } = await app.database.query(`SELECT info FROM payment_transaction WHERE id = 'ptx_1'`);
  expect(rows[0].info).toEqual({});
});

test('a dispute is stored on its charge, with its current status', async () => {
  expect((await send(dispute)).status).toBe(200);
  expect((await send(dispute)).status).toBe(200);
  const won = { ...dispute, data: { object: { ...dispute.data.object, status: 'won' } } };
  expect((await send(won)).status).toBe(200);
  const [charge] = (await app.request('GET', `/org/${org.id}/paymentTransaction`, { token: org.token })).body;
  expect(charge).toMatchObject({
    status: 'SUCCESS',
    info: { payADisputes: [{ id: 'dp_1', amount: 1000, status: 'won' }] },
  });
  expect(charge.info.payADisputes).toHaveLength(1);
});

test('a notification about a transaction triggers a reading of it; others are accepted without effect', async () => {
  const jobs = async () => {
    const text = `SELECT FROM job WHERE organization_id = $1 AND kind = 'billing.transaction'`;
    return (await app.database.query(text, [org.id])).rows.length;
  };
  expect(
    (await send(event('payment_intent.succeeded', { id: 'pi_1', metadata: { transactionId: 'ptx_1' } })))
      .status,
  ).toBe(200);
  expect(await jobs()).toBe(1);
  expect(
    (await send(event('payment_intent.succeeded', { id: 'pi_2', metadata: { transactionId: 'other' } })))
      .status,
  ).toBe(200);
  expect((await send(event('customer.created', { id: 'cus_1' }))).status).toBe(200);
  expect(await jobs()).toBe(1);
  await app.drainJobs();
});
