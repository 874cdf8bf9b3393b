import http, { type IncomingMessage } from 'node:http';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Row } from '../../src/platform/database/statement.ts';
import { startTestApp, type TestApp, type TestOrganization } from '../harness.ts';

const portion = 4_000_000;
const rowBytes = 500_000;
const rows = 60;

let app: TestApp;
let org: TestOrganization;
const warnings: Record<string, unknown>[] = [];
/** Rows of a list in each batch, and the size of their values. */
let batches: { rows: number; bytes: number }[] = [];
beforeAll(async () => {
  app = await startTestApp({
    environment: { LIST_MEMORY: '16000000', LOG_LEVEL: 'warn' },
    onLog: (line) => warnings.push(line),
  });
  org = await app.organization();
  await fill(org, rows);
  const { database } = app.app;
  const { batch } = database;
  database.batch = async (statements) => {
    const answers = await batch(statements);
    const found = answers.filter(([first]) => first && 'bytes_so_far' in first);
    for (const list of found) batches.push({ rows: list.length, bytes: bytesOf(list) });
    return answers;
  };
});
afterEach(async () => {
  await expect.poll(() => held()).toBe(0);
  batches = [];
});
afterAll(() => app.stop());

const bytesOf = (list: Row[]) =>
  list.flatMap(Object.values).reduce((sum, value) => sum + String(value).length, 0);

/** A stored row takes a hundredth of its size. */
const fill = (owner: TestOrganization, count: number) =>
  app.database.query(
    `INSERT INTO offer (organization_id, id, offer_type, status, info, meta_info, creation_time, last_update_time)
     SELECT $1, 'ofr_' || lpad(n::text, 6, '0'), 'PRIVATE', 'PENDING_ACCEPTANCE',
       jsonb_build_object('note', repeat('x', $3)), '{}', '2026-01-01Z', now() FROM generate_series(1, $2::int) n`,
    [owner.id, count, rowBytes],
  );
const idsTo = (last: number) =>
  Array.from({ length: last }, (_, n) => `ofr_${String(n + 1).padStart(6, '0')}`);
const idsOf = (body: { id: string }[]) => body.map(({ id }) => id);
const get = (path: string, owner = org) => app.request('GET', path, { token: owner.token });
const nextOf = (link: string | null | undefined) => /<([^>]+)>; rel="next"/.exec(link ?? '')?.[1] as string;

async function held(of = app): Promise<number> {
  const { text } = await of.request('GET', '/metrics');
  return Number(/^answers_held_bytes (\d+)$/m.exec(text)?.[1]);
}

/** Starts a request whose caller reads only the headers. */
function begin(path: string, owner = org, of = app): Promise<IncomingMessage> {
  const headers = { authorization: `Bearer ${owner.token}` };
  return new Promise((resolve, reject) => {
    const request = http.get(`${of.url}${path}`, { headers, agent: false }, resolve);
    request.on('error', reject);
  });
}

/** Reads a response completely, and returns whether it ended regularly. */
const taken = (answer: IncomingMessage) =>
  new Promise<boolean>((resolve) => {
    answer.resume();
    answer.on('error', () => {});
    answer.on('close', () => resolve(answer.complete));
  });

test('R2 a long page by limit and offset has all of its rows, which are read batch by batch', async () => {
  const all = await get(`/org/${org.id}/offer?count=true`);
  expect([all.status, all.headers.get('x-total-count')]).toEqual([200, String(rows)]);
  expect(idsOf(all.body)).toEqual(idsTo(rows));
  expect(all.headers.get('link')).toBeNull();
  expect(batches.length).toBeGreaterThan(6);
  for (const { bytes } of batches) expect(bytes).toBeLessThan(portion + 2 * rowBytes);
  expect(batches.reduce((sum, batch) => sum + batch.rows, 0)).toBeLessThan(2 * rows);
});

test('R2 a long page that is not the last has its rows, and the link to the next row', async () => {
  const page = await get(`/org/${org.id}/offer?limit=30&offset=5`);
  expect(idsOf(page.body)).toEqual(idsTo(35).slice(5));
  const rest = await get(`${nextOf(page.headers.get('link'))}`);
  expect(idsOf(rest.body)[0]).toBe(idsTo(36).at(-1));
  expect(idsOf((await get(`/org/${org.id}/offer?limit=8`)).body)).toEqual(idsTo(8));
});

