import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { takesArray } from './generated/bodies.ts';
import { listWith, otherFilters, realCursor, rightPages, wrongPages } from './generated/cursors.ts';
import { expecting, naming, tell } from './generated/expectations.ts';
import { bodyWith, type Field, fieldsOf, pointerOf } from './generated/fields.ts';
import { bodySchema, isPublic, type Operation, operations, type Schema } from './generated/operations.ts';
import { disagreements } from './generated/schema-check.ts';
import { parsed, type Session, startSession, type Tried, withBody } from './generated/session.ts';
import * as values from './generated/values.ts';

/** More runs try more values for each field; a seed repeats a run. */
const runs = Number(process.env.GENERATED_RUNS ?? 1);
const seed = Number(process.env.GENERATED_SEED ?? 1);

const guardedWithBody = withBody.filter((operation) => !isPublic(operation));
const schemaOf = (operation: Operation): Schema => bodySchema(operation.requestBody) ?? {};

/** True for a free-form record: whatever is in it is kept. */
const isFree = (operation: Operation): boolean =>
  fieldsOf(schemaOf(operation), 2).every(({ schema }) => Object.keys(schema).length === 0);

let session: Session;
beforeAll(async () => {
  session = await startSession();
});
afterAll(() => session.stop());

describe('R1 R4 every field of every body', () => {
  const depthOf = (operation: Operation) => (operation.operationId === 'createOffer' ? 2 : 3);

  /** R9, R15: what is the service's is ignored, of whatever type it is. */
  const isIgnored = (operation: Operation, { path }: Field): boolean => {
    const route = session.app.app.routes.find(({ operationId }) => operationId === operation.operationId);
    const name = path.join('.');
    return route?.ignored?.some((ignored) => name === ignored || name.startsWith(`${ignored}.`)) ?? false;
  };

  async function tryField(
    operation: Operation,
    field: Field,
    raws: readonly string[],
    base = session.body(operation),
  ): Promise<Tried[]> {
    const results: Tried[] = [];
    for (const raw of raws) {
      const tried = await session.call(operation, { raw: bodyWith(field.path, raw, base) });
      if (isIgnored(operation, field)) {
        // Only what no body may hold, whatever the field, is refused.
        results.push(expecting(tried, values.ofEachType.includes(raw) ? [200] : [200, 400]));
        continue;
      }
      const value = parsed(raw);
      const wrong = value !== null && disagreements(field.schema, value).length > 0 && value !== '';
      const named = value !== null && wrong ? naming(expecting(tried, [400]), pointerOf(field.path)) : tried;
      results.push(named);
    }
    return results;
  }

  test.each(guardedWithBody)('$operationId: a value of each type', async (operation) => {
    const fields = fieldsOf(schemaOf(operation), depthOf(operation));
    const tried = [];
    for (const field of fields) tried.push(...(await tryField(operation, field, values.ofEachType)));
    expect(tell(tried)).toEqual([]);
    const refused = tried.filter(({ got }) => got.status === 400).length;
    expect(refused).toBeGreaterThanOrEqual(isFree(operation) ? 0 : fields.length);
  });

  test.each(guardedWithBody)('$operationId: awkward values', async (operation) => {
    const random = values.seeded(seed);
    const tried = [];
    const fields = fieldsOf(schemaOf(operation), depthOf(operation));
    const few = fields.length < 20;
    for (const field of fields)
      tried.push(
        ...(await tryField(operation, field, values.sample(values.awkward, few ? 1000 : 5 * runs, random))),
      );
    expect(tell(tried)).toEqual([]);
  });

  test('createOffer: a sample of the fields deep in its records', async () => {
    const random = values.seeded(seed + 1);
    const [operation] = guardedWithBody.filter(({ operationId }) => operationId === 'createOffer') as [
      Operation,
    ];
    const deep = fieldsOf(schemaOf(operation), 6).filter(({ path }) => path.length > 2);
    const tried = [];
    for (const field of values.sample(deep, 60 * runs, random))
      tried.push(
        ...(await tryField(
          operation,
          field,
          values.sample([...values.ofEachType, ...values.awkward], 5, random),
        )),
      );
    expect(tell(tried)).toEqual([]);
  });

  test('createOffer: fields that are columns, with every awkward value', async () => {
    const [operation] = guardedWithBody.filter(({ operationId }) => operationId === 'createOffer') as [
      Operation,
    ];
    const columns = fieldsOf(schemaOf(operation), 1);
    const filtered = { path: ['metaInfo', 'crmCOpportunityId'], schema: { type: 'string' } };
    const tried = [];
    for (const field of [...columns, filtered])
      tried.push(...(await tryField(operation, field, values.awkward, { partner: 'MKA' })));
    expect(tell(tried)).toEqual([]);
  });
});

