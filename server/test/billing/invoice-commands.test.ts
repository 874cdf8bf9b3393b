import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Entitlements, entitlementsOf } from '../entitlements.fixture.ts';
import { startTestApp, type TestApp, type TestOrganization } from '../harness.ts';
import { tokenAt } from '../other-token.ts';
import { unsigned } from './addresses.fixture.ts';
import { writeInvoice } from './invoices.fixture.ts';
import { type BillingSales, billingSales } from './sales.fixture.ts';

let app: TestApp;
let other: TestApp;
let org: TestOrganization;
let by: Entitlements;
let sales: BillingSales;
let otherToken: string;

beforeAll(async () => {
  app = await startTestApp();
  other = await startTestApp({ database: app.database });
});
afterAll(async () => {
  await other.stop();
  await app.stop();
});
beforeEach(async () => {
  org = await app.organization();
  otherToken = await tokenAt(other, await app.person(org.id, 'ADMIN'));
  by = entitlementsOf(app, org);
  sales = billingSales(app, org, by);
});

const draft = (given: Record<string, string | number> = {}) =>
  writeInvoice(app, org, { subtotal_amount: 100, due_amount: 100, ...given });
const withFee = async (given: Record<string, string | number> = {}) => {
  const id = await draft(given);
  await app.database.query(
    `INSERT INTO invoice_fee (organization_id, invoice_id, position, entitlement_id, kind, fee_key, period_start,
       period_end, billed_until, amount)
     VALUES ($1, $2, 0, 'ent_none', 'COMMIT', $2, now(), now(), now(), 100)`,
    [org.id, id],
  );
  return id;
};
const patch = (id: string, what: string, body?: unknown, from = app) =>
  from.request('PATCH', `/org/${org.id}/invoice/${id}/${what}`, {
    token: from === other ? otherToken : org.token,
    ...(body === undefined ? {} : { body }),
  });