test('R2 a long page in descending order continues in that order, as does its link', async () => {
  const backwards = idsTo(rows).reverse();
  const page = await get(`/org/${org.id}/offer?limit=30&offset=5&order=desc`);
  expect(idsOf(page.body)).toEqual(backwards.slice(5, 35));
  expect(batches.length).toBeGreaterThan(3);
  const rest = await get(nextOf(page.headers.get('link')));
  expect(rest.body.length).toBeLessThan(30);
  expect(idsOf(rest.body)).toEqual(backwards.slice(35, 35 + rest.body.length));
  expect(idsOf((await get(nextOf(rest.headers.get('link')))).body)[0]).toBe(backwards[35 + rest.body.length]);
});

test.each(['asc', 'desc'])(
  'a long sorted page continues in its order, as does its link: %s',
  async (order) => {
    await app.database.query(
      `UPDATE offer SET name = lpad((100 - right(id, 6)::int)::text, 3, '0') WHERE organization_id = $1 AND id > $2`,
      [org.id, idsTo(30).at(-1)],
    );
    const [without, named] = [idsTo(30), idsTo(rows).slice(30).reverse()];
    const sorted = order === 'asc' ? [...named, ...without] : [...named.reverse(), ...without.reverse()];
    const page = await get(`/org/${org.id}/offer?sort=name&order=${order}&limit=40&offset=5`);
    expect(idsOf(page.body)).toEqual(sorted.slice(5, 45));
    expect(batches.length).toBeGreaterThan(3);
    const rest = await get(nextOf(page.headers.get('link')));
    expect(idsOf(rest.body)).toEqual(sorted.slice(45, 45 + rest.body.length));
    expect(idsOf((await get(nextOf(rest.headers.get('link')))).body)[0]).toBe(sorted[45 + rest.body.length]);
    const whole = await get(`/org/${org.id}/offer?sort=name&order=${order}`);
    expect(idsOf(whole.body)).toEqual(sorted);
  },
);

test('a page by cursor is bounded in bytes, and its links lead through all rows once', async () => {
  const first = await get(`/org/${org.id}/offer?limit=1`);
  const seen = idsOf(first.body);
  let next = nextOf(first.headers.get('link')).replace('limit=1', 'limit=1000');
  let pages = 0;
  for (; next; pages++) {
    const page = await get(next);
    expect(page.text.length).toBeLessThan(portion + 2 * rowBytes);
    expect(page.body.length).toBeGreaterThan(0);
    seen.push(...idsOf(page.body));
    next = nextOf(page.headers.get('link'));
  }
  expect(seen).toEqual(idsTo(rows));
  expect(pages).toBeGreaterThan(6);
});

test('a page of small rows is read by one statement and sent with its length', async () => {
  const own = await app.organization();
  for (let n = 0; n < 3; n++)
    await app.request('POST', `/org/${own.id}/offer`, { token: own.token, body: { name: `row ${n}` } });
  batches = [];
  const headers = { 'accept-encoding': 'identity' };
  const page = await app.request('GET', `/org/${own.id}/offer`, { token: own.token, headers });
  expect(page.body).toHaveLength(3);
  expect(Number(page.headers.get('content-length'))).toBe(page.text.length);
  expect(batches).toHaveLength(1);
});

test('a row that is deleted while a page is sent is replaced by the next row: the page is not short', async () => {
  const own = await app.organization();
  await fill(own, rows);
  const { database } = app.app;
  const { batch } = database;
  let gone = false;
  database.batch = async (statements) => {
    const answers = await batch(statements);
    if (!gone && answers.some(([first]) => first && 'bytes_so_far' in first)) {
      gone = true;
      await app.database.query(`UPDATE offer SET status = 'DELETED' WHERE organization_id = $1 AND id = $2`, [
        own.id,
        'ofr_000020',
      ]);
    }
    return answers;
  };
  const page = await get(`/org/${own.id}/offer?limit=40`, own).finally(() => {
    database.batch = batch;
  });
  expect(idsOf(page.body)).toEqual(idsTo(41).filter((id) => id !== 'ofr_000020'));
});