describe('R1 whole bodies', () => {
  test.each(withBody)('$operationId: broken JSON, and JSON that is no object', async (operation) => {
    const tried = [];
    const refused = isPublic(operation) ? [400, 401] : [400];
    const others = values.otherBodies.filter(
      (raw) => !(takesArray(operation) && ['[]', '[{}]'].includes(raw)),
    );
    for (const raw of [...values.brokenBodies, ...others])
      tried.push(expecting(await session.call(operation, { raw }), refused));
    expect(tell(tried)).toEqual([]);
  });

  test.each(guardedWithBody)(
    '$operationId: deep, long, compressed, of another type, empty',
    async (operation) => {
      const tried: Tried[] = [];
      const trying = async (
        statuses: number[],
        raw: string | Uint8Array,
        headers: Record<string, string> = {},
      ) => tried.push(expecting(await session.call(operation, { raw, headers }), statuses));
      for (const raw of values.deepObjects) await trying([400], raw);
      await trying([400], `{"unknown":${values.nested(10_000)}}`);
      await trying([413], `{"name":"${'x'.repeat(1_100_000)}"}`);
      for (const type of [
        'text/plain',
        'application/xml',
        'multipart/form-data; boundary=x',
        'nonsense',
        'application/jsonp',
      ])
        await trying([415], '{}', { 'content-type': type });
      await trying([415], gzipSync('{}'), { 'content-encoding': 'gzip' });
      await trying([415, 400], '{}', { 'content-type': '' });
      const taken = [200, 400, 409];
      const enclosed = (raw: string) => (takesArray(operation) ? `[${raw}]` : raw);
      for (const type of [
        'application/json; charset=utf-8',
        'APPLICATION/JSON',
        'application/merge-patch+json',
      ])
        await trying(taken, enclosed('{"name":"of another type"}'), { 'content-type': type });
      await trying(operation.requestBody?.required ? [400] : taken, '');
      for (const key of [
        '__proto__',
        'constructor',
        'toString',
        'hasOwnProperty',
        '',
        '\u0000',
        'x'.repeat(5000),
      ])
        await trying(
          taken,
          enclosed(`{${JSON.stringify(key)}:{"x":1},"name":${JSON.stringify(`with ${key.slice(0, 3)}`)}}`),
        );
      await trying(taken, enclosed('{"name":"first","name":"second"}'));
      await trying(taken, `\ufeff${enclosed('{"name":"after a mark"}')}`);
      for (const key of ['', 'x'.repeat(256), 'ö']) await trying([400], '{}', { 'idempotency-key': key });
      expect(tell(tried)).toEqual([]);
      expect(({} as { x?: unknown }).x).toBeUndefined();
    },
  );

  test.each(guardedWithBody)('$operationId: strict handling names each unknown field', async (operation) => {
    const headers = { prefer: 'handling=strict' };
    const [open, close, at] = takesArray(operation) ? ['[', ']', '/0'] : ['', '', ''];
    // A free-form record has no field that it does not know.
    if (isFree(operation)) return;
    const tried = await session.call(operation, { raw: `${open}{"typo1":1,"toString":2}${close}`, headers });
    expect(tell([expecting(naming(tried, `${at}/typo1`), [400]), naming(tried, `${at}/toString`)])).toEqual(
      [],
    );
  });

  test('exchangeToken: forms of every kind', async () => {
    const [operation] = operations.filter(({ operationId }) => operationId === 'exchangeToken') as [
      Operation,
    ];
    const { id, secret } = session.org.client;
    const good = `grant_type=client_credentials&client_id=${id}&client_secret=${secret}`;
    const tried = [
      expecting(await session.call(operation, { raw: good, headers: { authorization: '' } }), [200]),
    ];
    const fields = ['grant_type', 'client_id', 'client_secret', 'resource', '__proto__', 'scope'];
    for (const field of fields)
      for (const value of values.queryValues) {
        const form = new Map([
          ['grant_type', 'client_credentials'],
          ['client_id', id],
          ['client_secret', secret],
          [field, value],
        ]);
        const raw = [...form].map((entry) => entry.join('=')).join('&');
        const harmless = ['__proto__', 'scope'].includes(field);
        const statuses = harmless || (field === 'resource' && value === '') ? [200, 400] : [400, 401];
        tried.push(
          expecting(await session.call(operation, { raw, headers: { authorization: '' } }), statuses),
        );
        tried.push(
          await session.call(operation, { raw: `${raw}&${field}=${value}`, headers: { authorization: '' } }),
        );
      }
    for (const raw of [
      '',
      '=',
      '&&&',
      '{}',
      'x'.repeat(100_000),
      Uint8Array.from([0xff, 0xfe]),
      `${good}&client_id=other`,
    ])
      tried.push(
        expecting(await session.call(operation, { raw, headers: { authorization: '' } }), [400, 401]),
      );
    for (const authorization of [
      'Basic',
      'Basic ',
      'Basic !!!',
      'Basic Og==',
      'Basic AAA6AAA=',
      `Basic ${'A'.repeat(9000)}`,
    ])
      tried.push(
        expecting(
          await session.call(operation, { raw: 'grant_type=client_credentials', headers: { authorization } }),
          [401],
        ),
      );
    for (const type of ['application/json', 'text/plain', 'nonsense', '']) {
      const headers = { 'content-type': type };
      tried.push(expecting(await session.call(operation, { raw: good, headers }), [400, 415]));
    }
    tried.push(
      expecting(await session.call(operation, { raw: `${good}&x=${'x'.repeat(1_100_000)}` }), [413]),
    );
    expect(tell(tried)).toEqual([]);
  });
});

