import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fillPath, type Operation, operations } from '../generated/operations.ts';
import { sampled } from '../generated/sample.ts';
import { startTestApp, type TestApp } from '../harness.ts';
import { createListWorld, type ListWorld } from '../list-world.ts';

let app: TestApp;
let world: ListWorld;

type Value = string | number | null;
type Row = { id: string; info?: Record<string, Value> } & Record<string, unknown>;

const lists = operations.filter(({ parameters }) => parameters.some(({ name }) => name === 'sort'));
const sortsOf = ({ parameters }: Operation): string[] => {
  const schema = parameters.find(({ name }) => name === 'sort')?.schema as { enum: string[] };
  return schema.enum;
};
/** Each list with each field by which it can be sorted. */
const cases = lists.flatMap((list) =>
  sortsOf(list)
    .filter((sort) => sort !== 'creationTime')
    .map((sort) => ({ operationId: list.operationId, sort, list })),
);

/** The tables of the lists. */
const tables: Readonly<Record<string, string>> = {
  listOffers: 'offer',
  listEntitlements: 'entitlement',
  listProducts: 'product',
  listProductsByPartner: 'product',
  listBuyers: 'buyer',
  listContacts: 'contact',
  listInvoices: 'invoice',
};
/** The column of a field, from which the service derives the values by which it sorts. */
const columnOf = (field: string): string =>
  field === 'emailAddress' ? 'email' : field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * The values of a field in five rows, in order of creation: equal values, two of which differ by case, and rows without
 * a value.
 */
function valuesOf(table: string, field: string): readonly Value[] {
  const [, later, first] = ['', '2027-03-01T00:00:00Z', '2026-12-31T23:00:00.5Z'];
  switch (field) {
    case 'name':
      return ['Übung', null, 'acme “x” 2', 'ACME “x” 2', ''];
    case 'emailAddress':
      return ['zoe@example.com', null, 'Ann@example.com', 'bo@example.com', null];
    case 'status':
      return table === 'invoice'
        ? ['DRAFT', 'CANCELED', 'DRAFT', 'CANCELED', 'DRAFT']
        : table === 'product'
          ? ['PUBLIC', 'DRAFT', 'PUBLIC', 'DRAFT', 'PUBLIC']
          : ['DRAFT', 'ACTIVE', 'DRAFT', 'PENDING_CREATE', 'ACTIVE'];
    case 'dueAmount':
      return [10, 9.5, 1_000_000, 0, 10];
    default:
      return [later as string, null, first as string, later as string, null];
  }
}

const setValue = (table: string, field: string, value: Value, id: string) =>
  app.database.query(`UPDATE ${table} SET ${columnOf(field)} = $1 WHERE organization_id = $2 AND id = $3`, [
    value,
    world.id,
    id,
  ]);

/** Gives the rows of a list the values of a field. */
async function setValues({ list, sort }: (typeof cases)[number]): Promise<void> {
  const table = tables[list.operationId] as string;
  const type =
    { dueAmount: 'numeric', name: 'text', emailAddress: 'text', status: 'text' }[sort] ?? 'timestamptz';
  await app.database.query(
    `UPDATE ${table} t SET ${columnOf(sort)} = given.value
     FROM (SELECT id, row_number() OVER (ORDER BY creation_time, id) AS n FROM ${table} WHERE organization_id = $1) own
       JOIN unnest($2::${type}[]) WITH ORDINALITY AS given (value, n) USING (n)
     WHERE t.organization_id = $1 AND t.id = own.id`,
    [world.id, valuesOf(table, sort)],
  );
}

beforeAll(async () => {
  app = await startTestApp();
  world = await createListWorld(app);
});
afterAll(() => app.stop());

const get = (list: Operation, query: string) =>
  app.request('GET', `${fillPath(list.path, world.ids)}?${query}`, { token: world.token });
type Reply = Awaited<ReturnType<typeof get>>;

