import http, { type IncomingMessage } from 'node:http';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setQuota } from '../../src/organizations/index.ts';
import type { Statement } from '../../src/platform/database/statement.ts';
import { entitlementsOf } from '../entitlements.fixture.ts';
import { type Reply, startTestApp, type TestApp, type TestOrganization } from '../harness.ts';
import { untilTaken } from '../patient.ts';
import { usageCallsOf } from '../usage-calls.fixture.ts';

let app: TestApp;
let org: TestOrganization;
let usage: ReturnType<typeof usageCallsOf>;
let entitlementId: string;
/** The statements of each transaction that stored usage. */
let taken: (readonly Statement[])[] = [];

beforeAll(async () => {
  app = await startTestApp({ environment: { CSV_LIMIT: '2000000' } });
  org = await app.organization();
  usage = usageCallsOf(app, org, entitlementsOf(app, org));
  entitlementId = (await usage.metered()).id;
  const { database } = app.app;
  const { batch } = database;
  database.batch = (statements) => {
    if (statements.some(({ name }) => name === 'take_usage')) taken.push(statements);
    return batch(statements);
  };
});
afterAll(() => app.stop());

async function formOf(content: string | Uint8Array, name = 'usage.csv') {
  const form = new FormData();
  form.append('file', new File([content as string], name));
  const request = new Request(app.url, { method: 'POST', body: form });
  return {
    raw: new Uint8Array(await request.arrayBuffer()),
    type: request.headers.get('content-type') as string,
  };
}
async function upload(
  content: string | Uint8Array,
  headers: Record<string, string> = {},
  to = org,
): Promise<Reply> {
  const { raw, type } = await formOf(content);
  return app.request('POST', `/org/${to.id}/usageRecordGroup/csv`, {
    token: to.token,
    raw,
    headers: { 'content-type': type, ...headers },
  });
}
const soon = () => usage.ago(-1);
const head = 'entitlementID,timestamp,dimension,quantity';
/** Returns a CSV file with the given number of valid lines. */
const fileOf = (count: number, at = soon()) =>
  [head, ...Array.from({ length: count }, (_, n) => `${entitlementId},${at},gpu,${n + 1}`)].join('\n');
type Line = { line: number; id?: string; status: string; reason?: string };
const shown = ({ lines }: { lines: Line[] }) => lines.map(({ line, status }) => [line, status]);
const rows = async () => (await usage.stored()) ?? { batches: 0, groups: 0, keys: 0 };

