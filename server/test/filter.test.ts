import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '../src/platform/database/database.ts';
import type { Row } from '../src/platform/database/statement.ts';
import { anyFilter, columns } from '../src/platform/filter/filter.fixture.ts';
import type { Filter, Value } from '../src/platform/filter/filter.ts';
import { filteredStatements, numberedBatch, pageNumberOf } from '../src/platform/filter/index.ts';
import type { Answer, RawJson } from '../src/platform/http/route.ts';
import { createTestDatabase, type TestDatabase } from './harness.ts';

type Sample = {
  id: string;
  event_type: string | null;
  creation_time: string | null;
  amount: string | null;
  sealed: boolean | null;
};

const types = [
  'CREATE.OFFER',
  'UPDATE.OFFER',
  'o',
  'O',
  '',
  '50%',
  'a_b',
  "it's",
  'é\u{1F600}',
  'null',
  null,
];
const times = ['2027-01-31T00:00:00.000Z', '2027-02-01T12:30:00.500Z', null];
const amounts = ['0', '-1', '1.5', '12345678901234567890', '1000.00', '0.02', null];
const samples = types.flatMap((event_type, a) =>
  amounts.map((amount, b): Sample => {
    const id = `row_${String(a * 7 + b).padStart(3, '0')}`;
    const sealed = [true, false, null][(a + b) % 3] as boolean | null;
    return { id, event_type, creation_time: times[(a + 2 * b) % 3] as string | null, amount, sealed };
  }),
);

let testDatabase: TestDatabase;
let database: Database;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  await testDatabase.query(`
    CREATE TABLE sample (organization_id text COLLATE "C" NOT NULL, id text COLLATE "C" NOT NULL,
      event_type text COLLATE "C", creation_time timestamptz, amount numeric, sealed boolean,
      PRIMARY KEY (organization_id, id));
    CALL protect_tenant_table('sample');
    GRANT SELECT, INSERT ON sample TO tradepost_app`);
  const { connectionString } = testDatabase;
  // A single connection, so that all unnamed statements run on the same connection.
  database = await openDatabase({ connectionString, poolSize: 1, pipelines: 1, onError: () => {} });
  for (const organizationId of ['org_a', 'org_b'])
    await inOrganization(organizationId, {
      name: 'insert_samples',
      text: `INSERT INTO sample (organization_id, id, event_type, creation_time, amount, sealed)
             SELECT $1, s.id, s.event_type, s.creation_time, s.amount, s.sealed
             FROM json_to_recordset($2) AS s(id text, event_type text, creation_time timestamptz, amount numeric,
               sealed boolean)`,
      values: [organizationId, JSON.stringify(samples)],
    });
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

const inOrganization = async (
  organizationId: string,
  ...statements: Parameters<Database['batch']>[0]
): Promise<Row[][]> => {
  const text = `SELECT set_config('app.organization_id', $1, true)`;
  const [, ...rows] = await database.batch([{ name: 'set', text, values: [organizationId] }, ...statements]);
  return rows;
};

type Page = Parameters<typeof filteredStatements>[0]['page'];

const list = {
  organizationId: 'org_a',
  from: 'sample r LEFT JOIN sample other ON other.organization_id = r.organization_id AND other.id = r.id',
  alias: 'r',
  select: 'r.id, other.organization_id',
  columns,
  defaultSort: [{ column: 'creation_time', descending: true }],
};

async function read(page: Partial<Page>): Promise<{ ids: string[]; total: number }> {
  const { rows, count } = filteredStatements({
    ...list,
    page: { size: 1000, number: 1, filter: undefined, sort: undefined, ...page },
  });
  expect(rows.values[0]).toBe('org_a');
  const [listed = [], counted] = await inOrganization('org_a', rows, count);
  expect(listed.every((row) => row.organization_id === 'org_a')).toBe(true);
  return { ids: listed.map((row) => row.id as string), total: counted?.[0]?.total as number };
}

const ask = (query: Parameters<typeof pageNumberOf>[0]) => read(pageNumberOf(query, columns));

/** Evaluates a filter without SQL. */
function holds(filter: Filter, row: Sample): boolean {
  switch (filter.form) {
    case 'not':
      return !holds(filter.filter, row);
    case 'and':
      return filter.filters.every((part) => holds(part, row));
    case 'or':
      return filter.filters.some((part) => holds(part, row));
    default: {
      const value = row[filter.column as keyof typeof columns];
      if (filter.form === 'is-null') return value === null;
      if (filter.form === 'compare') return comparisonHolds(filter, value);
      if (value === null) return false;
      if (filter.form === 'in')
        return filter.values.some((other) => order(filter.column, value, other) === 0);
      return likePattern(filter.pattern, filter.ignoreCase).test(folded(String(value), filter.ignoreCase));
    }
  }
}

function comparisonHolds(filter: Extract<Filter, { form: 'compare' }>, value: Value | null): boolean {
  if (filter.comparison === '!=') return !comparisonHolds({ ...filter, comparison: '=' }, value);
  if (value === null || filter.value === null) return filter.comparison === '=' && value === filter.value;
  const sign = order(filter.column, value, filter.value);
  return { '=': sign === 0, '<': sign < 0, '<=': sign <= 0, '>': sign > 0, '>=': sign >= 0 }[
    filter.comparison
  ];
}

