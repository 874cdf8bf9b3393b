import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestApp } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';
import { unsigned } from './addresses.fixture.ts';
import { createPaymentWorld, type PaymentWorld } from './payments.fixture.ts';

let app: TestApp;
let world: PaymentWorld;
beforeAll(async () => {
  app = await sharedTestApp();
});
beforeEach(async () => {
  world = await createPaymentWorld(app, await app.organization());
});
afterEach(async () => {
  expect(await world.faults()).toEqual([]);
});
afterAll(() => app.stop());

const shown = ({ type, walletType, amount, status }: Record<string, unknown>) =>
  `${type} ${walletType ?? '-'} ${amount} ${status}`;
const read = (invoiceId: string) => world.done('GET', `invoice/${invoiceId}`);
const shownOf = async (invoiceId: string) => (await world.transactions(invoiceId)).map(shown);

describe('the payment of an invoice', () => {
  test('uses credit first, by expiry and then by age, and the default wallet for the rest', async () => {
    const endless = await world.credit(30);
    const late = await world.credit(20, { expireTime: '2091-01-01' });
    const early = await world.credit(10, { expireTime: '2090-01-01' });
    await world.credit(99, { currency: 'EUR' });
    await world.credit(99, { startTime: '2095-01-01' });
    const closed = await world.credit(99);
    await world.done('PATCH', `buyer/${world.buyerId}/wallet/${closed}/close`);
    const card = await world.method();
    const invoiceId = await world.invoice(70.5);
    const answer = await world.pay(invoiceId);
    expect([answer.status, answer.body.paymentStatus, answer.body.info.paidAmount]).toEqual([
      200,
      'PROCESSING',
      60,
    ]);
    expect(unsigned(answer.body)).toBe(unsigned(await read(invoiceId)));
    await app.drainJobs();
    expect(await read(invoiceId)).toMatchObject({ paymentStatus: 'SUCCESS', info: { paidAmount: 70.5 } });
    const transactions = await world.transactions(invoiceId);
    expect(transactions.map(({ walletID }: { walletID: string }) => walletID)).toEqual([
      early,
      late,
      endless,
      card,
    ]);
    expect(transactions.map(shown)).toEqual([
      'CHARGE credit 10 SUCCESS',
      'CHARGE credit 20 SUCCESS',
      'CHARGE credit 30 SUCCESS',
      'CHARGE card 10.5 SUCCESS',
    ]);
    expect((await world.atProvider()).map(({ key, amount }) => [key, amount])).toEqual([
      [transactions[3].id, 10.5],
    ]);
    expect(transactions[3]).toMatchObject({
      buyerID: world.buyerId,
      partner: 'PAYA',
      info: { payAPaymentIntent: { status: 'succeeded' } },
    });
  });

  test('happens once: a repeat returns the same without a charge', async () => {
    await world.method();
    const invoiceId = await world.invoice(10);
    await world.pay(invoiceId);
    expect((await world.pay(invoiceId)).body.paymentStatus).toBe('PROCESSING');
    await app.drainJobs();
    expect((await world.pay(invoiceId)).body.paymentStatus).toBe('SUCCESS');
    await app.drainJobs();
    expect(await world.atProvider()).toHaveLength(1);
  });

  test('is refused for a draft or voided invoice, or without a payment method', async () => {
    for (const status of ['DRAFT', 'CANCELED']) {
      const reply = await world.pay(await world.invoice(10, { status }));
      expect([reply.status, reply.body.code]).toEqual([400, 'invoice_state']);
      expect(reply.body.detail).toContain(status);
    }
    const poor = await world.pay(await world.invoice(10));
    expect([poor.status, poor.body.code]).toEqual([400, 'no_means_of_payment']);
    expect((await world.pay('inv_none')).status).toBe(404);
  });

  test('is partial with credit alone, and uses its own currency only', async () => {
    await world.credit(4);
    await world.method({ type: 'sepa_debit' });
    const invoiceId = await world.invoice(10);
    const reply = await world.pay(invoiceId);
    expect([reply.status, reply.body.paymentStatus, reply.body.info.paidAmount]).toEqual([
      200,
      'PROCESSING',
      4,
    ]);
    expect(await shownOf(invoiceId)).toEqual(['CHARGE credit 4 SUCCESS']);
  });

  test.each([{ lostAnswers: 2 }, { lostCalls: 2 }, { lostCalls: 1, lostAnswers: 1 }])(
    'happens once if the provider loses %o: the charge is found by its key',
    async (losses) => {
      await world.method(losses);
      const invoiceId = await world.invoice(10);
      await world.pay(invoiceId);
      for (let run = 0; run < 4; run++) {
        await app.drainJobs();
        await app.database.query(
          `UPDATE job SET ready_at = clock_timestamp(), due_at = clock_timestamp(), stands = 'LINE' WHERE finished_at IS NULL`,
        );
      }
      await app.drainJobs();
      expect(await shownOf(invoiceId)).toEqual(['CHARGE card 10 SUCCESS']);
      expect(await world.atProvider()).toHaveLength(1);
    },
  );

  test('completes a charge whose process died after writing its row', async () => {
    await world.method();
    const invoiceId = await world.invoice(10);
    await world.pay(invoiceId);
    const [{ id }] = await world.transactions(invoiceId);
    // The provider answered, and the process was killed before it stored the answer.
    const { rows } = await app.database.query('SELECT external_id FROM wallet WHERE organization_id = $1', [
      world.org.id,
    ]);
    await app.database.query(
      `INSERT INTO sandbox_payment (organization_id, id, key, kind, method_id, amount, currency, state, creation_time)
       VALUES ($1, 'sbp_1', $2, 'CHARGE', $3, 10, 'USD', 'succeeded', now())`,
      [world.org.id, id, rows[0].external_id],
    );
    await app.database.query(
      `UPDATE job SET attempts = 1 WHERE kind = 'billing.transaction' AND finished_at IS NULL`,
    );
    await app.drainJobs();
    expect(await shownOf(invoiceId)).toEqual(['CHARGE card 10 SUCCESS']);
    expect(await world.atProvider()).toHaveLength(1);
  });
});

