import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp, TestOrganization } from '../harness.ts';
import { type Revenue, revenueOf } from '../revenue.fixture.ts';
import { sharedTestApp } from '../shared-app.ts';

let app: TestApp;
let org: TestOrganization;
let by: Revenue;
beforeAll(async () => {
  app = await sharedTestApp();
  org = await app.organization();
  by = revenueOf(app, org);
  await fill();
});
afterAll(() => app.stop());

const year = 'startDate=2025-01-01&endDate=2025-12-31';

/**
 * Inserts two buyers with one entitlement each, and their revenue on each day of a month in two currencies.
 */
async function fill(): Promise<void> {
  await by.query(
    `INSERT INTO entitlement (organization_id, id, status, partner, product_id, buyer_id, offer_id, info, meta_info,
       creation_time, last_update_time)
     SELECT $1, 'ent_' || n, 'ACTIVE', 'MKA', 'prd_' || n, 'buy_' || n, 'ofr_' || n, '{}', '{}', now(), now()
     FROM generate_series(1, 2) n`,
  );
  const money =
    'amount, collectable_amount, invoice_amount, tax_amount, disburse_amount, refund_invoice_amount, refund_disburse_amount';
  await by.query(
    `INSERT INTO revenue_record (organization_id, id, entitlement_id, product_id, partner, day, currency, ${money}, creation_time,
       last_update_time)
     SELECT $1, 'rvr_' || n || c || to_char(d, 'DD'), 'ent_' || n, 'prd_' || n, 'MKA', d, c, n * 0.1, n * 0.09, n * 0.1, 0, 0, 0, 0,
       now(), now()
     FROM generate_series(1, 2) n, unnest('{USD,EUR}'::text[]) c, generate_series(timestamp '2025-03-01', '2025-03-31', '1 day') d`,
  );
  await by.query(
    `INSERT INTO revenue_daily (organization_id, partner, product_id, day, currency, ${money})
     SELECT r.organization_id, r.partner, p.id, r.day, r.currency, sum(r.amount), sum(r.collectable_amount), sum(r.invoice_amount),
       0, 0, 0, 0 FROM revenue_record r CROSS JOIN LATERAL (SELECT '' AS id UNION SELECT r.product_id) p
     WHERE r.organization_id = $1 GROUP BY 1, 2, 3, 4, 5`,
  );
  await by.query(
    `INSERT INTO revenue_detail (organization_id, id, partner, line_id, version, is_current, sold_id, entitlement_id, product_id, day,
       currency, gross, facts, record, creation_time)
     SELECT $1, 'rvd_' || n, 'MKA', '=line' || n, '1', n <> 3, 'sold', CASE WHEN n < 4 THEN 'ent_1' END, 'prd_1', '2025-03-01', 'USD',
       '-0.5', '{}', ('{"id":"' || n || '","amount":-0.50}')::json, now() FROM generate_series(1, 4) n`,
  );
  await by.query(
    `INSERT INTO usage_daily (organization_id, entitlement_id, day, key, group_by, partner, quantity, amount)
     SELECT $1, 'ent_' || n, '2025-03-0' || d, 'gpu', CASE n WHEN 1 THEN '' ELSE 'os=linux' END, 'MKA', 1.5, 3
     FROM generate_series(1, 2) n, generate_series(1, 3) d`.replace(
      `'2025-03-0' || d,`,
      `('2025-03-0' || d)::date,`,
    ),
  );
  await by.query(
    `INSERT INTO usage_verification (organization_id, entitlement_id, product_id, day, key, partner, reported_quantity,
       reported_amount, billed_quantity, billed_amount)
     VALUES ($1, 'ent_1', 'prd_1', '2025-03-01', 'gpu', 'MKA', 2, 4, 2.0, 4), ($1, 'ent_1', 'prd_1', '2025-03-02', 'gpu', 'MKA', 2, 4, 1, 2),
       ($1, 'ent_2', 'prd_2', '2025-03-02', 'gpu', 'MKA', 2, 4, NULL, NULL), ($1, 'ent_2', 'prd_2', '2025-03-03', 'gpu', 'MKA', NULL, NULL, 1, 2)`,
  );
}

