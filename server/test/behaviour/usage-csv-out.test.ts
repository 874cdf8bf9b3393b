import http, { type IncomingMessage } from 'node:http';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Statement } from '../../src/platform/database/statement.ts';
import { entitlementsOf } from '../entitlements.fixture.ts';
import type { TestApp, TestOrganization } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';
import { usageCallsOf } from '../usage-calls.fixture.ts';
import { fillUsage } from '../usage-csv.fixture.ts';

let app: TestApp;
let org: TestOrganization;
let usage: ReturnType<typeof usageCallsOf>;
let entitlementId: string;
/** The statements of each transaction that read record groups. */
let reads: (readonly Statement[])[] = [];

beforeAll(async () => {
  app = await sharedTestApp();
  org = await app.organization();
  usage = usageCallsOf(app, org, entitlementsOf(app, org));
  entitlementId = (await usage.metered()).id;
  const { database } = app.app;
  const { batch } = database;
  database.batch = (statements) => {
    if (statements.some(({ text }) => /FROM usage_group g/.test(text))) reads.push(statements);
    return batch(statements);
  };
});
beforeEach(() => {
  reads = [];
});
afterAll(() => app.stop());

const csv = (path: string, owner = org, accept = 'text/csv') =>
  app.request('GET', `/org/${owner.id}/${path}`, { token: owner.token, headers: { accept } });
const linesOf = (text: string): Record<string, string>[] =>
  parse(text, { columns: true, comment: '#', record_delimiter: '\r\n' });
const filled = async (count: number, properties?: string): Promise<TestOrganization> => {
  const own = await app.organization();
  await fillUsage(app, own.id, { count, properties });
  return own;
};