describe('a failed charge', () => {
  test('is retried after 1, 3, 5 and 7 days; then the payment is FAILED, and seller and buyer are notified', async () => {
    await world.done('PATCH', `buyer/${world.buyerId}`, { emailAddress: 'payer@buyer.example' });
    const mailed = async () => {
      await app.sendMails();
      return (await app.mails()).filter(({ to }) => to.includes('payer@buyer.example'));
    };
    await world.method({ outcome: 'DECLINE' });
    const invoiceId = await world.invoice(10);
    await world.pay(invoiceId);
    await app.drainJobs();
    expect(await shownOf(invoiceId)).toEqual(['CHARGE card 10 FAILED']);
    expect((await world.transactions(invoiceId))[0].info.payAError).toMatchObject({ code: 'card_declined' });
    const counts: number[] = [];
    for (const days of ['PT23H', 'PT2H', 'P3D', 'P5D', 'P7D', 'P30D']) {
      await world.advance(days);
      if (counts.length === 3) expect(await mailed()).toEqual([]);
      counts.push((await world.transactions(invoiceId)).length);
    }
    expect(counts).toEqual([1, 2, 3, 4, 5, 5]);
    expect((await mailed()).map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/: Invoice \d+, 10.00 USD$/),
    ]);
    expect((await mailed())[0]?.text).toContain('We could not charge your payment method for this invoice');
    expect((await read(invoiceId)).paymentStatus).toBe('FAILED');
    const { rows } = await app.database.query(
      `SELECT count(*)::int AS n FROM event WHERE organization_id = $1 AND entity_type = 'PAYMENT_TRANSACTION' AND action = 'FAIL'`,
      [world.org.id],
    );
    expect(rows[0].n).toBe(1);
    await world.method();
    await world.done('PATCH', `buyer/${world.buyerId}/wallet/${await world.method()}/default`);
    expect((await world.pay(invoiceId)).body.paymentStatus).toBe('PROCESSING');
    await app.drainJobs();
    expect((await read(invoiceId)).paymentStatus).toBe('SUCCESS');
  });

  test('counts a manual attempt, and its next retry follows that one', async () => {
    await world.method({ outcome: 'DECLINE' });
    const invoiceId = await world.invoice(10);
    await world.pay(invoiceId);
    await app.drainJobs();
    await world.pay(invoiceId);
    await app.drainJobs();
    await world.advance('P2D');
    expect(await shownOf(invoiceId)).toHaveLength(2);
    await world.advance('P2D');
    expect(await shownOf(invoiceId)).toHaveLength(3);
  });

  test('keeps the part that credit paid', async () => {
    await world.credit(4);
    await world.method({ outcome: 'DECLINE' });
    const invoiceId = await world.invoice(10);
    await world.pay(invoiceId);
    await app.drainJobs();
    expect(await read(invoiceId)).toMatchObject({ paymentStatus: 'PROCESSING', info: { paidAmount: 4 } });
    await world.credit(6);
    await world.advance('P2D');
    expect(await shownOf(invoiceId)).toEqual([
      'CHARGE credit 4 SUCCESS',
      'CHARGE card 6 FAILED',
      'CHARGE credit 6 SUCCESS',
    ]);
  });
});