/** Each row has half a megabyte when read; later rows come first in the order of the list. */
const ordered = [
  {
    path: `auditingEvent/query?q=${encodeURIComponent("(= entity_id 'ofr_1')")}&page_size=`,
    rowsOf: (body: Reply) => body.data,
    total: (body: Reply) => body.total_count,
    table: `event (entity_type, action, payload, actor_type, entity_id, sequence, organization_id, id, creation_time)
      SELECT 'OFFER', 'UPDATE', json_build_object('note', repeat('x', $3)), 'USER', 'ofr_1', n,`,
  },
  {
    path: 'offerSet?s=-creation_time&page_size=',
    rowsOf: (body: Reply) => body.data,
    total: (body: Reply) => body.total_count,
    table: `offer_set (name, partner, status, info, meta_info, last_update_time, organization_id, id, creation_time)
      SELECT 'set', 'MKA', 'DRAFT', jsonb_build_object('note', repeat('x', $3)), '{}', now(),`,
  },
  {
    path: 'notificationMessage?limit=',
    rowsOf: (body: Reply) => body.notificationMessages,
    total: (body: Reply) => body.totalCount,
    table: `notification_message (type, recipient, action, html_content, last_update_time, organization_id, id, creation_time)
      SELECT 'EMAIL', 'a@example.com', 'CREATE', repeat('x', $3), now(),`,
  },
  {
    path: 'notificationEvent/OFFER/ofr_1?limit=',
    rowsOf: (body: Reply) => body.notificationEvents,
    total: (body: Reply) => body.totalCount,
    table: `notification_event (position, entity_type, entity_id, action, title, message, priority, is_action_item,
        require_audit, created_by, channels, info, last_update_time, organization_id, id, creation_time)
      SELECT n, 'OFFER', 'ofr_1', 'UPDATE', 't', 'm', 'HIGH', false, true, '{}', '{}',
        jsonb_build_object('note', repeat('x', $3)), now(),`,
  },
];
type Reply = Record<'data' | 'notificationMessages' | 'notificationEvents', Record<string, string>[]> &
  Record<'total_count' | 'totalCount', number>;

test.each(ordered)('$path… is read batch by batch, and has all rows in order', async (list) => {
  const own = await app.organization();
  await app.database.query(
    `INSERT INTO ${list.table} $1, 'row_' || lpad(n::text, 6, '0'), '2026-01-01Z'::timestamptz + n * interval '1 s'
     FROM generate_series(1, $2::int) n`,
    [own.id, 30, rowBytes],
  );
  const newest = idsTo(30)
    .reverse()
    .map((id) => id.replace('ofr', 'row'));
  const ids = (body: Reply) => list.rowsOf(body).map((row) => row.eventID ?? row.id);
  const all = await get(`/org/${own.id}/${list.path}100`, own);
  expect(all.status, all.text.slice(0, 500)).toBe(200);
  expect(ids(all.body)).toEqual(newest);
  expect(list.total(all.body)).toBe(30);
  expect(batches.length).toBeGreaterThan(2);
  for (const { bytes } of batches) expect(bytes).toBeLessThan(portion + 2 * rowBytes);
  expect(batches.reduce((sum, batch) => sum + batch.rows, 0)).toBe(30);
  for (const most of [8, 20])
    expect(ids((await get(`/org/${own.id}/${list.path}${most}`, own)).body)).toEqual(newest.slice(0, most));
  batches = [];
  const [one, two] = [await get(`/org/${own.id}/${list.path}3`, own), batches.length];
  expect([ids(one.body), two]).toEqual([newest.slice(0, 3), 1]);
});

test('changes while such a list is sent do not move its rows', async () => {
  const own = await app.organization();
  const { table, path, rowsOf } = ordered[2] as (typeof ordered)[number];
  const insert = (from: number, to: number) =>
    app.database.query(
      `INSERT INTO ${table} $1, 'row_' || lpad(n::text, 6, '0'), '2026-01-01Z'::timestamptz + n * interval '1 s'
       FROM generate_series($2::int, $4::int) n`,
      [own.id, from, rowBytes, to],
    );
  await insert(1, 30);
  const { database } = app.app;
  const { batch } = database;
  let later = 100;
  database.batch = async (statements) => {
    const answers = await batch(statements);
    if (answers.some(([first]) => first && 'bytes_so_far' in first)) {
      await insert(++later, later);
      await app.database.query(
        `DELETE FROM notification_message WHERE organization_id = $1 AND id = 'row_000002'`,
        [own.id],
      );
    }
    return answers;
  };
  const page = await get(`/org/${own.id}/${path}100`, own).finally(() => {
    database.batch = batch;
  });
  const expected = idsTo(30)
    .reverse()
    .map((id) => id.replace('ofr', 'row'));
  expect(rowsOf(page.body).map(({ id }) => id)).toEqual(expected.filter((id) => id !== 'row_000002'));
});

