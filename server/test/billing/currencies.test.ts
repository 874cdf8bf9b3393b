import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';
import { createPaymentWorld } from './payments.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await sharedTestApp();
});
afterAll(() => app.stop());

const worldOf = async () => createPaymentWorld(app, await app.organization({ at: '2026-02-01T00:00:00Z' }));
type World = Awaited<ReturnType<typeof worldOf>>;
const inCurrency = async ({ buyerId, done, method }: World, currency: string, body = {}) => {
  await done('PATCH', `buyer/${buyerId}`, { paymentConfig: { currency } });
  return method(body);
};
const paidBy = async (world: World, currency: string) => {
  const invoice = await world.invoice(100, { currency });
  const { status } = await world.pay(invoice);
  await app.drainJobs();
  const transactions = await world.transactions(invoice);
  return status === 200 ? transactions.map(({ walletID }: { walletID: string }) => walletID) : status;
};
const choose = ({ done, buyerId }: World, id: string) =>
  done('PATCH', `buyer/${buyerId}/wallet/${id}/default`);

describe('a buyer in several currencies', () => {
  test('pays each invoice by the default payment method of its currency', async () => {
    const world = await worldOf();
    const yen = await inCurrency(world, 'JPY');
    const euro = await inCurrency(world, 'EUR');
    const otherYen = await inCurrency(world, 'JPY');
    expect([await paidBy(world, 'JPY'), await paidBy(world, 'EUR')]).toEqual([[yen], [euro]]);
    await choose(world, otherYen);
    expect([await paidBy(world, 'JPY'), await paidBy(world, 'EUR')]).toEqual([[otherYen], [euro]]);
    expect(await paidBy(world, 'USD')).toBe(400);
    expect(await world.faults()).toEqual([]);
  });

  test('pays due invoices in a second currency with a new payment method, and no others', async () => {
    const world = await worldOf();
    await inCurrency(world, 'USD', { outcome: 'DECLINE' });
    await app.drainJobs();
    const [dollars, euros] = [await world.invoice(100), await world.invoice(200, { currency: 'EUR' })];
    await inCurrency(world, 'EUR');
    await app.drainJobs();
    const states = async (id: string) => (await world.done('GET', `invoice/${id}`)).paymentStatus;
    expect([await states(dollars), await states(euros)]).toEqual(['PENDING', 'SUCCESS']);
  });

  test('pays with the only ACTIVE payment method of a currency if none is the default, and with none of two', async () => {
    const world = await worldOf();
    const first = await inCurrency(world, 'EUR');
    const second = await inCurrency(world, 'EUR');
    await world.done('DELETE', `buyer/${world.buyerId}/wallet/${first}`);
    expect(await paidBy(world, 'EUR')).toEqual([second]);
    const [third, fourth] = [await inCurrency(world, 'EUR'), await inCurrency(world, 'EUR')];
    await world.done('DELETE', `buyer/${world.buyerId}/wallet/${third}`);
    expect(await paidBy(world, 'EUR')).toBe(400);
    await choose(world, fourth);
    expect(await paidBy(world, 'EUR')).toEqual([fourth]);
  });

  test('keeps the defaults of all currencies in a merge, unless the remaining buyer has its own', async () => {
    const world = await worldOf();
    const [yen, euro] = [await inCurrency(world, 'JPY'), await inCurrency(world, 'EUR')];
    // Of two payment methods in one currency, only the default one pays.
    await inCurrency(world, 'JPY');
    await inCurrency(world, 'EUR');
    const { id } = await world.done('POST', 'buyer', {
      name: 'Survivor',
      paymentConfig: { currency: 'EUR' },
    });
    const { id: own } = await world.done('POST', `sandbox/buyer/${id}/paymentMethod`, {});
    const { info } = await world.done('POST', `buyer/${id}/merge`, { buyerIds: [world.buyerId] });
    expect(info.paymentConfig).toMatchObject({
      defaultWalletId: own,
      defaultWalletIds: { EUR: own, JPY: yen },
    });
    expect(own).not.toBe(euro);
    const charged = async (currency: string) => {
      const invoice = await world.invoice(100, { currency, buyer_id: id });
      await world.pay(invoice);
      await app.drainJobs();
      return (await world.transactions(invoice)).map(({ walletID }: { walletID: string }) => walletID);
    };
    expect([await charged('JPY'), await charged('EUR')]).toEqual([[yen], [own]]);
    expect(await world.faults()).toEqual([]);
  });

  test('pays invoices in any currency with a card without currency, and only its own with a bank debit', async () => {
    const world = await worldOf();
    const due = await world.invoice(10, { currency: 'GBP' });
    const card = await world.method();
    const { currency } = await world.done('GET', `buyer/${world.buyerId}/wallet/${card}`);
    expect(currency).toBeUndefined();
    await app.drainJobs();
    expect((await world.done('GET', `invoice/${due}`)).paymentStatus).toBe('SUCCESS');
    expect([await paidBy(world, 'JPY'), await paidBy(world, 'EUR')]).toEqual([[card], [card]]);
    const debit = await world.method({ type: 'sepa_debit' });
    await choose(world, debit);
    expect([await paidBy(world, 'EUR'), await paidBy(world, 'JPY')]).toEqual([[debit], [card]]);
  });
});