describe('a pending charge', () => {
  test('runs until the bank answers; its wallet and buyer cannot be deleted until then', async () => {
    const card = await world.method({ outcome: 'HANG' });
    const invoiceId = await world.invoice(10);
    await world.pay(invoiceId);
    await app.drainJobs();
    const [{ id }] = await world.transactions(invoiceId);
    expect(await shownOf(invoiceId)).toEqual(['CHARGE card 10 PROCESSING']);
    const refused = await world.call('DELETE', `buyer/${world.buyerId}/wallet/${card}`);
    expect([refused.status, refused.body.code]).toEqual([400, 'wallet_in_use']);
    const held = await world.call('DELETE', `buyer/${world.buyerId}?confirm=${world.buyerId}`);
    expect([held.status, held.body.code]).toEqual([409, 'buyer_has_invoices']);
    expect((await world.refund(id, 1)).body.code).toBe('payment_transaction_state');
    await world.done('POST', `sandbox/paymentTransaction/${id}/settle`, { outcome: 'SUCCEED' });
    expect((await read(invoiceId)).paymentStatus).toBe('SUCCESS');
    const disputed = await world.done('POST', `sandbox/paymentTransaction/${id}/settle`, {
      outcome: 'DISPUTE',
    });
    expect(disputed).toMatchObject({ status: 'SUCCESS', info: { payADisputes: [{ amount: 1000 }] } });
    await world.done('DELETE', `buyer/${world.buyerId}/wallet/${card}`);
  });

  test('is checked again automatically', async () => {
    await world.method({ outcome: 'HANG' });
    const invoiceId = await world.invoice(10);
    await world.pay(invoiceId);
    await app.drainJobs();
    await app.database.query(`UPDATE sandbox_payment SET state = 'succeeded' WHERE organization_id = $1`, [
      world.org.id,
    ]);
    await world.advance('PT2H');
    expect((await read(invoiceId)).paymentStatus).toBe('SUCCESS');
  });
});

describe('a refund', () => {
  test('can be partial and repeated up to the remaining amount, and restores credit at once', async () => {
    const credit = await world.credit(10);
    await world.method();
    const invoiceId = await world.invoice(30);
    await world.pay(invoiceId);
    await app.drainJobs();
    const [byCredit, byCard] = await world.transactions(invoiceId);
    expect((await world.refund(byCredit.id, 4)).body).toMatchObject({
      type: 'REFUND',
      status: 'SUCCESS',
      parentID: byCredit.id,
      amount: 4,
      walletID: credit,
    });
    expect(await world.done('GET', `buyer/${world.buyerId}/wallet/${credit}`)).toMatchObject({
      usedAmount: 6,
    });
    expect((await world.refund(byCard.id, 12.5)).body).toMatchObject({ status: 'PENDING', amount: 12.5 });
    for (const [id, amount] of [
      [byCard.id, 7.51],
      [byCard.id, 0],
      [byCard.id, 0.001],
      [byCredit.id, 6.01],
    ]) {
      const reply = await world.refund(id, amount);
      expect([reply.status, reply.body.errors[0].pointer]).toEqual([400, 'amount']);
    }
    for (const amount of ['-1', 'NaN', 'x', '', '1e3'])
      expect((await world.refund(byCard.id, amount)).status).toBe(400);
    await world.refund(byCard.id, 7.5);
    await app.drainJobs();
    expect(await read(invoiceId)).toMatchObject({
      paymentStatus: 'SUCCESS',
      info: { paidAmount: 30, refundedAmount: 24 },
    });
    const path = `buyer/${world.buyerId}/paymentTransaction/${byCard.id}/refund`;
    expect((await world.done('GET', path)).map(shown)).toEqual([
      'REFUND card 12.5 SUCCESS',
      'REFUND card 7.5 SUCCESS',
    ]);
    expect((await world.transactions(invoiceId))[1].info.refundExists).toBe(true);
    const [first] = await world.done('GET', path);
    expect((await world.refund(first.id, 1)).body.code).toBe('payment_transaction_state');
    expect((await world.refund('ptx_none', 1)).status).toBe(404);
  });
});