function order(column: string, a: Value, b: Value): number {
  if (column === 'amount') return new Decimal(String(a)).comparedTo(String(b));
  if (column === 'creation_time') return Date.parse(String(a)) - Date.parse(String(b));
  return Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)));
}

/** Folds a text for comparison in the collation "C"; ASCII letters only. */
const folded = (text: string, ignoreCase: boolean) =>
  ignoreCase ? text.replace(/[A-Z]/g, (letter) => letter.toLowerCase()) : text;

function likePattern(pattern: string, ignoreCase: boolean): RegExp {
  const source = folded(pattern, ignoreCase).replace(/\\(.)|%|_|[^\\%_]/gsu, (part, escaped?: string) => {
    if (part === '%') return '.*';
    return part === '_' ? '.' : (escaped ?? part).replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
  });
  return new RegExp(`^${source}$`, 'su');
}

const matching = (filter: Filter) => samples.filter((row) => holds(filter, row)).map(({ id }) => id);

describe('a filter', () => {
  test('finds exactly the matching rows', async () => {
    const found = async (filter: Filter) => {
      const { ids, total } = await read({ filter });
      expect(ids.sort()).toEqual(matching(filter));
      expect(total).toBe(ids.length);
    };
    await fc.assert(fc.asyncProperty(anyFilter, found), { numRuns: 300 });
  });

  test.each<[q: string, holds: (row: Sample) => boolean]>([
    [`(= event_type 'CREATE.OFFER')`, (row) => row.event_type === 'CREATE.OFFER'],
    [`(!= event_type 'CREATE.OFFER')`, (row) => row.event_type !== 'CREATE.OFFER'],
    [`(not (= event_type 'CREATE.OFFER'))`, (row) => row.event_type !== 'CREATE.OFFER'],
    ['(= event_type null)', (row) => row.event_type === null],
    [`(in event_type o '50%')`, (row) => row.event_type === 'o' || row.event_type === '50%'],
    [`(like event_type '%\\%')`, (row) => row.event_type === '50%'],
    [`(like event_type 'a\\_b')`, (row) => row.event_type === 'a_b'],
    [`(like event_type '_')`, (row) => row.event_type === 'o' || row.event_type === 'O'],
    [`(ilike event_type '%offer')`, (row) => row.event_type?.endsWith('OFFER') === true],
    ['(= amount 1.50)', (row) => row.amount === '1.5'],
    ['(= amount 12345678901234567890)', (row) => row.amount === '12345678901234567890'],
    ['(= creation_time 2027-01-31T05:30:00+05:30)', (row) => row.creation_time === times[0]],
    ['(and (= sealed true) (> amount 1))', (row) => row.sealed === true && Number(row.amount) > 1],
    ['(not (not (> amount 1)))', (row) => Number(row.amount) > 1],
  ])('%s finds the matching rows', async (q, wanted) => {
    const expected = samples.filter(wanted).map(({ id }) => id);
    expect(expected.length).toBeGreaterThan(0);
    const { ids, total } = await ask({ q, page_size: 1000 });
    expect(ids.sort()).toEqual(expected);
    expect(total).toBe(expected.length);
  });
});

describe('a page', () => {
  test.each(['sealed', '-sealed', 'sealed:desc,amount:asc', 'event_type', undefined])(
    'orders rows of equal value by id, so that every row is on exactly one page (%s)',
    async (s) => {
      const listed: string[] = [];
      for (let number = 1; number <= 8; number++) {
        const { ids, total } = await ask({ page_size: 10, page_number: number, s });
        expect([ids.length, total]).toEqual([number < 8 ? 10 : 7, 77]);
        listed.push(...ids);
      }
      expect(listed.sort()).toEqual(samples.map(({ id }) => id));
    },
  );

  test('has the requested order', async () => {
    const { ids } = await ask({ q: '(is-null event_type)', s: '-amount' });
    const amount = (id: string) => samples.find((row) => row.id === id)?.amount;
    expect(ids.map(amount)).toEqual([null, '12345678901234567890', '1000.00', '1.5', '0.02', '0', '-1']);
  });

  test('has 20 rows by default, and the total count', async () => {
    const page = pageNumberOf({}, columns);
    const { ids, total } = await read(page);
    expect([ids.length, total]).toEqual([20, 77]);
    const { respond } = numberedBatch({ ...list, page }, (row) => JSON.stringify(row));
    const { body } = respond([[{ id: 'row_1' }], [{ total }]]) as Answer;
    expect(JSON.parse((body as RawJson).text)).toEqual({
      data: [{ id: 'row_1' }],
      page_number: 1,
      page_size: 20,
      total_count: 77,
    });
  });

  test('after the last one is empty', async () => {
    expect(await ask({ page_number: 1_000_000, page_size: 1000 })).toEqual({ ids: [], total: 77 });
  });
});

describe('statements', () => {
  beforeEach(async () => {
    for (const name of ['a', 'b', 'c']) await ask({ q: `(= event_type '${name}')`, s: 'amount' });
  });

  test('of a list are prepared on the connection, statements with callers’ filters are not', async () => {
    await ask({});
    await ask({ page_number: 2 });
    const [kept] = await database.batch([
      { name: 'kept', text: 'SELECT statement FROM pg_prepared_statements', values: [] },
    ]);
    const ofSamples = kept?.filter(({ statement }) => /FROM sample/.test(statement as string));
    expect(ofSamples).toHaveLength(2);
  });
});