describe('a list of usage as CSV', () => {
  test('has a line for each dimension, in the order of the list, and its total count at the end', async () => {
    const own = await usage.metered();
    const used = { entitlementID: own.id, timestamp: usage.ago(-1) };
    const sent = await usage.batch([
      { ...used, id: 'one', records: { gpu: 1.5, disk: 1e-7 } },
      { ...used, id: 'two', records: { '=HYPERLINK("x")': 2, gpu: 1 } },
    ]);
    expect(sent.headers.get('x-invalid-count')).toBe('1');
    const reply = await csv(`entitlement/${own.id}/usageRecordGroup`);
    expect(reply.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    expect(reply.headers.get('vary')).toMatch(/accept/i);
    const lines = linesOf(reply.text);
    expect(lines.map(({ id, dimension, quantity }) => [id, dimension, quantity])).toEqual([
      ['one', 'disk', '0.0000001'],
      ['one', 'gpu', '1.5'],
      ['two', `'=HYPERLINK("x")`, '2'],
      ['two', 'gpu', '1'],
    ]);
    expect(lines[0]).toMatchObject({ entitlementID: own.id, timestamp: used.timestamp, status: 'CREATED' });
    expect(lines[2]).toMatchObject({
      status: 'INVALID',
      reason: expect.stringContaining('does not match a dimension'),
    });
    expect(reply.text.split('\r\n').at(-2)).toMatch(/^#end,4,+$/);
    expect(parse(reply.text, { record_delimiter: '\r\n' })).toHaveLength(6);
  });

  test('is returned when the client prefers CSV; without the header the list is JSON', async () => {
    const path = `entitlement/${entitlementId}/usageRecordGroup`;
    for (const accept of ['*/*', 'text/csv;q=0.1, application/json', 'text/html']) {
      const reply = await csv(path, org, accept);
      expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(reply.body).toEqual({ usageRecordGroups: [] });
      expect(reply.headers.get('vary')).toMatch(/accept/i);
    }
    expect((await csv(path)).text).toMatch(/^id,entitlementID,.*\r\n#end,0,+\r\n$/);
    // Lists without a CSV table, and errors, are JSON regardless of the Accept header.
    const other = await csv('billableMetric');
    expect([other.body, other.headers.get('vary')]).toEqual([[], null]);
    const missing = await csv('entitlement/ent_none/usageRecordGroup');
    expect([missing.status, missing.body.code]).toEqual([404, 'entitlement_not_found']);
  });

  test('begins and ends at the given parameters', async () => {
    const own = await filled(1500);
    const ids = async (query: string) =>
      linesOf((await csv(`usageRecordGroup${query}`, own)).text).map(({ id }) => id);
    const all = await ids('');
    expect(all).toHaveLength(1500);
    expect(await ids('?order=desc')).toEqual([...all].reverse());
    expect(await ids('?limit=3&offset=1200')).toEqual(all.slice(1200, 1203));
    expect(await ids('?offset=1498')).toEqual(all.slice(1498));
    const page = await csv('usageRecordGroup?limit=1100', own);
    expect(page.status).toBe(400);
    const shown = await app.request('GET', `/org/${own.id}/usageRecordGroup?limit=2`, { token: own.token });
    const cursor = /cursor=([^&>]+)/.exec(shown.headers.get('link') ?? '')?.[1];
    expect(await ids(`?cursor=${cursor}`)).toEqual(all.slice(2));
    const counted = await csv('usageRecordGroup?limit=1&count=true', own);
    expect(counted.headers.get('x-total-count')).toBe('1500');
  });

  test('is read in batches, each by one statement in its own transaction that names the organization', async () => {
    const own = await filled(3500);
    const reply = await csv('usageRecordGroup', own);
    expect(linesOf(reply.text).map(({ id }) => id)).toHaveLength(3500);
    expect(new Set(linesOf(reply.text).map(({ id }) => id)).size).toBe(3500);
    expect(reads).toHaveLength(4);
    for (const statements of reads) {
      // The access check, which sets the organization, and the rows.
      expect(statements).toHaveLength(2);
      for (const { values = [] } of statements) expect(values).toContain(own.id);
    }
  });

  test('of results of usage has the fields of its record: numbers stay numbers, negative numbers too', async () => {
    const { id, entitlementTermID: termId } = await usage.metered();
    await app.database.query(
      `INSERT INTO usage_ledger (organization_id, entitlement_term_id, position, id, entitlement_id, type, dimension, quantity,
         message, usage_hour, creation_time)
       SELECT $1, $2, n, 'ule_' || lpad(n::text, 4, '0'), $3, 'CARRY', 'gpu', -0.25, '-1', now(), now() + n * interval '1 ms'
       FROM generate_series(1, 2100) n`,
      [org.id, termId, id],
    );
    const path = `entitlement/${id}/entitlementTerm/${termId}/ledger`;
    const lines = linesOf((await csv(path)).text);
    expect(lines.map(({ position }) => Number(position))).toEqual(
      Array.from({ length: 2100 }, (_, n) => n + 1),
    );
    expect(lines[0]).toMatchObject({
      quantity: '-0.25',
      message: `'-1`,
      entitlementTermID: termId,
      unitPrice: '',
    });
    expect(linesOf((await csv(`${path}?limit=2&offset=2098`)).text)).toEqual(lines.slice(2098));
    expect((await csv(path.replace(id, 'ent_none'))).status).toBe(404);
  });

  test('of reports has a line for each dimension of a report', async () => {
    const own = await app.organization();
    const info = {
      reportedRecords: { gpu: 12, disk: 3 },
      newDecimalParts: { gpu: 0.5 },
      dimensionUnitPrice: { gpu: 2 },
    };
    await app.database.query(
      `INSERT INTO usage_report (organization_id, id, entitlement_id, entitlement_term_id, partner, run_id, usage_from,
         usage_until, group_count, status, group_status, info, creation_time, last_update_time)
       SELECT $1, 'urr_' || lpad(n::text, 5, '0'), 'ent_1', 'trm_1', 'MKA', 'run_' || n, now(), now() + interval '1 hour', 1, 'SUCCESS',
         'REPORTED', CASE WHEN n = 1 THEN $2::json ELSE '{}' END, now() + n * interval '1 ms', now()
       FROM generate_series(1, 1200) n`,
      [own.id, JSON.stringify(info)],
    );
    const lines = linesOf((await csv('usageRecordReport', own)).text);
    expect(lines).toHaveLength(1201);
    expect(
      lines.slice(0, 3).map((line) => [line.id, line.dimension, line.reportedQuantity, line.waitingQuantity]),
    ).toEqual([
      ['urr_00001', 'disk', '3', ''],
      ['urr_00001', 'gpu', '12', '0.5'],
      ['urr_00002', '', '', ''],
    ]);
    expect(linesOf((await csv('usageRecordReport?limit=1&offset=1199', own)).text)).toEqual(
      lines.slice(1200),
    );
    expect(linesOf((await csv('usageRecordReport')).text)).toEqual([]);
  });

  test('contains no row of another organization', async () => {
    const own = await filled(2);
    expect(linesOf((await csv('usageRecordGroup', own)).text)).toHaveLength(2);
    const foreign = await csv(`entitlement/${entitlementId}/usageRecordGroup`, own);
    expect(foreign.status).toBe(404);
    const reply = await app.request('GET', `/org/${own.id}/usageRecordGroup`, {
      token: org.token,
      headers: { accept: 'text/csv' },
    });
    expect([reply.status, reply.text.includes('ent_filled')]).toEqual([404, false]);
  });
});

/** Starts a request whose caller has read only the headers. */
const begin = (owner: TestOrganization, method = 'GET'): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${owner.token}`, accept: 'text/csv' };
    const options = { headers, method, agent: false };
    http.request(`${app.url}/org/${owner.id}/usageRecordGroup`, options, resolve).on('error', reject).end();
  });
/** Returns the whole response, and whether it ended regularly. */
const taken = (answer: IncomingMessage) =>
  new Promise<{ text: string; complete: boolean }>((resolve) => {
    let text = '';
    answer.on('data', (chunk) => {
      text += chunk;
    });
    answer.on('error', () => {});
    answer.on('close', () => resolve({ text, complete: answer.complete }));
  });
const held = async () =>
  Number(/^answers_held_bytes (\d+)$/m.exec((await app.request('GET', '/metrics')).text)?.[1]);

describe('a long CSV', () => {
  const large = 'x'.repeat(100_000);

  test('waits for a slow caller without a transaction or a connection, and with at most two batches', async () => {
    const own = await filled(400, large);
    const answer = await begin(own);
    await expect.poll(() => reads.length).toBeGreaterThan(0);
    let before = -1;
    await expect
      .poll(
        () => {
          const still = before === reads.length && app.app.database.usage().pipelinesInUse === 0;
          before = reads.length;
          return still;
        },
        { interval: 400 },
      )
      .toBe(true);
    // There are ten batches or more; later batches are read only after the first batches were sent.
    expect(before).toBeLessThan(7);
    expect(app.app.database.usage()).toMatchObject({ poolInUse: 0, poolWaiting: 0, pipelinesInUse: 0 });
    const { rows } = await app.database.query(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'`,
    );
    expect(rows).toEqual([]);
    expect(await held()).toBeGreaterThan(0);
    const { text, complete } = await taken(answer);
    expect([complete, text.slice(-40).includes('#end,400')]).toEqual([true, true]);
    expect(reads.length).toBeGreaterThan(9);
    await expect.poll(held).toBe(0);
  });

  test('that fails has no last line and ends as an aborted response', async () => {
    const own = await filled(400, large);
    const answer = await begin(own);
    await app.database.query('DELETE FROM principal_grant WHERE organization_id = $1', [own.id]);
    const { text, complete } = await taken(answer);
    expect(text.length).toBeGreaterThan(1_000_000);
    expect([complete, text.includes('#end')]).toEqual([false, false]);
    await expect.poll(held).toBe(0);
  });

  test('is not read for a HEAD', async () => {
    const own = await filled(2500);
    const answer = await begin(own, 'HEAD');
    expect(answer.headers['content-type']).toMatch('text/csv');
    expect((await taken(answer)).text).toBe('');
    expect(reads).toHaveLength(1);
  });
});
