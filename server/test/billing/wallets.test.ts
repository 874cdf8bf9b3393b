import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestApp, TestOrganization } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';

let app: TestApp;
let org: TestOrganization;
let buyerId: string;
beforeAll(async () => {
  app = await sharedTestApp();
});
beforeEach(async () => {
  org = await app.organization();
  buyerId = (await done('POST', 'buyer', { name: 'Acme' })).id;
});
afterAll(() => app.stop());

const call = (method: string, path: string, body?: object) =>
  app.request(method, `/org/${org.id}/${path}`, { token: org.token, ...(body ? { body } : {}) });
const done = async (method: string, path: string, body?: object) => {
  const reply = await call(method, path, body);
  expect(reply.status, `${path} ${reply.text}`).toBe(200);
  return reply.body;
};
const give = (body: object) => done('POST', `buyer/${buyerId}/wallet`, body);
const refused = async (method: string, path: string, body?: object) => {
  const reply = await call(method, path, body);
  return [reply.status, reply.body.code, reply.body.errors?.[0]?.pointer];
};
const eventsOf = async (id: string) =>
  (await app.database.query('SELECT action, payload FROM event WHERE entity_id = $1 ORDER BY sequence', [id]))
    .rows;
const use = (id: string, amount: number) =>
  app.database.query('UPDATE wallet SET used_amount = $2 WHERE id = $1', [id, amount]);
const addCard = async (of = buyerId) => {
  const id = app.app.newId('wal');
  await app.database.query(
    `INSERT INTO wallet (organization_id, id, buyer_id, type, status, currency, start_time, partner, external_id,
       creation_time, last_update_time)
     VALUES ($1, $2, $3, 'card', 'ACTIVE', 'USD', now(), 'PAYA', $2, now(), now())`,
    [org.id, id, of],
  );
  return id;
};