describe('issuing', () => {
  test('by hand makes the invoice due that day, once: a repeat returns the same invoice', async () => {
    const id = await withFee();
    const issued = await patch(id, 'issue');
    expect(issued.body).toMatchObject({
      status: 'FINALIZED',
      paymentStatus: 'PENDING',
      info: { number: 1, issueDate: expect.any(String), issuer: { name: expect.any(String) } },
    });
    expect(issued.body.info.dueDate).toBe(issued.body.info.issueDate);
    expect(unsigned(issued.body)).toBe(unsigned(await by.get(`invoice/${id}`)));
    expect(issued.body.invoiceURL).toContain(`/public/invoice/${id}/pdf?`);
    expect(unsigned((await patch(id, 'issue', ['con_1'])).body)).toBe(unsigned(issued.body));
    expect(await by.actions(id)).toEqual(['ISSUE']);
  });

  test('an invoice of zero marks it as paid', async () => {
    const id = await withFee({ due_amount: 0, discount_type: 'PERCENTAGE', discount_value: 100 });
    expect((await patch(id, 'issue')).body).toMatchObject({ status: 'FINALIZED', paymentStatus: 'SUCCESS' });
  });

  test('an empty draft withdraws it, without a number', async () => {
    const [empty, next] = [await draft(), await withFee()];
    expect((await patch(empty, 'issue')).body).toMatchObject({ status: 'DELETED' });
    expect((await patch(next, 'issue')).body.info.number).toBe(1);
    const again = await patch(empty, 'issue');
    expect([again.status, again.body.code]).toEqual([400, 'invoice_state']);
    expect(again.body.detail).toBe('The invoice is DELETED; it must be DRAFT.');
  });

  test('64 invoices concurrently in two processes gives each one number, without gaps, and one event', async () => {
    const ids = await Promise.all(Array.from({ length: 16 }, () => withFee()));
    const replies = await Promise.all(
      Array.from({ length: 64 }, (_, n) =>
        patch(ids[n % 16] as string, 'issue', undefined, n % 2 ? app : other),
      ),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    const numbers = replies.map(({ body }) => body.info.number as number);
    expect([...new Set(numbers)].sort((a, b) => a - b)).toEqual(Array.from({ length: 16 }, (_, n) => n + 1));
    for (const id of ids) expect(await by.actions(id)).toEqual(['ISSUE']);
  });
});

describe('the mail of an issued invoice', () => {
  const buyerOf = async (...names: string[]) => {
    const buyerId = (await by.post('buyer', { name: 'Buyer' })).id as string;
    const contacts: string[] = [];
    for (const name of names) {
      const emailAddress = `${name}@${buyerId}.example`.replaceAll('_', '-');
      contacts.push((await by.post('contact', { emailAddress })).id);
      await by.post(`contact/${contacts.at(-1)}/buyer/${buyerId}`);
    }
    return { buyerId, contacts };
  };
  const mailed = async (buyerId: string) => {
    await app.drainJobs();
    await app.sendMails();
    const domain = `@${buyerId}.example`.replaceAll('_', '-').toLowerCase();
    const addresses = (await app.mails()).flatMap(({ to }) => to.map((address) => address.toLowerCase()));
    return addresses
      .filter((address) => address.endsWith(domain))
      .map((address) => address.split('@')[0])
      .sort();
  };

  test('goes to all contacts of the buyer once, and not again on a repeat', async () => {
    const { buyerId } = await buyerOf('ann', 'bob');
    const id = await withFee({ buyer_id: buyerId });
    expect(await mailed(buyerId)).toEqual([]);
    for (let time = 0; time < 2; time++) expect((await patch(id, 'issue')).status).toBe(200);
    expect(await mailed(buyerId)).toEqual(['ann', 'bob']);
  });

  test('goes to the chosen contacts only', async () => {
    const { buyerId, contacts } = await buyerOf('ann', 'bob');
    await patch(await withFee({ buyer_id: buyerId }), 'issue', [contacts[1]]);
    expect(await mailed(buyerId)).toEqual(['bob']);
  });

  test('to an unknown contact is refused, and the draft is unchanged', async () => {
    const { buyerId, contacts } = await buyerOf('ann');
    const id = await withFee({ buyer_id: buyerId });
    const refused = await patch(id, 'issue', [contacts[0], 'con_none']);
    expect([refused.status, refused.body.errors[0].pointer]).toEqual([400, '/1']);
    expect((await by.get(`invoice/${id}`)).status).toBe('DRAFT');
    expect(await mailed(buyerId)).toEqual([]);
  });

  test('is sent for an automatically issued invoice too', async () => {
    const { buyerId } = await buyerOf('ann');
    const id = await withFee({ buyer_id: buyerId });
    await app.database.query(
      `INSERT INTO job (organization_id, id, kind, lane, payload, clock, due_at, ready_at, creation_time)
       VALUES ($1, 'job_' || $2, 'billing.finalize', 'finalize:' || $2, json_build_object('invoiceId', $2::text), 'wall',
         now(), now(), now())`,
      [org.id, id],
    );
    expect(await mailed(buyerId)).toEqual(['ann']);
    expect((await by.get(`invoice/${id}`)).status).toBe('FINALIZED');
  });
});

describe('voiding', () => {
  test('an issued invoice keeps its number, and the next invoice has the next number', async () => {
    const [id, next] = [await withFee(), await withFee()];
    await patch(id, 'issue');
    const voided = await patch(id, 'void');
    expect(voided.body).toMatchObject({ status: 'CANCELED', info: { number: 1 } });
    expect(unsigned(voided.body)).toBe(unsigned(await by.get(`invoice/${id}`)));
    expect(unsigned((await patch(id, 'void')).body)).toBe(unsigned(voided.body));
    expect((await patch(next, 'issue')).body.info.number).toBe(2);
    expect(await by.actions(id)).toEqual(['ISSUE', 'VOID']);
    const issue = await patch(id, 'issue');
    expect([issue.status, issue.body.detail]).toEqual([400, 'The invoice is CANCELED; it must be DRAFT.']);
  });

  test.each([
    [{ payment_status: 'PROCESSING' }],
    [{ payment_status: 'SUCCESS', paid_amount: 100 }],
    [{ payment_status: 'FAILED', paid_amount: 1 }],
  ])('is refused after a payment, or during one: %o', async (given) => {
    const id = await withFee();
    await patch(id, 'issue');
    const set = Object.entries(given).map(([column, value]) => `${column} = '${value}'`);
    await app.database.query(`UPDATE invoice SET ${set.join(', ')} WHERE organization_id = $1 AND id = $2`, [
      org.id,
      id,
    ]);
    const refused = await patch(id, 'void');
    expect([refused.status, refused.body.code]).toEqual([400, 'invoice_state']);
    expect(refused.body.detail).toContain(given.payment_status);
  });

  test('64 times concurrently happens once, beside as many attempts to issue', async () => {
    const ids = await Promise.all(Array.from({ length: 4 }, () => withFee()));
    const replies = await Promise.all(
      Array.from({ length: 64 }, (_, n) =>
        patch(ids[n % 4] as string, n % 8 < 4 ? 'void' : 'issue', undefined, n % 3 ? app : other),
      ),
    );
    expect(replies.filter(({ status }) => status !== 200 && status !== 400)).toEqual([]);
    for (const id of ids) {
      expect((await by.get(`invoice/${id}`)).status).toBe('CANCELED');
      expect((await by.actions(id)).filter((action) => action === 'VOID')).toHaveLength(1);
    }
  });

  test('drafts the voided charges again', async () => {
    const offer = {
      commits: [{ key: 'fee', rate: 100, length: 1, timeUnit: 'MONTH' }],
      gracePeriodInDays: 5,
    };
    const sold = await sales.sell(offer, '2032-01-01');
    const [first] = await sales.invoices(sold.id);
    await patch(first?.id as string, 'void');
    await app.drainJobs();
    expect((await sales.invoices(sold.id)).map(({ status, info }) => [status, info.dueAmount])).toEqual([
      ['CANCELED', 100],
      ['DRAFT', 100],
    ]);
  });
});

describe('a draft', () => {
  test('can change its due date, discount and memo only', async () => {
    const id = await withFee();
    const changed = await patch(id, 'info', {
      discountType: 'percentage',
      discountAmount: 12.5,
      memo: 'Thank you',
      dueDate: '2030-01-31',
    });
    expect(changed.body).toMatchObject({
      subtotalAmount: 100,
      discountAmount: 12.5,
      dueAmount: 87.5,
      memo: 'Thank you',
      dueDate: '2030-01-31T00:00:00.000Z',
    });
    expect(unsigned(changed.body)).toBe(unsigned((await by.get(`invoice/${id}`)).info));
    expect((await patch(id, 'info', { discountType: 'ABSOLUTE', discountAmount: 130 })).body.dueAmount).toBe(
      0,
    );
    const back = await patch(id, 'info', { discountAmount: null, memo: null });
    expect(back.body.dueAmount).toBe(100);
    expect(back.body.memo).toBeUndefined();
  });

  test.each([
    [{ discountAmount: -1 }, '/discountAmount'],
    [{ discountAmount: 0.001 }, '/discountAmount'],
    [{ discountType: 'PERCENTAGE', discountAmount: 101 }, '/discountAmount'],
    [{ discountType: 'SHARE' }, '/discountType'],
    [{ dueDate: 'soon' }, '/dueDate'],
  ])('refuses %o', async (body, pointer) => {
    const refused = await patch(await withFee(), 'info', body);
    expect(refused.status).toBe(400);
    expect(refused.body.errors[0].pointer).toBe(pointer);
  });

  test('cannot change after it was issued', async () => {
    const id = await withFee();
    await patch(id, 'issue');
    const refused = await patch(id, 'info', { memo: 'late' });
    expect([refused.status, refused.body.detail]).toEqual([
      400,
      'The invoice is FINALIZED; it must be DRAFT.',
    ]);
  });
});

test('two processes that draft at once bill once', async () => {
  const terms = { commits: [{ key: 'fee', rate: 100, length: 1, timeUnit: 'MONTH' }], gracePeriodInDays: 5 };
  const sold = await sales.sell(terms, '2032-01-01');
  await patch((await sales.invoices(sold.id))[0]?.id as string, 'void');
  // Each job has its own lane, so that only the lock of the entitlement orders them.
  await app.database.query(
    `INSERT INTO job (organization_id, id, kind, lane, payload, clock, due_at, ready_at, creation_time)
     SELECT $1, 'job_draft_' || n, 'billing.draft', 'none:' || n, json_build_object('entitlementId', $2::text, 'at', 'now'),
       'wall', now(), now(), now() FROM generate_series(1, 16) n`,
    [org.id, sold.id],
  );
  await Promise.all([app.drainJobs(), other.drainJobs()]);
  expect((await sales.invoices(sold.id)).filter(({ status }) => status === 'DRAFT')).toHaveLength(1);
});

test('merged buyers keep their invoices, and a buyer with an unpaid invoice cannot be deleted', async () => {
  const [one, other] = [
    (await by.post('buyer', { name: 'One' })).id,
    (await by.post('buyer', { name: 'Other' })).id,
  ];
  const id = await draft({ buyer_id: one });
  const refused = await by.call('DELETE', `buyer/${one}?confirm=${one}`);
  expect([refused.status, refused.body.code]).toEqual([409, 'buyer_has_invoices']);
  await by.post(`buyer/${other}/merge`, { buyerIds: [one] });
  expect((await by.get(`invoice/${id}`)).buyerID).toBe(other);
  expect(await by.actions(id)).toEqual(['UPDATE']);
});
