import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OrgScope } from '../../src/platform/access/scope.ts';
import { printedLines } from '../../src/platform/csv/print.ts';
import { createCsvWriter } from '../../src/platform/csv/write.ts';
import { typeParsers } from '../../src/platform/database/statement.ts';
import { printedTable } from '../../src/platform/lists/csv-list.ts';
import { type DayList, dayStatements } from '../../src/reports/day-list.ts';
import { detailList, recordList, usageList, verificationList } from '../../src/reports/lists.ts';
import type { TestApp, TestOrganization } from '../harness.ts';
import { revenueOf } from '../revenue.fixture.ts';
import { sharedTestApp } from '../shared-app.ts';

let app: TestApp;
let org: TestOrganization;
beforeAll(async () => {
  app = await sharedTestApp();
  org = await app.organization();
});
afterAll(() => app.stop());

const first = [
  '=',
  '+',
  '-',
  '@',
  '\t',
  '\r',
  '\n',
  '\uFF1D',
  '\uFF0B',
  '\uFF0D',
  '\uFF20',
  '#',
  '"',
  "'",
  ',',
  ' ',
];
const texts = [
  null,
  '',
  'ent_1',
  'a b-c_d.e:f/g',
  ...first,
  ...first.flatMap((character) => [
    `${character}1`,
    `a${character}`,
    `a${character}b`,
    `${character}"x",\r\n`,
  ]),
  '=cmd|"/c calc"!A1',
  '""',
  '#end',
  'é',
  '𝒳 ünïcode 日本',
  '\u{1F600}=1',
  '\uFEFFx',
  '\u00A0=1',
  '\u2028',
  '\\x01',
  '\u0001=1',
  'a\u0001=1',
  "\\'$1\\&",
];

const table = printedTable([
  ['one', 'one', 'text', 'Text.'],
  ['amount', 'amount', 'number', 'A number.'],
  ['two', 'two', 'text', 'Text.'],
  ['isOne', 'is_one', 'json', 'Yes or no.'],
  ['date', 'day', 'time', 'A day.'],
]);
const columns = table.cells.map(({ sql }) => sql).join(', ');
const numbers = ['-12345678901234567890.5', '0', '0.10', null];

describe('a line printed by the database', () => {
  const rows = texts.flatMap((one, index) => [
    [one, numbers[index % 4], texts[(index * 7) % texts.length], index % 3 === 0, '2025-03-01'] as const,
    [one, null, null, null, null] as const,
    ['ent_1', '-1', one, false, null] as const,
  ]);

  const printed = async (those: readonly (readonly unknown[])[]) => {
    const { rows: found } = await app.database.query(
      `WITH t AS (SELECT ${columns} FROM unnest($1::text[], $2::numeric[], $3::text[], $4::boolean[], $5::date[]) t(${columns}))
       SELECT ${printedLines(table.cells, 't')} FROM t`,
      [0, 1, 2, 3, 4].map((index) => those.map((row) => row[index])),
    );
    return found;
  };
  const { lines } = createCsvWriter(table.columns);

  test('equals the program’s line byte for byte, for all special texts', async () => {
    expect(await printed(rows)).toEqual([{ lines: lines(rows), rows: String(rows.length) }]);
  });

  test('equals the program’s line as a single row too', async () => {
    for (const row of rows) expect(await printed([row])).toEqual([{ lines: lines([row]), rows: '1' }]);
  });

  test('equals the program’s line without texts, and without lines', async () => {
    const cells = [
      { sql: 'amount', kind: 'number' },
      { sql: 'day', kind: 'time' },
    ] as const;
    const { rows: found } = await app.database.query(
      `WITH t (amount, day) AS (VALUES (-1.50, date '2025-03-01')) SELECT ${printedLines(cells, 't')} FROM t`,
    );
    expect(found).toEqual([{ lines: '-1.50,2025-03-01\r\n', rows: '1' }]);
    expect(await printed([])).toEqual([{ lines: '', rows: '0' }]);
  });
});

