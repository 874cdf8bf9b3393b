import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AiReservation } from '../../src/billing/index.ts';
import type { TestApp, TestOrganization } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';
import { type AiUse, aiUseOf } from './ai-use.fixture.ts';

let app: TestApp;
let org: TestOrganization;
let ai: AiUse;
beforeAll(async () => {
  app = await sharedTestApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  org = await app.organization();
  ai = aiUseOf(app, org);
});

const taken = async (worstCase: string): Promise<AiReservation> => {
  const answer = await ai.take(worstCase);
  if (typeof answer === 'string') throw new Error(answer);
  return answer;
};
const spend = async (cents: string) => ai.settle(await taken(cents), cents);
const month = () => new Date().toISOString().slice(0, 7);
const limits = async (monthlyCreditCents: number, monthlySpendingCapCents: number | null) => {
  await ai.setCredit(monthlyCreditCents);
  return ai.configure({ monthlySpendingCapCents });
};

describe('R11 a call reserves its maximum cost and settles its actual cost', () => {
  test('exactly, in fractions of cents, in any order', async () => {
    const calls = [await taken('0.7'), await taken('0.25'), await taken('1')];
    expect(await ai.usage()).toMatchObject({ calls: 3, usedCents: 0, reservedCents: 1.95 });
    await ai.settle(calls[2] as AiReservation, '0.000000001');
    await ai.settle(calls[0] as AiReservation, '0.1');
    expect(await ai.usage()).toEqual({
      month: month(),
      calls: 3,
      usedCents: 0.100000001,
      reservedCents: 0.25,
      creditCents: 10_000,
      chargedCents: 0,
      spendingCapCents: 50_000,
      enabled: true,
    });
  });

  test('once, and at most the reserved amount; an unknown cost stays charged in full', async () => {
    const [first, second] = [await taken('2'), await taken('3')];
    await ai.settle(first, '5');
    await ai.settle(first, '0.1');
    await ai.settle(second, 'UNKNOWN');
    await ai.settle(second, '0');
    expect(await ai.usage()).toMatchObject({ usedCents: 5, reservedCents: 0 });
  });

  test('only within its own organization', async () => {
    const call = await taken('1');
    const other = await app.organization();
    await aiUseOf(app, other).settle(call, '0');
    expect(await ai.usage()).toMatchObject({ usedCents: 0, reservedCents: 1 });
  });

  test('and is refused without a charge while AI features are disabled', async () => {
    await ai.configure({ enabled: false });
    expect(await ai.take('1')).toBe('OFF');
    expect(await ai.usage()).toMatchObject({ calls: 0, reservedCents: 0, enabled: false });
  });

  test('with the credit free of charge, and a cap on the rest', async () => {
    await limits(100, 50);
    await spend('149.5');
    expect(await ai.usage()).toMatchObject({ chargedCents: 49.5, spendingCapCents: 50 });
    expect(await ai.take('0.6')).toBe('SPENDING_CAP_REACHED');
  });

  test('with null meaning no limit, and 0 meaning no credit', async () => {
    await limits(0, null);
    await spend('123456789.5');
    expect(await ai.usage()).toMatchObject({ chargedCents: 123456789.5, spendingCapCents: null });
  });
});