describe('credit', () => {
  test('can be created, listed, read, changed, closed and deleted, each change with its event', async () => {
    const made = await give({
      name: 'Welcome',
      currency: 'EUR',
      totalAmount: 100.5,
      startTime: '2027-01-01',
      expireTime: '2090-01-01T00:00:00.000Z',
      usedAmount: 7,
      type: 'card',
    });
    expect(made).toMatchObject({
      buyerID: buyerId,
      name: 'Welcome',
      type: 'credit',
      status: 'ACTIVE',
      currency: 'EUR',
      totalAmount: 100.5,
      usedAmount: 0,
      startTime: '2027-01-01T00:00:00.000Z',
      expireTime: '2090-01-01T00:00:00.000Z',
    });
    const path = `buyer/${buyerId}/wallet/${made.id}`;
    expect(await done('GET', path)).toEqual(made);
    expect(await done('GET', `buyer/${buyerId}/wallet`)).toEqual([made]);

    const changed = await done('PATCH', path, { totalAmount: 90, expireTime: null, name: '' });
    expect(changed).toMatchObject({ totalAmount: 90, expireTime: null, currency: 'EUR' });
    expect(changed).not.toHaveProperty('name');
    const closed = await done('PATCH', `${path}/close`);
    expect(closed).toMatchObject({ status: 'CLOSED', info: { closeDate: closed.lastUpdateTime } });
    expect(await done('DELETE', path)).toBe(made.id);
    expect(await done('GET', `buyer/${buyerId}/wallet`)).toEqual([]);
    expect(await done('GET', path)).toMatchObject({ status: 'DELETED' });
    expect((await eventsOf(made.id)).map(({ action }) => action)).toEqual([
      'CREATE',
      'UPDATE',
      'CLOSE',
      'DELETE',
    ]);
  });

  test('can be created and changed without a body, as published clients do: with defaults, and without a change', async () => {
    await done('PATCH', `buyer/${buyerId}`, { paymentConfig: { currency: 'EUR' } });
    const made = await done('POST', `buyer/${buyerId}/wallet`);
    expect(made).toMatchObject({ type: 'credit', status: 'ACTIVE', currency: 'EUR', totalAmount: 0 });
    expect(await done('PATCH', `buyer/${buyerId}/wallet/${made.id}`)).toEqual(made);
    expect((await eventsOf(made.id)).map(({ action }) => action)).toEqual(['CREATE']);
  });

  test('defaults to the currency of the buyer’s payments, else USD, from now without an end', async () => {
    const usual = await give({ totalAmount: 1 });
    expect(usual).toMatchObject({ currency: 'USD', startTime: usual.creationTime, expireTime: null });
    await done('PATCH', `buyer/${buyerId}`, { paymentConfig: { currency: 'GBP' } });
    expect((await give({ totalAmount: 1 })).currency).toBe('GBP');
    expect((await give({ totalAmount: 1, currency: 'CHF' })).currency).toBe('CHF');
  });

  test.each([
    [{ totalAmount: -1 }, '/totalAmount'],
    [{ totalAmount: 1.005 }, '/totalAmount'],
    [{ totalAmount: 1.5, currency: 'JPY' }, '/totalAmount'],
    [{ totalAmount: 1, currency: 'XXXX' }, '/currency'],
    [{ totalAmount: 1, startTime: '2027-01-01', expireTime: '2026-01-01' }, '/expireTime'],
  ])('refuses %o at %s', async (body, pointer) => {
    expect(await refused('POST', `buyer/${buyerId}/wallet`, body)).toEqual([400, 'invalid_request', pointer]);
  });

  test('cannot be reduced below its use, and keeps its currency', async () => {
    const { id } = await give({ totalAmount: 100 });
    await use(id, 40);
    const path = `buyer/${buyerId}/wallet/${id}`;
    expect(await refused('PATCH', path, { totalAmount: 39.99 })).toEqual([
      400,
      'invalid_request',
      '/totalAmount',
    ]);
    expect(await refused('PATCH', path, { currency: 'EUR' })).toEqual([400, 'invalid_request', '/currency']);
    expect(await refused('PATCH', path, { totalAmount: null })).toEqual([
      400,
      'invalid_request',
      '/totalAmount',
    ]);
    expect(await done('PATCH', path, { totalAmount: 40, currency: 'USD' })).toMatchObject({
      totalAmount: 40,
    });
  });

  test('expires by the organization’s clock, and is ACTIVE again when its end is moved', async () => {
    const { id } = await give({ totalAmount: 10, expireTime: inDays(2) });
    const path = `buyer/${buyerId}/wallet/${id}`;
    await done('PATCH', path, { expireTime: inDays(4) });
    await advance('P3D');
    expect(await done('GET', path)).toMatchObject({ status: 'ACTIVE' });
    await advance('P2D');
    expect(await done('GET', path)).toMatchObject({ status: 'EXPIRED' });
    expect((await eventsOf(id)).map(({ action }) => action)).toEqual(['CREATE', 'UPDATE', 'EXPIRE']);
    expect(await done('PATCH', path, { expireTime: inDays(30) })).toMatchObject({ status: 'ACTIVE' });
    expect(await done('PATCH', path, { expireTime: inDays(1) })).toMatchObject({ status: 'EXPIRED' });
    await done('PATCH', path, { expireTime: inDays(30) });
    await done('PATCH', path, { expireTime: inDays(10) });
    await advance('P11D');
    expect(await done('GET', path)).toMatchObject({ status: 'EXPIRED' });
    expect(await done('PATCH', `${path}/close`)).toMatchObject({ status: 'CLOSED' });
  });

  test('cannot be changed once closed or deleted; the error names the status and the allowed ones', async () => {
    const { id } = await give({ totalAmount: 10 });
    const path = `buyer/${buyerId}/wallet/${id}`;
    await done('PATCH', `${path}/close`);
    const again = await call('PATCH', `${path}/close`);
    expect([again.status, again.body.code, again.body.detail]).toEqual([
      400,
      'wallet_state',
      'The wallet is CLOSED; it must be ACTIVE or EXPIRED to be closed.',
    ]);
    expect(await refused('PATCH', path, { totalAmount: 11 })).toEqual([400, 'wallet_state', undefined]);
    await done('DELETE', path);
    expect(await refused('DELETE', path)).toEqual([400, 'wallet_state', undefined]);
  });

  test('is not found for another or unknown buyer', async () => {
    const { id } = await give({ totalAmount: 10 });
    const other = await done('POST', 'buyer', {});
    for (const path of [
      `buyer/${other.id}/wallet/${id}`,
      `buyer/buy_none/wallet/${id}`,
      `buyer/${buyerId}/wallet/wal_1`,
    ])
      expect(await refused('PATCH', path, { totalAmount: 1 })).toEqual([404, 'wallet_not_found', undefined]);
    expect(await refused('POST', 'buyer/buy_none/wallet', { totalAmount: 1 })).toEqual([
      404,
      'buyer_not_found',
      undefined,
    ]);
    expect(await refused('GET', 'buyer/buy_none/wallet')).toEqual([404, 'buyer_not_found', undefined]);
  });
});