test('escapes only texts chosen by users, in revenue too', async () => {
  const cells = [
    { sql: 'id', kind: 'text', isMade: true },
    { sql: 'name', kind: 'text' },
  ] as const;
  const { rows: found } = await app.database.query(
    `WITH t (id, name) AS (VALUES ('ent_1', '=1'), ('ent_2', 'a')) SELECT ${printedLines(cells, 't')} FROM t`,
  );
  expect(found).toEqual([{ lines: "ent_1,'=1\r\nent_2,a\r\n", rows: '2' }]);
  expect(printedLines(cells, 't')).not.toMatch(/concat_ws\([^)]*\bid\b|regexp_replace\(id/);
  const chosen = ({ csv }: DayList) =>
    csv.cells.flatMap(({ sql, kind, isMade }) => (kind === 'text' && !isMade ? [sql] : []));
  expect([recordList, detailList(false)].map(chosen)).toEqual([
    ['product_id', 'currency'],
    ['line_id', 'version', 'product_id', 'currency', 'payout_id'],
  ]);
});

describe('a list printed by the database', () => {
  const days = { partner: 'MKA', first: '2025-01-01', last: '2025-12-31' };
  beforeAll(async () => {
    const by = revenueOf(app, org);
    await by.query(
      `INSERT INTO entitlement (organization_id, id, status, partner, product_id, buyer_id, offer_id, info, meta_info, creation_time,
         last_update_time)
       SELECT $1, 'ent_' || n, 'ACTIVE', 'MKA', 'prd', 'buy_' || n % 3, 'ofr', '{}', '{}', now(), now() FROM generate_series(0, 50) n`,
    );
    await by.query(
      `INSERT INTO revenue_record (organization_id, id, entitlement_id, product_id, partner, day, currency, amount, collectable_amount,
         invoice_amount, tax_amount, disburse_amount, refund_invoice_amount, refund_disburse_amount, invoice_date, creation_time,
         last_update_time)
       SELECT $1, 'rvr_' || n, 'ent_' || n % 100, CASE n % 5 WHEN 0 THEN '=1,"2"' WHEN 1 THEN 'prd' END, 'MKA',
         date '2025-01-01' + n / 100, 'USD', -n, 1, 1.50, 0, 0, 0, 0, CASE WHEN n % 2 = 0 THEN date '2025-03-01' END, now(), now()
       FROM generate_series(1, 4500) n`,
    );
    await by.query(
      `INSERT INTO usage_daily (organization_id, entitlement_id, day, key, partner, quantity)
       SELECT $1, 'ent_1', '2025-03-01', key, 'MKA', 1 FROM unnest($2::text[]) key`,
      texts.filter((text) => text !== null),
    );
    await by.query(
      `INSERT INTO usage_verification (organization_id, entitlement_id, product_id, day, key, partner, reported_quantity, billed_quantity)
       SELECT $1, 'ent_1', '+prd', '2025-03-01', key, 'MKA', 1, nullif(length(key) % 3, 0) FROM unnest($2::text[]) key`,
      texts.filter((text) => text !== null),
    );
    await by.query(
      `INSERT INTO revenue_detail (organization_id, id, partner, line_id, version, is_current, day, currency, gross, facts, record,
         creation_time)
       SELECT $1, 'rvd_' || n, 'MKA', line, '1', true, '2025-03-01', 'USD', -0.5, '{}', '{}', now()
       FROM unnest($2::text[]) WITH ORDINALITY t(line, n)`,
      texts.filter((text) => text !== null),
    );
    await app.database.query(
      'ANALYZE entitlement; ANALYZE revenue_record; ANALYZE revenue_detail; ANALYZE usage_daily; ANALYZE usage_verification',
    );
  });

  /** Returns the CSV output of the service for rows that are read like a JSON page. */
  async function written(list: DayList, place: object, filter: object): Promise<string> {
    const scope = { organizationId: org.id } as OrgScope;
    const all = { limit: 10_000, offset: 0, descending: false, after: undefined, ...place };
    const { rows } = dayStatements(scope, { ...days, ...filter }, { ...list, bytes: '0' }, all);
    const found = (
      await app.database.query({ text: rows.text, values: [...rows.values], types: typeParsers })
    ).rows;
    const { header, lines, end } = createCsvWriter(list.csv.columns);
    const cells = found.slice(0, all.limit).map((row) => list.csv.cells.map(({ sql }) => row[sql]));
    return `${header()}${lines(cells)}${end(cells.length)}`;
  }

  test.each<[string, DayList, string, object, object]>([
    ['revenueRecord', recordList, '', {}, {}],
    ['revenueRecord', recordList, '&order=desc', { descending: true }, {}],
    ['revenueRecord', recordList, '&offset=100&limit=7', { offset: 100, limit: 7 }, {}],
    ['revenueRecord', recordList, '&limit=1000', { limit: 1000 }, {}],
    ['revenueRecord', recordList, '&offset=1000', { offset: 1000 }, {}],
    ['revenueRecord', recordList, '&buyerId=buy_1', {}, { buyerId: 'buy_1' }],
    ['revenueRecord', recordList, '&entitlementId=ent_1', {}, { entitlementId: 'ent_1' }],
    ['revenueRecord', recordList, '&productId=none', {}, { productId: 'none' }],
    ['revenueRecordDetail', detailList(false), '', {}, {}],
    ['usageMeteringDailyRecord', usageList, '', {}, {}],
    ['usageMeteringDailyVerification', verificationList, '', {}, {}],
  ])('equals the program’s list byte for byte: %s', async (name, list, query, place, filter) => {
    const { text } = await app.request(
      'GET',
      `/org/${org.id}/partner/MKA/${name}?startDate=${days.first}&endDate=${days.last}${query}`,
      { token: org.token, headers: { accept: 'text/csv' } },
    );
    expect(text).toBe(await written(list, place, filter));
  });
});