async function rowsOf(list: Operation, query: string): Promise<Row[]> {
  const reply = await get(list, query);
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
}

const queryOfNext = ({ headers }: Reply): string | undefined => {
  const link = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
  return link && new URL(link, app.url).searchParams.toString();
};

/** Returns the ids of all pages by the link of each page. Between the first and the second page, `change` runs. */
async function walk(list: Operation, query: string, change = async (_first: Row) => {}): Promise<string[]> {
  const seen: string[] = [];
  for (let next: string | undefined = query; next !== undefined; ) {
    const reply: Reply = await get(list, next);
    expect(reply.status, reply.text).toBe(200);
    if (seen.length === 0) await change(reply.body[0]);
    seen.push(...reply.body.map(({ id }: Row) => id));
    next = queryOfNext(reply);
  }
  return seen;
}

/** Returns the ids of rows in the expected order: equal values in the given order, rows without a value last. */
function sorted(rows: readonly Row[], field: string, isDescending: boolean): string[] {
  const valueIn = ({ info, ...row }: Row): Value => {
    const value = ((field in row ? row[field] : info?.[field]) ?? null) as Value;
    return value === ''
      ? null
      : typeof value === 'string' && /name|email/.test(field)
        ? value.toLowerCase()
        : value;
  };
  const compare = (a: Value, b: Value) => ((a as string) < (b as string) ? -1 : a === b ? 0 : 1);
  const inOrder = isDescending ? [...rows].reverse() : rows;
  const withValue = inOrder.filter((row) => valueIn(row) !== null);
  const without = inOrder.filter((row) => valueIn(row) === null);
  const ids = [...withValue].sort((a, b) => compare(valueIn(a), valueIn(b)) * (isDescending ? -1 : 1));
  return [...ids, ...without].map(({ id }) => id);
}

test('each list with a sort is in the table of this test', () => {
  expect(lists.map(({ operationId }) => operationId).sort()).toEqual(Object.keys(tables).sort());
});

/** Filters that the rows of the list match, except those by fields that the tests change. */
const filtersOf = ({ parameters, operationId }: Operation): string => {
  const values = world.filtersOf(operationId);
  const names = parameters.filter((each) => each.in === 'query').map(({ name }) => name);
  const used = names.filter((name) => name in values && name !== 'status' && name !== 'fields');
  return used.map((name) => `${name}=${values[name]}`).join('&');
};

describe.each(sampled(cases))('$operationId sorted by $sort', (one) => {
  const { list, sort, operationId } = one;
  const table = tables[operationId] as string;
  beforeAll(() => setValues(one));

  test.each(['asc', 'desc'])(
    'has all rows in order, by link and by offset, with filters: %s',
    async (order) => {
      const inOrder = (rows: readonly Row[]) => sorted(rows, sort, order === 'desc');
      const filters = filtersOf(list);
      const [usual, filtered] = await Promise.all([rowsOf(list, ''), rowsOf(list, filters)]);
      expect(usual.length).toBeGreaterThanOrEqual(5);
      expect(filtered.length).toBeGreaterThanOrEqual(4);
      const query = `sort=${sort}&order=${order}`;
      const [whole, offset, ...walked] = await Promise.all([
        rowsOf(list, query),
        rowsOf(list, `${query}&offset=2&limit=2`),
        ...[1, 2, 3].map((limit) => walk(list, `${query}&limit=${limit}`)),
        walk(list, `${filters}&${query}&limit=2`),
      ] as const);
      const expected = inOrder(usual);
      expect(whole.map(({ id }) => id)).toEqual(expected);
      expect(offset.map(({ id }) => id)).toEqual(expected.slice(2, 4));
      expect(walked).toEqual([expected, expected, expected, inOrder(filtered)]);
    },
  );

  test.each(['asc', 'desc'])(
    'has each unchanged row once when a row changes between pages: %s',
    async (order) => {
      const before = await rowsOf(list, '');
      let changed = '';
      const values = valuesOf(table, sort);
      const last = values.includes(null) ? null : (values[order === 'asc' ? 0 : 1] as Value);
      const seen = await walk(list, `sort=${sort}&order=${order}&limit=2`, async ({ id }) => {
        changed = id;
        await setValue(table, sort, last, id);
      });
      const expected = sorted(before, sort, order === 'desc').filter((id) => id !== changed);
      expect(seen.filter((id) => id !== changed)).toEqual(expected);
      await setValues(one);
    },
  );
});