describe('64 concurrent calls', () => {
  const times = <T>(work: (index: number) => Promise<T>) =>
    Promise.all(Array.from({ length: 64 }, (_, index) => work(index)));

  test('pay an invoice once', async () => {
    await world.credit(3);
    await world.method();
    const invoiceId = await world.invoice(10);
    const replies = await times(() => world.pay(invoiceId));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    await app.drainJobs();
    expect(await shownOf(invoiceId)).toEqual(['CHARGE credit 3 SUCCESS', 'CHARGE card 7 SUCCESS']);
    expect(await world.atProvider()).toHaveLength(1);
  });

  test('use credit shared by several invoices to the last coin, and no more', async () => {
    const credits = [await world.credit(50), await world.credit(33.33, { expireTime: '2090-01-01' })];
    const invoices = await times((index) => world.invoice(1 + index / 10));
    await times((index) => world.pay(invoices[index] as string));
    const wallets = await world.done('GET', `buyer/${world.buyerId}/wallet`);
    expect(wallets.map(({ id, usedAmount }: { id: string; usedAmount: number }) => [id, usedAmount])).toEqual(
      [
        [credits[0], 50],
        [credits[1], 33.33],
      ],
    );
  });

  test('refund at most the charged amount', async () => {
    await world.credit(10);
    const invoiceId = await world.invoice(10);
    await world.pay(invoiceId);
    const [{ id }] = await world.transactions(invoiceId);
    const replies = await times(() => world.refund(id, 3));
    expect(replies.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(3);
  });
});

test('a merge of buyers keeps invoices and transactions, which are paid as before', async () => {
  await world.method({ outcome: 'DECLINE' });
  const invoiceId = await world.invoice(10);
  await world.pay(invoiceId);
  await app.drainJobs();
  const other = await world.done('POST', 'buyer', {});
  await world.done('POST', `buyer/${other.id}/merge`, { buyerIds: [world.buyerId] });
  expect((await read(invoiceId)).buyerID).toBe(other.id);
  expect(
    await world.done('GET', `paymentTransaction?buyerId=${other.id}&status=FAILED&type=CHARGE`),
  ).toHaveLength(1);
  await world.advance('P2D');
  expect(await shownOf(invoiceId)).toHaveLength(2);
});

test('a merge of a buyer with several payment methods triggers one attempt to pay due invoices', async () => {
  for (let made = 0; made < 3; made++) await world.method({ outcome: 'DECLINE' });
  const invoiceId = await world.invoice(10);
  await world.pay(invoiceId);
  await app.drainJobs();
  const other = await world.done('POST', 'buyer', {});
  await world.done('POST', `buyer/${other.id}/merge`, { buyerIds: [world.buyerId] });
  const { rows } = await app.database.query(
    `SELECT payload ->> 'currency' AS currency FROM job WHERE kind = 'billing.payBuyer' AND payload ->> 'buyerId' = $1`,
    [other.id],
  );
  expect(rows).toEqual([{ currency: '' }]);
  await app.drainJobs();
  expect(await shownOf(invoiceId)).toHaveLength(2);
});