describe('a file of usage', () => {
  test('is processed line by line, with a result for each line', async () => {
    const at = soon();
    const reply = await upload(
      `id,${head}\r\none,${entitlementId},${at},gpu,1.50\r\n,${entitlementId},${at},GPU hours,2\r\n\r\ntwo,${entitlementId},${at},none,1\r\n`,
    );
    expect(reply.status, reply.text).toBe(200);
    expect(reply.body).toMatchObject({ read: 3, created: 2, invalid: 1, repeated: 0 });
    expect(reply.body.lines).toMatchObject([
      { line: 2, id: 'one', status: 'CREATED' },
      { line: 3, id: expect.stringMatching(/^urg_/), status: 'CREATED' },
      {
        line: 5,
        id: 'two',
        status: 'INVALID',
        reason: expect.stringContaining('does not match a dimension'),
      },
    ]);
    const [, second] = reply.body.lines;
    const stored = await app.request('GET', `/org/${org.id}/usageRecordGroup/${second.id}`, {
      token: org.token,
    });
    expect(stored.body).toMatchObject({ records: { gpu: 2 }, metaInfo: { source: 'CSV', timestamp: at } });
    // Usage with the same content in JSON is a repeat.
    const again = await usage.batch([
      { id: 'one', entitlementID: entitlementId, timestamp: at, records: { gpu: 1.5 } },
    ]);
    expect([again.body[0].metaInfo.source, again.headers.get('x-invalid-count')]).toEqual(['CSV', '0']);
  });

  test('R60 that is sent again counts once, with and without identifiers, for every sender', async () => {
    const file = fileOf(3);
    const first = await upload(file);
    expect(first.body).toMatchObject({ created: 3, repeated: 0 });
    const before = await rows();
    const again = await upload(file);
    expect(again.body).toMatchObject({ created: 0, repeated: 3, lines: first.body.lines });
    const { token } = await app.client(org.id, 'EDITOR');
    const other = await upload(file, {}, { ...org, token });
    expect(other.body).toMatchObject({ created: 0, repeated: 3 });
    expect(await rows()).toEqual(before);
    // With an Idempotency-Key, a file with the content of an earlier file counts as new usage.
    const anew = await upload(file, { 'idempotency-key': 'tuesday' });
    expect(anew.body).toMatchObject({ created: 3, repeated: 0 });
    expect((await upload(file, { 'idempotency-key': 'tuesday' })).body).toMatchObject({
      created: 0,
      repeated: 3,
    });
    const reused = await upload(`${file}\n`, { 'idempotency-key': 'tuesday' });
    expect([reused.status, reused.body.code]).toEqual([422, 'idempotency_key_reused']);
  });

  test('R60 with an identifier that exists with different content keeps the first', async () => {
    const at = soon();
    const file = `id,${head}\nkept,${entitlementId},${at},gpu,1\nkept,${entitlementId},${at},gpu,1\nkept,${entitlementId},${at},gpu,2\n`;
    const { body } = await upload(file);
    expect(shown(body)).toEqual([
      [2, 'CREATED'],
      [3, 'CREATED'],
      [4, 'INVALID'],
    ]);
    expect(body).toMatchObject({ created: 1, repeated: 1, invalid: 1 });
    expect(body.lines[2].reason).toBe('/id: was reported before with different content');
  });

  test('reports every error in the cells of a line, and stores the other lines', async () => {
    const at = soon();
    const id = entitlementId;
    const lines: [line: string, reason: string][] = [
      [`a b,${id},${at},gpu,1`, 'id: must be letters, digits, "_", "-" or "."'],
      [`${'x'.repeat(37)},${id},${at},gpu,1`, 'id: must have at most 36 characters'],
      [`,,${at},gpu,1`, 'entitlementID: is required'],
      [`,${'e'.repeat(201)},${at},gpu,1`, 'entitlementID: must have at most 200 characters'],
      [`,${id},yesterday,gpu,1`, 'timestamp: must be an RFC 3339 time with an offset, or a date'],
      [`,${id},${at},,1`, 'dimension: is required'],
      [`,${id},${at},gpu,`, 'quantity: is required'],
      [
        `,${id},${at},gpu,"1,5"`,
        'quantity: must be a number of at least 0, with a point as decimal separator',
      ],
      [`,${id},${at},gpu,-1`, 'quantity: must be a number of at least 0, with a point as decimal separator'],
      [
        `,${id},${at},gpu,Infinity`,
        'quantity: must be a number of at least 0, with a point as decimal separator',
      ],
      [`,${id},${at},gpu,1e16`, 'quantity: must be at most 1000000000000000'],
      [`,${id},${at},gpu,0.12345678901234567891`, 'quantity: has more digits than a number can keep'],
      [`,${id},${at},gp\0u,1`, 'dimension: contains a NUL character'],
      [`,${id},${at},gpu`, 'has 4 cells; the first line has 5'],
      [`,${id},${at},gpu,1,2`, 'has 6 cells; the first line has 5'],
    ];
    const before = await rows();
    const reply = await upload(
      [`id,${head}`, ...lines.map(([line]) => line), `,${id},${at},gpu,7`].join('\n'),
    );
    expect(reply.body).toMatchObject({ read: lines.length + 1, created: 1, invalid: lines.length });
    expect(reply.body.lines.map(({ reason }: Line) => reason)).toEqual([
      ...lines.map(([, reason]) => reason),
      undefined,
    ]);
    expect((await rows()).groups).toBe(before.groups + 1);
  });

  test('may have a column for each dimension, in any order, with a byte order mark and apostrophes of spreadsheets', async () => {
    const file = `\uFEFFrecords.gpu,Timestamp,records.disk,EntitlementID,id\r\n1,${soon()},0.5,${entitlementId},wide\r\n,${soon()},2,${entitlementId},'-wide\r\n,${soon()},,${entitlementId},none`;
    const { body } = await upload(file);
    expect(shown(body)).toEqual([
      [2, 'CREATED'],
      [3, 'CREATED'],
      [4, 'INVALID'],
    ]);
    expect(body.lines[2].reason).toBe('quantity: is required');
    const read = (id: string) =>
      app.request('GET', `/org/${org.id}/usageRecordGroup/${id}`, { token: org.token });
    expect((await read('wide')).body.records).toEqual({ disk: 0.5, gpu: 1 });
    expect((await read('-wide')).body.records).toEqual({ disk: 2 });
  });

  test('finds the entitlement by customer and product; an ambiguous match lists the candidates', async () => {
    const [one, two] = [await usage.metered(), await usage.metered()];
    await app.database.query(
      `INSERT INTO buyer (organization_id, id, status, info, creation_time, last_update_time)
       VALUES ($1, 'buy_c1', 'ACTIVE', '{"customerId": "c-1"}', now(), now())`,
      [org.id],
    );
    await app.database.query(`UPDATE entitlement SET buyer_id = 'buy_c1' WHERE id = $1`, [one.id]);
    const at = soon();
    const csv = `customerId,productID,timestamp,dimension,quantity\nc-1,,${at},gpu,1\nc-2,,${at},gpu,1\nc-1,prd_other,${at},gpu,1`;
    expect(shown((await upload(csv)).body)).toEqual([
      [2, 'CREATED'],
      [3, 'INVALID'],
      [4, 'INVALID'],
    ]);
    await app.database.query(
      `UPDATE entitlement SET buyer_id = 'buy_c1', product_id = 'prd_b' WHERE id = $1`,
      [two.id],
    );
    const { body } = await upload(`${csv}\nc-1,prd_b,${at},gpu,9`);
    expect(body.lines.map(({ reason }: Line) => reason)).toEqual([
      'customerId: has several entitlements at that time: give entitlementID or productID',
      'customerId: has no entitlement at that time',
      'customerId: has no entitlement at that time',
      undefined,
    ]);
  });

  test('has a CSV response when the client prefers CSV', async () => {
    const { text, headers } = await upload(
      `${head}\n${entitlementId},${soon()},gpu,1\n${entitlementId},,=1,1`,
      {
        accept: 'text/csv',
      },
    );
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    const lines = parse(text) as string[][];
    expect(lines.map(([line, , status]) => [line, status])).toEqual([
      ['line', 'status'],
      ['2', 'CREATED'],
      ['3', 'INVALID'],
      ['#end', ''],
    ]);
  });
});