describe('R2 R4 parameters', () => {
  const withQuery = operations.filter(({ parameters }) => parameters.some((each) => each.in === 'query'));

  const list = (operation: Operation, query: string) => listWith(session, operation, query);

  test.each(withQuery)('$operationId: queries of every kind', async (operation) => {
    const tried = [];
    const names = operation.parameters.filter((each) => each.in === 'query').map(({ name }) => name);
    for (const value of values.queryValues) {
      for (const name of names) {
        tried.push(naming(await list(operation, `${name}=${value}`), name));
        tried.push(
          naming(expecting(await list(operation, `${name}=${value}&${name}=${value}`), [400]), name),
        );
      }
      for (const name of ['__proto__', 'constructor', 'unknown', 'a[b]', '%00', '%'])
        tried.push(expecting(await list(operation, `${name}=${value}`), [200]));
    }
    for (const wrong of wrongPages(operation))
      tried.push(naming(expecting(await list(operation, wrong), [400]), wrong.split('=')[0] as string));
    for (const right of rightPages(operation)) tried.push(expecting(await list(operation, right), [200]));
    expect(tell(tried)).toEqual([]);
  });

  /** Lists that can be made to have two pages here. */
  const withPages = withQuery.filter(
    ({ path, parameters }) =>
      path.split('{').length === 2 && parameters.some(({ name }) => name === 'cursor'),
  );

  test.each(withPages)('$operationId: cursors that are none of ours are refused', async (operation) => {
    const { cursor, parts } = await realCursor(session, operation);
    const [time, id, mark] = parts;
    const encoded = (...made: string[]) => Buffer.from(made.join(' ')).toString('base64url');
    const times = [
      '1',
      'now',
      'infinity',
      '+275760-09-13T00:00:00Z',
      '2027-02-30',
      'Jan',
      '-1',
      '2027-13-01',
      '',
    ];
    const forged = [
      ...['x', '%00', '%FF', '=', 'null', cursor.slice(1), cursor.slice(0, -3), 'a'.repeat(400)],
      ...[encoded(time, id), encoded(time, id, 'x'), ...times.map((wrong) => encoded(wrong, id, mark))],
      ...['a\u0000b', '\u0000', ''].map((wrong) => encoded(time, wrong, mark)),
    ];
    const tried = [expecting(await list(operation, `limit=1&cursor=${cursor}`), [200])];
    for (const wrong of forged)
      tried.push(naming(expecting(await list(operation, `limit=1&cursor=${wrong}`), [400]), 'cursor'));
    // A place that no row has is a place all the same.
    for (const odd of ['0000-01-01', '0001-01-01', '2027', '9999-12-31'])
      for (const rest of ['', 'T00:00:00Z', 'T00:00:00.000Z', 'T00:00:00.000000Z'])
        for (const place of ['\ufffd', id])
          tried.push(
            expecting(await list(operation, `cursor=${encoded(odd + rest, place, mark)}`), [200, 400]),
          );
    for (const rest of ['offset=1', 'offset=0', ...otherFilters(operation)])
      tried.push(
        naming(expecting(await list(operation, `limit=1&cursor=${cursor}&${rest}`), [400]), 'cursor'),
      );
    expect(tell(tried)).toEqual([]);
  });

  test.each(operations.filter(({ path }) => path.includes('{')))(
    '$operationId: paths of every kind',
    async (operation) => {
      const tried = [];
      const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string);
      const refused = isPublic(operation) ? [400, 401, 404] : [400, 404];
      for (const name of names)
        for (const value of values.pathValues) {
          const path = operation.path.replace(`{${name}}`, value).replace('{orgId}', session.org.id);
          const raw = operation.requestBody ? { raw: '{"partner":"MKA"}' } : {};
          tried.push(
            expecting(
              await session.call(operation, { path: path.replaceAll(/\{\w+\}/g, 'nothing_0'), ...raw }),
              refused,
            ),
          );
        }
      expect(tell(tried)).toEqual([]);
    },
  );

  test('pages that are not in the document: none fails on a name', async () => {
    const like = operations.find(({ operationId }) => operationId === 'livez') as Operation;
    const statuses: string[] = [];
    for (const page of session.app.app.routes.filter(({ hidden, path }) => hidden && path.includes('{')))
      for (const value of values.pathValues) {
        const { got } = await session.call(like, { path: page.path.replaceAll(/\{\w+\}/g, value) });
        if (![200, 400, 404].includes(got.status))
          statuses.push(`${page.path} ${value.slice(0, 20)}: ${got.status}`);
      }
    session.tried.length -= session.tried.filter(({ operation }) => operation === like).length;
    expect(statuses).toEqual([]);
  });
});