describe('R11 the spending cap', () => {
  test('disables AI features when reached, records time and reason, and notifies once', async () => {
    await ai.configure({ billingEmail: 'bills@acme.example' });
    await limits(0, 10);
    await spend('9.5');
    expect(await ai.take('0.6')).toBe('SPENDING_CAP_REACHED');
    expect(await ai.take('0.1')).toBe('OFF');
    const config = await ai.config();
    expect(config).toMatchObject({ enabled: false, disabledReason: 'SPENDING_CAP_REACHED' });
    expect(Date.parse(config.disabledAt)).toBeGreaterThan(0);
    await app.dispatchEvents();
    const events = (await ai.get(`auditingEvent/query?page_size=50&q=(=%20entity_type%20ORGANIZATION)`)).data;
    expect(events.length).toBeGreaterThan(0);
    const { rows } = await app.database.query(
      `SELECT action, change FROM event WHERE organization_id = $1 AND action = 'NOTIFY'`,
      [org.id],
    );
    expect(rows).toEqual([{ action: 'NOTIFY', change: 'SPENDING_CAP_REACHED' }]);
    await app.sendMails();
    const mails = (await app.mails()).filter(({ to }) => to.includes('bills@acme.example'));
    expect(mails.map(({ subject }) => subject)).toEqual(['AI features of Acme are disabled']);
  });

  test('is reached when spending equals it to the last fraction of a cent', async () => {
    await limits(0, 10);
    await spend('10');
    expect((await ai.config()).disabledReason).toBe('SPENDING_CAP_REACHED');
  });

  test('is not reached by reservations of running calls, which may cost less', async () => {
    await limits(0, 10);
    const call = await taken('9');
    expect(await ai.take('2')).toBe('BUSY');
    expect((await ai.config()).enabled).toBe(true);
    await ai.settle(call, '0.5');
    await spend('2');
    expect(await ai.usage()).toMatchObject({ usedCents: 2.5 });
  });

  test('is reached by reservations of calls lost for an hour', async () => {
    await limits(0, 10);
    await taken('9');
    await app.database.query(
      `UPDATE ai_reservation SET begin_time = begin_time - interval '61 minutes' WHERE organization_id = $1`,
      [org.id],
    );
    expect(await ai.take('2')).toBe('SPENDING_CAP_REACHED');
  });

  test('can be raised by a member, who then enables AI features again', async () => {
    await limits(0, 1);
    expect(await ai.take('2')).toBe('SPENDING_CAP_REACHED');
    await ai.configure({ enabled: true });
    expect(await ai.take('2')).toBe('SPENDING_CAP_REACHED');
    await ai.configure({ enabled: true, monthlySpendingCapCents: 5 });
    await spend('2');
    expect((await ai.config()).disabledReason).toBeUndefined();
  });

  test('is not exceeded by 64 concurrent reservations', async () => {
    await limits(3, 7);
    const answers = await Promise.all(Array.from({ length: 64 }, () => ai.take('0.3')));
    expect(answers.filter((answer) => typeof answer !== 'string')).toHaveLength(33);
    expect(await ai.usage()).toMatchObject({ calls: 33, reservedCents: 9.9, usedCents: 0 });
  });

  test('counts the total cost of 64 calls that reserve and settle concurrently', async () => {
    await limits(0, 100_000);
    await Promise.all(
      Array.from({ length: 64 }, async (_, index) => ai.settle(await taken('10'), `0.${index + 10}`)),
    );
    const sum = Array.from({ length: 64 }, (_, index) => Number(`0.${index + 10}`)).reduce((a, b) => a + b);
    expect(await ai.usage()).toMatchObject({
      calls: 64,
      usedCents: Number(sum.toFixed(6)),
      reservedCents: 0,
    });
  });
});