describe('the default wallet', () => {
  test('is a payment method; choosing it returns the buyer, and deleting it leaves no default', async () => {
    const [first, second] = [await addCard(), await addCard()];
    const choose = (id: string) => `buyer/${buyerId}/wallet/${id}/default`;
    const buyer = await done('PATCH', choose(first));
    expect(buyer).toMatchObject({ id: buyerId, info: { paymentConfig: { defaultWalletId: first } } });
    expect((await done('PATCH', choose(second))).info.paymentConfig.defaultWalletId).toBe(second);
    const before = (await eventsOf(buyerId)).length;
    await done('PATCH', choose(second));
    expect((await eventsOf(buyerId)).length).toBe(before);
    await done('DELETE', `buyer/${buyerId}/wallet/${second}`);
    expect((await done('GET', `buyer/${buyerId}`)).info.paymentConfig ?? {}).toEqual({});
    expect(await refused('PATCH', choose(second))).toEqual([400, 'wallet_state', undefined]);
  });

  test('cannot be credit, and a payment method cannot be changed or closed here', async () => {
    const { id } = await give({ totalAmount: 10 });
    expect(await refused('PATCH', `buyer/${buyerId}/wallet/${id}/default`)).toEqual([
      400,
      'wallet_type',
      undefined,
    ]);
    const card = await addCard();
    expect(await refused('PATCH', `buyer/${buyerId}/wallet/${card}/close`)).toEqual([
      400,
      'wallet_type',
      undefined,
    ]);
    expect(await refused('PATCH', `buyer/${buyerId}/wallet/${card}`, { totalAmount: 1 })).toEqual([
      400,
      'wallet_type',
      undefined,
    ]);
  });
});

describe('a buyer with wallets', () => {
  test('keeps them in a merge, and the default one unless the other buyer has one', async () => {
    const { id } = await give({ totalAmount: 10 });
    const card = await addCard();
    await done('PATCH', `buyer/${buyerId}/wallet/${card}/default`);
    const other = await done('POST', 'buyer', {});
    const merged = await done('POST', `buyer/${other.id}/merge`, { buyerIds: [buyerId] });
    expect(merged.info.paymentConfig.defaultWalletId).toBe(card);
    const wallets = await done('GET', `buyer/${other.id}/wallet`);
    expect(wallets.map((wallet: { id: string }) => wallet.id).sort()).toEqual([id, card].sort());
    expect((await eventsOf(id)).at(-1)).toMatchObject({ action: 'UPDATE', payload: { buyerID: other.id } });
  });

  test('cannot be deleted while its credit pays an invoice', async () => {
    const { id } = await give({ totalAmount: 10 });
    expect(await refused('DELETE', `buyer/${buyerId}?confirm=${buyerId}`)).toEqual([
      409,
      'buyer_has_credit',
      undefined,
    ]);
    await use(id, 10);
    await done('DELETE', `buyer/${buyerId}?confirm=${buyerId}`);
  });
});

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
async function advance(length: string): Promise<void> {
  await done('POST', 'sandbox/clock', { advance: length });
  await app.drainJobs();
}