const csvOf = async (path: string) => {
  const { status, text } = await app.request('GET', `/org/${org.id}/${path}`, {
    token: org.token,
    headers: { accept: 'text/csv' },
  });
  expect(status, text).toBe(200);
  return text.trimEnd().split('\r\n');
};
const pagesOf = async (path: string, field: string): Promise<Record<string, unknown>[]> => {
  const found: Record<string, unknown>[] = [];
  for (let offset: number | undefined = 0; offset !== undefined; ) {
    const body: Record<string, never> = await by.get(`${path}&limit=25&offset=${offset}`);
    found.push(...(body[field] as never as Record<string, unknown>[]));
    offset = body.nextOffset;
  }
  return found;
};

describe('revenue records', () => {
  const path = `partner/mka/revenueRecord?${year}`;
  test('are listed in the order of their days, each once over all pages, by offset and by cursor', async () => {
    const all = await pagesOf(path, 'revenueRecords');
    expect(all).toHaveLength(124);
    expect(new Set(all.map(({ id }) => id)).size).toBe(124);
    const dates = all.map(({ date }) => String(date));
    expect(dates).toEqual([...dates].sort());
    const backwards = await pagesOf(`${path}&order=desc`, 'revenueRecords');
    expect(backwards.map(({ id }) => id)).toEqual(all.map(({ id }) => id).reverse());
    const first = await app.request('GET', `/org/${org.id}/${path}&limit=100&count=true`, {
      token: org.token,
    });
    expect(first.headers.get('x-total-count')).toBe('124');
    const next = /<([^>]+)>/.exec(String(first.headers.get('link')))?.[1] as string;
    const second = await app.request('GET', next, { token: org.token });
    expect(second.body.revenueRecords.map(({ id }: { id: string }) => id)).toEqual(
      all.slice(100).map(({ id }) => id),
    );
    expect(all[0]).toMatchObject({
      partner: 'MKA',
      date: '2025-03-01T00:00:00.000Z',
      info: { mkARevenueRecords: [] },
    });
  });

  test.each([
    ['entitlementId=ent_1', 62],
    ['buyerId=buy_2', 62],
    ['productId=prd_1', 62],
    ['productId=prd_1&buyerId=buy_2', 0],
    ['buyerId=nobody', 0],
  ])('of %s are %i', async (filter, count) => {
    expect(await pagesOf(`${path}&${filter}`, 'revenueRecords')).toHaveLength(count);
  });

  test('show their current lines, in the codes of the marketplace', async () => {
    const { revenueRecords: records } = await by.get(
      `${path}&entitlementId=ent_1&endDate=2025-03-01`.replace(`${year}&`, 'startDate=2025-03-01&'),
    );
    const usd = records.find(({ currency }: { currency: string }) => currency === 'USD');
    expect(usd.info.mkARevenueRecords).toEqual([
      { id: '1', amount: -0.5 },
      { id: '2', amount: -0.5 },
    ]);
  });

  test('are returned completely as CSV, with the total count in the last line', async () => {
    const lines = await csvOf(path);
    expect(lines).toHaveLength(126);
    expect(lines.at(-1)).toMatch(/^#end,124,/);
  });
});

describe('lines of revenue', () => {
  test('show their owner; lines that were replaced by another version are hidden', async () => {
    const { revenueRecordDetails: details } = await by.get(`partner/MKA/revenueRecordDetail?${year}`);
    expect(details.map((one: Record<string, unknown>) => one.mkARevenueRecordDetail)).toEqual([
      {
        id: '1',
        amount: -0.5,
        organizationID: org.id,
        entitlementID: 'ent_1',
        offerID: 'ofr_1',
        productID: 'prd_1',
        buyerID: 'buy_1',
      },
      {
        id: '2',
        amount: -0.5,
        organizationID: org.id,
        entitlementID: 'ent_1',
        offerID: 'ofr_1',
        productID: 'prd_1',
        buyerID: 'buy_1',
      },
      { id: '4', amount: -0.5, organizationID: org.id, productID: 'prd_1' },
    ]);
    const { revenueRecordDetails: unmatched } = await by.get(
      `partner/MKA/revenueRecordDetail?unmatched=true&${year}`,
    );
    expect(unmatched).toHaveLength(1);
  });

  test('are safe as CSV: a text that begins like a formula gets an apostrophe, a negative amount does not', async () => {
    const [, first] = await csvOf(`partner/MKA/revenueRecordDetail?${year}`);
    expect(first).toMatch(/^'=line1,1,ent_1,.*,USD,-0\.5,/);
  });
});

describe('revenue by the day', () => {
  const path = 'dailyRevenueRecord?startDate=2025-03-01&endDate=2025-03-31';
  test('has a separate sum for each currency', async () => {
    const days = await by.get(path);
    expect(days).toHaveLength(62);
    expect(days[0]).toEqual({
      organizationID: org.id,
      partner: 'MKA',
      currency: 'EUR',
      date: '2025-03-01T00:00:00.000Z',
      amount: 0.3,
      collectableAmount: 0.27,
      invoiceAmount: 0.3,
      taxAmount: 0,
      disburseAmount: 0,
      refundInvoiceAmount: 0,
      refundDisburseAmount: 0,
    });
  });

  test.each([
    ['productId=prd_2', 0.2],
    ['buyerId=buy_1', 0.1],
    ['entitlementId=ent_2', 0.2],
    ['entitlementId=ent_2&buyerId=buy_2', 0.2],
    ['partner=MKA', 0.3],
  ])('of %s is %f', async (filter, amount) => {
    const days = await by.get(`${path}&${filter}`);
    expect(new Set(days.map((one: { amount: number }) => one.amount))).toEqual(new Set([amount]));
  });

  test('is available as CSV', async () => {
    const lines = await csvOf(path);
    expect(lines.at(-1)).toMatch(/^#end,62,/);
  });

  test('is limited to 400 days, and cannot begin after its end', async () => {
    for (const days of [
      'startDate=2024-01-01&endDate=2025-02-04',
      'startDate=2025-02-02&endDate=2025-02-01',
    ]) {
      const { status, body } = await by.call('GET', `dailyRevenueRecord?${days}`);
      expect(status).toBe(400);
      expect(body.errors[0].pointer).toBe('startDate');
    }
    expect((await by.call('GET', 'dailyRevenueRecord?startDate=2024-01-01&endDate=2025-02-03')).status).toBe(
      200,
    );
  });
});

describe('a report of revenue', () => {
  const body = { partner: 'MKA', service: 'MARKETPLACE', startDate: '2025-01-01', endDate: '2025-12-31' };
  test.each([
    ['GrossAmount', { amount: 9.3 }],
    ['CollectableAmount', { collectableAmount: 8.37 }],
    ['InvoicedAmount', { invoiceAmount: 9.3, taxAmount: 0, refundInvoiceAmount: 0 }],
    ['DisbursedAmount', { disburseAmount: 0, refundDisburseAmount: 0 }],
  ])('of %s by month', async (reportType, amounts) => {
    const report = await by.post('revenueReport', { ...body, reportType });
    expect(report).toMatchObject({ organizationID: org.id, partner: 'MKA', reportType, groupBy: 'month' });
    const common = { organizationID: org.id, partner: 'MKA', date: '2025-03-01T00:00:00.000Z' };
    expect(report.revenueRecords).toEqual([
      { ...common, currency: 'EUR', ...amounts },
      { ...common, currency: 'USD', ...amounts },
    ]);
  });

  test('by day, of a buyer', async () => {
    const report = await by.post('revenueReport', {
      ...body,
      reportType: 'GrossAmount',
      groupBy: 'day',
      buyerID: 'buy_1',
    });
    expect(report.revenueRecords).toHaveLength(62);
    expect(report.revenueRecords[0].amount).toBe(0.1);
  });

  test.each([
    [{}, ['/partner', '/reportType']],
    [{ ...body, reportType: 'Profit' }, ['/reportType']],
    [{ ...body, reportType: 'GrossAmount', startDate: '2026-01-01' }, ['startDate']],
    [{ ...body, reportType: 'GrossAmount', groupBy: 'day', startDate: '2020-01-01' }, ['startDate']],
  ])('with %j is refused', async (given, pointers) => {
    const { status, body: problem } = await by.call('POST', 'revenueReport', given);
    expect(status).toBe(400);
    expect(problem.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual(pointers);
  });
});

describe('usage by the day', () => {
  test('is listed, by buyer and entitlement too, and as CSV', async () => {
    const path = `partner/MKA/usageMeteringDailyRecord?${year}`;
    const all = await pagesOf(path, 'usageMeteringDailyRecords');
    expect(all).toHaveLength(6);
    const { usageMeteringDailyRecords: own } = await by.get(`${path}&buyerId=buy_2`);
    expect(own).toHaveLength(3);
    expect(own[0]).toEqual({
      entitlementID: 'ent_2',
      partner: 'MKA',
      date: '2025-03-01T00:00:00.000Z',
      key: 'gpu',
      groupBysExpression: 'os=linux',
      quantity: 1.5,
      amount: 3,
    });
    expect((await csvOf(`${path}&entitlementId=ent_1`)).at(-1)).toMatch(/^#end,3,/);
  });

  test('can be compared: reported units beside billed units', async () => {
    const path = `partner/MKA/usageMeteringDailyVerification?${year}`;
    const { usageMeteringDailyVerifications: all } = await by.get(path);
    const shown = all.map((one: Record<string, unknown>) =>
      [
        one.entitlementID,
        String(one.reportedDate ?? one.billedDate).slice(8, 10),
        one.isQuantityMatched,
        one.reportedDate === undefined ? 'not reported' : one.billedDate === undefined ? 'not billed' : '',
      ].join(' '),
    );
    expect(shown.sort()).toEqual([
      'ent_1 01 true ',
      'ent_1 02 false ',
      'ent_2 02 false not billed',
      'ent_2 03 false not reported',
    ]);
    expect((await by.get(`${path}&productId=prd_2`)).usageMeteringDailyVerifications).toHaveLength(2);
    expect((await csvOf(path)).at(-1)).toMatch(/^#end,4,/);
  });
});

test('invoiced amounts are without tax and before refunds, which are separate in the report and in the CSV of each marketplace', async () => {
  const other = await app.organization();
  const own = revenueOf(app, other);
  await own.query(
    `INSERT INTO revenue_daily (organization_id, partner, product_id, day, currency, amount, collectable_amount, invoice_amount,
       tax_amount, disburse_amount, refund_invoice_amount, refund_disburse_amount)
     SELECT $1, p, '', d, 'USD', 90, 80, 100, 19.5, 0, 10, 0
     FROM unnest('{MKA,MKB}'::text[]) p, generate_series(date '2025-05-01', '2025-05-02', '1 day') d`,
  );
  const report = await own.post('revenueReport', {
    partner: 'MKB',
    service: 'MARKETPLACE',
    reportType: 'InvoicedAmount',
    startDate: '2025-05-01',
    endDate: '2025-05-31',
  });
  expect(report.revenueRecords).toMatchObject([
    { partner: 'MKB', invoiceAmount: 200, taxAmount: 39, refundInvoiceAmount: 20 },
  ]);
  const path = `/org/${other.id}/dailyRevenueRecord?startDate=2025-05-01&endDate=2025-05-01`;
  const { text } = await app.request('GET', path, { token: other.token, headers: { accept: 'text/csv' } });
  const [header = [], ...lines] = text.split('\r\n').map((line) => line.split(','));
  const cells = (name: string) => lines.slice(0, 2).map((line) => line[header.indexOf(name)]);
  expect(['partner', 'invoiceAmount', 'taxAmount', 'refundInvoiceAmount'].map(cells)).toEqual([
    ['MKA', 'MKB'],
    ['100', '100'],
    ['19.5', '19.5'],
    ['10', '10'],
  ]);
});