describe('a file is refused as a whole', () => {
  const encoded = (text: string) => new Uint8Array(Buffer.from(text, 'utf16le'));
  test.each<[what: string, content: () => string | Uint8Array, status: number, message: RegExp]>([
    ['that is empty', () => '', 400, /is empty/],
    ['without a header', () => `${entitlementId},,gpu,1`, 400, /is not one of id, entitlementID/],
    ['with semicolons', () => `${head.replaceAll(',', ';')}\n`, 400, /must be separated by commas/],
    ['with a column twice', () => `${head},quantity\n`, 400, /quantity is duplicated/],
    ['without quantities', () => 'entitlementID,timestamp\n', 400, /dimension and quantity are required/],
    ['without entitlements', () => 'dimension,quantity\n', 400, /entitlementID or customerId is required/],
    ['in Latin 1', () => new Uint8Array(Buffer.from(`${fileOf(2)}\n,,é,1`, 'latin1')), 400, /is not UTF-8/],
    ['in UTF-16', () => encoded(`\uFEFF${fileOf(2)}`), 400, /is not UTF-8/],
    [
      'with a quote that is not closed',
      () => `${fileOf(2)}\n"x,,gpu,1`,
      400,
      /line 4: a quote is not closed/,
    ],
    [
      'with a line without end',
      () => `${fileOf(2)}\n"${'x'.repeat(200_000)}`,
      400,
      /line 4: is longer than 100000/,
    ],
    ['that is too large', () => `${fileOf(2)}\n${'#'.repeat(2_200_000)}`, 413, /2000000 bytes/],
  ])('%s', async (_what, content, status, message) => {
    const before = await rows();
    const reply = await upload(content());
    expect([reply.status, reply.body.detail]).toEqual([status, expect.stringMatching(message)]);
    expect(await rows()).toEqual(before);
  });

  test('that is no form, has no file, or is of another organization', async () => {
    const path = `/org/${org.id}/usageRecordGroup/csv`;
    const json = await app.request('POST', path, { token: org.token, body: {} });
    expect(json.status).toBe(415);
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const empty = await app.request('POST', path, { token: org.token, raw: '--x--\r\n', headers });
    expect([empty.status, empty.body.errors]).toEqual([400, [expect.objectContaining({ pointer: '/file' })]]);
    const other = await app.organization();
    const foreign = await upload(fileOf(1), {}, other);
    expect(foreign.body.lines[0]).toMatchObject({
      status: 'INVALID',
      reason: expect.stringContaining('does not match an entitlement'),
    });
    const stranger = await upload(fileOf(1), {}, { ...org, token: other.token });
    expect(stranger.status).toBe(404);
  });
});