describe('R11 the month', () => {
  test('is billed once, rounded once, an hour after its end, and the invoice is mailed', async () => {
    await ai.configure({ billingEmail: 'bills@acme.example' });
    await limits(100, 50_000);
    for (let call = 0; call < 3; call++) await spend('50.166');
    await taken('0.5');
    await ai.advance('P32D');
    const [bill, ...others] = await ai.invoices();
    expect(others).toEqual([]);
    expect(bill).toMatchObject({
      organizationID: org.id,
      month: month(),
      calls: 4,
      usedCents: 150.998,
      creditCents: 100,
      amountCents: 51,
      currency: 'USD',
      billingEmail: 'bills@acme.example',
    });
    expect(await ai.get(`aiInvoice/${bill.id}`)).toEqual(bill);
    await app.sendMails();
    const mail = (await app.mails()).findLast(({ to }) => to.includes('bills@acme.example'));
    expect(mail?.subject).toBe(`AI features of Acme in ${month()}: 0.51 USD`);
    expect(mail?.text).toContain('Amount due: 0.51 USD');
    expect(await ai.usage(month())).toMatchObject({ usedCents: 150.998, reservedCents: 0 });
    expect(await ai.usage()).toMatchObject({ calls: 0, usedCents: 0, creditCents: 100 });
  });

  test('has its invoice mailed to the organization’s creator without a billing address', async () => {
    const creator = await app.person(org.id, 'ADMIN');
    await app.database.query('UPDATE organization SET created_by = $2 WHERE organization_id = $1', [
      org.id,
      creator.id,
    ]);
    await spend('1');
    await ai.advance('P32D');
    expect((await ai.invoices())[0]).toMatchObject({ amountCents: 0, billingEmail: creator.email });
  });

  test('is not billed without usage, and has no pending job', async () => {
    const { rows } = await app.database.query(
      `SELECT kind FROM job WHERE organization_id = $1 AND kind = 'billing.aiBill'`,
      [org.id],
    );
    expect(rows).toEqual([]);
    await ai.settle(await taken('5'), '0');
    await ai.advance('P32D');
    expect(await ai.invoices()).toEqual([]);
  });

  test('stays unchanged by a call that ends after the invoice', async () => {
    const call = await taken('5');
    await ai.advance('P32D');
    const before = await ai.invoices();
    await ai.settle(call, '1');
    expect(await ai.invoices()).toEqual(before);
    expect(await ai.usage(month())).toMatchObject({ usedCents: 5 });
    expect(await ai.usage()).toMatchObject({ usedCents: 0, calls: 0 });
  });

  test('enables AI features again at its start if the cap disabled them', async () => {
    await limits(0, 1);
    expect(await ai.take('2')).toBe('SPENDING_CAP_REACHED');
    await ai.advance('P32D');
    expect((await ai.config()).enabled).toBe(true);
    expect((await ai.config()).disabledReason).toBeUndefined();
    await spend('0.5');
  });

  test('leaves AI features disabled at its start if a member disabled them, before or after the cap', async () => {
    await ai.configure({ enabled: false });
    await ai.advance('P32D');
    expect(await ai.take('1')).toBe('OFF');
    await ai.configure({ enabled: true });
    await limits(0, 1);
    expect(await ai.take('2')).toBe('SPENDING_CAP_REACHED');
    expect(await ai.configure({ enabled: false })).toMatchObject({ disabledReason: 'MANUAL' });
    await ai.advance('P32D');
    expect(await ai.take('1')).toBe('OFF');
  });

  test('allows its first call even before the invoice of the preceding month', async () => {
    await limits(0, 1);
    expect(await ai.take('2')).toBe('SPENDING_CAP_REACHED');
    await app.database.query(
      `UPDATE organization SET info = jsonb_set(info, '{aiBillingConfig,disabledAt}', '"2020-01-31T00:00:00.000Z"')
       WHERE organization_id = $1`,
      [org.id],
    );
    await spend('0.5');
    expect((await ai.config()).enabled).toBe(true);
  });
});

test('R11 an invalid month is a 400, and an invoice of another organization a 404', async () => {
  const { token } = org;
  const wrong = await app.request('GET', `/org/${org.id}/aiUsage?month=2026-13`, { token });
  expect([wrong.status, wrong.body.errors[0].pointer]).toEqual([400, 'month']);
  await spend('1');
  await ai.advance('P32D');
  const [bill] = await ai.invoices();
  const other = await app.organization();
  const foreign = await app.request('GET', `/org/${other.id}/aiInvoice/${bill.id}`, { token: other.token });
  expect([foreign.status, foreign.body.code]).toEqual([404, 'ai_invoice_not_found']);
});
