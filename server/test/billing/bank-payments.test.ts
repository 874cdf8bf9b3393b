import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestApp } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';
import { createPaymentWorld, type PaymentWorld } from './payments.fixture.ts';

let app: TestApp;
let world: PaymentWorld;
beforeAll(async () => {
  app = await sharedTestApp();
});
beforeEach(async () => {
  world = await createPaymentWorld(app, await app.organization({ at: '2026-02-01T00:00:00Z' }));
});
afterAll(() => app.stop());

const figures = async (invoiceId: string) => {
  const { paymentStatus, info } = await world.done('GET', `invoice/${invoiceId}`);
  return [paymentStatus, info.paidAmount ?? 0];
};
const record = (invoiceId: string, body?: object) => world.call('POST', `invoice/${invoiceId}/payment`, body);
const revert = (invoiceId: string, id: string) => world.call('DELETE', `invoice/${invoiceId}/payment/${id}`);

describe('a recorded bank payment', () => {
  test('pays part of an invoice, or the rest if it has no amount', async () => {
    const invoice = await world.invoice(100);
    const part = await record(invoice, { amount: 30.25, receivedDate: '2026-01-28', reference: 'Inv 1' });
    expect(part.body).toMatchObject({
      type: 'CHARGE',
      status: 'SUCCESS',
      amount: 30.25,
      info: { bankTransfer: { receivedDate: '2026-01-28T00:00:00.000Z', reference: 'Inv 1' } },
    });
    expect(part.body).not.toHaveProperty('walletID');
    expect(await figures(invoice)).toEqual(['PROCESSING', 30.25]);
    expect((await record(invoice, {})).body.amount).toBe(69.75);
    expect(await figures(invoice)).toEqual(['SUCCESS', 100]);
    expect((await record(invoice, { amount: 1 })).status).toBe(400);
    expect(await world.faults()).toEqual([]);
  });

  test('can be revoked: the invoice is open again, and is paid automatically as before', async () => {
    const invoice = await world.invoice(100);
    const first = (await record(invoice, { amount: 40 })).body.id;
    const second = (await record(invoice)).body.id;
    expect((await revert(invoice, second)).body).toMatchObject({
      status: 'FAILED',
      info: { bankTransfer: { revertedTime: expect.stringMatching(/^2026-02-01T/) } },
    });
    expect(await figures(invoice)).toEqual(['PROCESSING', 40]);
    expect((await revert(invoice, second)).status).toBe(400);
    expect((await revert(invoice, first)).status).toBe(200);
    expect(await figures(invoice)).toEqual(['PENDING', 0]);
    expect(await world.faults()).toEqual([]);
    const card = await world.method();
    await app.drainJobs();
    expect(await figures(invoice)).toEqual(['SUCCESS', 100]);
    const charges = await world.transactions(invoice);
    expect(charges.filter(({ walletID }: { walletID?: string }) => walletID === card)).toHaveLength(1);
    expect(await world.faults()).toEqual([]);
  });

  test('cannot be revoked after a partial refund', async () => {
    const invoice = await world.invoice(50);
    const { id } = (await record(invoice)).body;
    expect((await world.refund(id, 20)).body).toMatchObject({
      type: 'REFUND',
      status: 'SUCCESS',
      amount: 20,
    });
    expect((await revert(invoice, id)).body.code).toBe('payment_transaction_state');
    expect((await figures(invoice))[0]).toBe('SUCCESS');
    expect(await world.faults()).toEqual([]);
  });

  test.each<[title: string, body: object, pointer: string]>([
    ['an amount above the open amount', { amount: 100.01 }, '/amount'],
    ['nothing', { amount: 0 }, '/amount'],
    ['a negative amount', { amount: -5 }, '/amount'],
    ['an amount finer than the coin', { amount: 1.001 }, '/amount'],
    ['a day in the future', { receivedDate: '2026-02-02' }, '/receivedDate'],
  ])('is refused for %s', async (_title, body, pointer) => {
    const invoice = await world.invoice(100);
    const reply = await record(invoice, body);
    expect([reply.status, reply.body.errors?.[0].pointer]).toEqual([400, pointer]);
    expect(await figures(invoice)).toEqual(['PENDING', 0]);
  });

  test('is refused during a running charge, which cannot be revoked itself', async () => {
    await world.method({ outcome: 'HANG' });
    const invoice = await world.invoice(100);
    await world.pay(invoice);
    const [charge] = await world.transactions(invoice);
    expect((await record(invoice)).body.code).toBe('payment_transaction_state');
    expect((await revert(invoice, charge.id)).body.code).toBe('payment_transaction_state');
    expect((await revert(invoice, 'ptx_none')).status).toBe(404);
    expect((await record('inv_none')).status).toBe(404);
  });

  test('is possible in a PROD organization without a payment provider', async () => {
    const prod = await createPaymentWorld(app, await app.organization({ environment: 'PROD' }));
    const invoice = await prod.invoice(80);
    expect((await prod.call('POST', `invoice/${invoice}/payment`, { amount: 80 })).status).toBe(200);
    expect((await prod.done('GET', `invoice/${invoice}`)).paymentStatus).toBe('SUCCESS');
  });
});