/** Sends a form and returns the unread response. */
const send = async (content: string): Promise<IncomingMessage> => {
  const { raw, type } = await formOf(content);
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${org.token}`,
      'content-type': type,
      'content-length': raw.length,
    };
    const path = `${app.url}/org/${org.id}/usageRecordGroup/csv`;
    http.request(path, { method: 'POST', headers, agent: false }, resolve).on('error', reject).end(raw);
  });
};
const quota = ({ id: organizationId }: TestOrganization, maximum: number) =>
  app.app.database.transaction(
    (queryable) =>
      setQuota(queryable, app.app.newId, new Date(), {
        organizationId,
        name: 'usageRecordGroupsPerDay',
        maximum,
      }),
    'system',
  );

describe('a long file', () => {
  test('is stored by 1,000 lines in a transaction, each with a constant number of statements', async () => {
    taken = [];
    const before = await rows();
    const { body } = await upload(fileOf(3500));
    expect(body).toMatchObject({ read: 3500, created: 3500, invalid: 0 });
    expect(new Set(body.lines.map(({ id }: Line) => id)).size).toBe(3500);
    expect(await rows()).toEqual({
      batches: before.batches + 4,
      groups: before.groups + 3500,
      keys: before.keys + 3500,
    });
    expect(taken).toHaveLength(4);
    // The access check, the lock of the call, the call and its run.
    for (const statements of taken) expect(statements).toHaveLength(4);
  });

  test('whose caller disconnects leaves whole transactions only, and is completed when it is sent again', async () => {
    const file = fileOf(20_000);
    const before = await rows();
    const answer = await send(file);
    await new Promise((resolve) => answer.once('data', resolve));
    answer.destroy();
    const again = await untilTaken(() => upload(file));
    expect(again.body).toMatchObject({ read: 20_000, invalid: 0 });
    const { repeated } = again.body;
    expect(repeated).toBeGreaterThan(0);
    expect(repeated % 1000).toBe(0);
    expect(repeated).toBeLessThan(20_000);
    expect((await rows()).groups - before.groups).toBe(20_000);
  });

  test('that is cut off during sending stores nothing, and frees its slot', async () => {
    const before = await rows();
    const { raw, type } = await formOf(fileOf(5000));
    for (let n = 0; n < 5; n++)
      await new Promise((resolve) => {
        const headers = {
          authorization: `Bearer ${org.token}`,
          'content-type': type,
          'content-length': raw.length,
        };
        const request = http.request(`${app.url}/org/${org.id}/usageRecordGroup/csv`, {
          method: 'POST',
          headers,
        });
        request.on('error', () => resolve(undefined));
        request.write(raw.subarray(0, raw.length / 2), () => request.destroy());
      });
    expect(await rows()).toEqual(before);
    await expect.poll(async () => (await upload(fileOf(1))).status).toBe(200);
  });

  test('reports where it stopped when the quota is used up, and continues when it is sent again', async () => {
    const own = await app.organization();
    const calls = usageCallsOf(app, own, entitlementsOf(app, own));
    const { id } = await calls.metered();
    const file = fileOf(2500).replaceAll(entitlementId, id);
    await quota(own, 1000);
    const stopped = await upload(file, {}, own);
    expect(stopped.status).toBe(200);
    expect(stopped.body).toMatchObject({
      read: 1000,
      created: 1000,
      stopped: { line: 1002, code: 'quota_exceeded' },
    });
    const csv = await upload(file, { accept: 'text/csv' }, own);
    expect([csv.status, csv.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^\d+$/)]);
    await quota(own, 10_000);
    expect((await upload(file, {}, own)).body).toMatchObject({ read: 2500, created: 1500, repeated: 1000 });
  });

  test('raises one alert, however many of its lines are rejected', async () => {
    const own = await app.organization();
    const file = [head, ...Array.from({ length: 2500 }, () => `ent_none,${soon()},gpu,1`)].join('\n');
    expect((await upload(file, {}, own)).body).toMatchObject({ invalid: 2500 });
    const alerts = await app.database.query(
      `SELECT entity_id FROM event WHERE organization_id = $1 AND action = 'ABNORMAL_ALERT'`,
      [own.id],
    );
    expect(alerts.rows).toHaveLength(1);
    const calls = await app.request('GET', `/org/${own.id}/usageBatch`, { token: own.token });
    expect(
      calls.body.map(({ source, size, invalid }: Record<string, unknown>) => [source, size, invalid]),
    ).toEqual([
      ['CSV', 1000, 1000],
      ['CSV', 1000, 1000],
      ['CSV', 500, 500],
    ]);
  });
});