test('the event feed is bounded in bytes, and continues after its last event', async () => {
  const own = await app.organization();
  for (let sealed = 1; sealed > 0; ) sealed = await app.app.sealer.step();
  const start = (await get(`/org/${own.id}/event`, own)).body.position;
  await app.database.query(
    `WITH recorded AS (
       INSERT INTO event (entity_type, action, payload, actor_type, entity_id, sequence, organization_id, id, creation_time)
       SELECT 'OFFER', 'UPDATE', json_build_object('note', repeat('x', $2)), 'USER', 'ofr_1', n, $1,
         'row_' || lpad(n::text, 6, '0'), now() FROM generate_series(1, 20) n RETURNING id)
     INSERT INTO unsealed_event (organization_id, event_id) SELECT $1, id FROM recorded`,
    [own.id, rowBytes],
  );
  for (let sealed = 1; sealed > 0; ) sealed = await app.app.sealer.step();
  const seen: unknown[] = [];
  let after = start;
  for (let asked = 0; asked < 20; asked++) {
    const { body, text } = await get(`/org/${own.id}/event?after=${after}`, own);
    if (body.events.length === 0) break;
    expect(text.length).toBeLessThan(portion + 2 * rowBytes);
    seen.push(...body.events);
    after = body.position;
  }
  expect([seen.length, after - start]).toEqual([20, 20]);
});

test('each caller that does not read has two batches in memory; lists beyond the memory limit are a 503', async () => {
  const others = [await app.organization(), await app.organization()];
  for (const other of others) await fill(other, rows);
  const list = (owner: TestOrganization) => `/org/${owner.id}/offer`;
  const [second, third] = others as [TestOrganization, TestOrganization];
  const waiting = [await begin(list(org)), await begin(list(second), second)];
  expect(waiting.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  expect(await held()).toBe(4 * portion);
  const refused = await get(list(third), third);
  expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([
    503,
    'unavailable',
    '1',
  ]);
  // A rejection is logged without a stack.
  expect(warnings.filter(({ msg }) => msg === 'unavailable')).toEqual([
    expect.objectContaining({ level: 'warn', requestId: refused.headers.get('x-correlation-id') }),
  ]);
  expect(warnings.filter(({ err }) => err)).toEqual([]);
  expect((await get(`/org/${third.id}`, third)).status).toBe(200);
  waiting[1]?.destroy();
  await expect.poll(() => held()).toBe(2 * portion);
  expect((await get(list(org))).status).toBe(503);
  expect(idsOf((await get(list(third), third)).body)).toEqual(idsTo(rows));
  waiting[0]?.destroy();
  // One list was read completely; the other two lists are still buffered.
  expect(batches.reduce((sum, batch) => sum + batch.rows, 0)).toBeLessThan(3 * rows);
});

test('a caller that does not read for a while loses the connection, and its memory is freed', async () => {
  const hasty = await startTestApp({ database: app.database, answerIdleMs: 300 });
  const token = await hasty.token(org.client);
  const answer = await begin(`/org/${org.id}/offer`, { ...org, token }, hasty);
  expect(answer.statusCode).toBe(200);
  await expect.poll(() => held(hasty)).toBe(0);
  expect(await taken(answer)).toBe(false);
  await hasty.stop();
});

test('a list is ended without its last bracket when access is removed while it is sent', async () => {
  const answer = await begin(`/org/${org.id}/offer`);
  expect(answer.statusCode).toBe(200);
  const taker = await app.client(org.id, 'ADMIN');
  const path = `/org/${org.id}/apiClient/${org.client.id}`;
  expect((await app.request('DELETE', path, { token: taker.token })).status).toBe(200);
  expect(await taken(answer)).toBe(false);
});