describe('of all that was tried', () => {
  test.each(operations)(
    '$operationId was answered with a success that its schema describes',
    async (operation) => {
      const plain = operation.requestBody ? { raw: JSON.stringify(session.body(operation)) } : {};
      if (operation.requestBody && isPublic(operation)) return;
      const tried = expecting(await session.call(operation, plain), [200]);
      expect(tell([tried])).toEqual([]);
    },
  );

  test('nothing that was refused wrote a row', async () => {
    const refused = session.tried.filter(({ got }) => got.status >= 400 && got.status < 500);
    expect(refused.length).toBeGreaterThan(1000);
    const ids = refused.map(({ got }) => (parsed(got.text) as { requestId?: string }).requestId ?? '');
    const events = await session.app.database.query('SELECT id FROM event WHERE request_id = ANY ($1)', [
      ids,
    ]);
    expect(events.rows).toEqual([]);
    const before = await session.rowCounts();
    const again = values.sample(refused, 300 * runs, values.seeded(seed));
    // The record may be in another state by now, so that something else is wrong first.
    for (const sent of again) {
      const { status } = await session.repeat(sent);
      expect(Math.floor(status / 100), `${sent.operation.operationId} answered ${status}`).toBe(4);
    }
    expect(await session.rowCounts()).toEqual(before);
  });

  test('no job that was owed fails', async () => {
    await session.app.drainJobs();
    const { rows } = await session.app.database.query(
      `SELECT kind, count(*)::int AS jobs, array_agg(DISTINCT left(coalesce(last_error, outcome), 100))
         FILTER (WHERE last_error IS NOT NULL OR outcome LIKE 'failed%') AS failures
       FROM job GROUP BY kind`,
    );
    expect(rows.reduce((sum, { jobs }) => sum + jobs, 0)).toBeGreaterThan(50);
    expect(rows.filter(({ failures }) => failures !== null)).toEqual([]);
  });
});