describe('sort', () => {
  const offers = lists.find(({ operationId }) => operationId === 'listOffers') as Operation;
  const refusal = async (query: string) => {
    const { status, body } = await get(offers, query);
    return [status, body.errors];
  };
  const cursorOf = async (query: string) =>
    new URLSearchParams(queryOfNext(await get(offers, query))).get('cursor') as string;

  test.each(lists)('$operationId: creationTime is the usual order, with the same cursors', async (list) => {
    const [one, two] = [await get(list, 'limit=1'), await get(list, 'limit=1&sort=creationTime')];
    expect(two.text).toBe(one.text);
    expect(queryOfNext(two)?.replace('sort=creationTime&', '')).toBe(queryOfNext(one));
  });

  test.each(lists)('$operationId: an unknown field is a 400 that lists the possible fields', async (list) => {
    const { status, body } = await get(list, 'sort=colour');
    const known = sortsOf(list).map((name) => `"${name}"`);
    expect([status, body.errors[0].pointer]).toEqual([400, 'sort']);
    for (const name of known) expect(body.errors[0].message).toContain(name);
  });

  test('a cursor of another sort, order or filter, or without a sort, is a 400', async () => {
    const [plain, byName] = [await cursorOf('limit=1'), await cursorOf('sort=name&limit=1')];
    const other = [{ pointer: 'cursor', message: 'belongs to a list with a different sort' }];
    expect(await refusal(`cursor=${plain}&sort=name`)).toEqual([400, other]);
    expect(await refusal(`cursor=${byName}`)).toEqual([400, other]);
    expect(await refusal(`cursor=${byName}&sort=status`)).toEqual([400, other]);
    expect(await refusal(`cursor=${byName}&sort=name&order=desc`)).toEqual([
      400,
      [{ pointer: 'cursor', message: 'belongs to a list in the other order' }],
    ]);
    expect(await refusal(`cursor=${byName}&sort=name&partner=MKA`)).toEqual([
      400,
      [{ pointer: 'cursor', message: 'belongs to a list with other filters' }],
    ]);
    expect(await refusal(`cursor=${byName}&sort=name&offset=1`)).toMatchObject([
      400,
      [{ pointer: 'cursor' }],
    ]);
  });

  test.each([
    ['name', ''],
    ['name', 'acme'],
    ['name', '=a\0b'],
    ['expireTime', '=soon'],
    ['expireTime', '=2027-02-30T00:00:00.000000Z'],
  ])('a cursor by %s with the changed value %j is a 400', async (sort, value) => {
    const cursor = Buffer.from(await cursorOf(`sort=${sort}&limit=1`), 'base64url').toString();
    const changed = `${cursor.split(' ').slice(0, 4).join(' ')} ${value}`;
    expect(await refusal(`sort=${sort}&cursor=${Buffer.from(changed).toString('base64url')}`)).toEqual([
      400,
      [{ pointer: 'cursor', message: 'is not a valid cursor' }],
    ]);
  });

  test('a name of 300 characters has a cursor', async () => {
    const name = '名'.repeat(300);
    await setValue('offer', 'name', name, 'ofr_1');
    expect(await walk(offers, 'sort=name&limit=1')).toContain('ofr_1');
    expect((await walk(offers, 'sort=name&order=desc&limit=1')).at(0)).toBe('ofr_1');
  });
});
