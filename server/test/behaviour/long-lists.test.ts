import http, { type IncomingMessage } from 'node:http';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Row } from '../../src/platform/statement.ts';
import { startTestApp, type TestApp, type TestOrganization } from '../harness.ts';

const portion = 4_000_000;
const rowBytes = 500_000;
const rows = 60;

let app: TestApp;
let org: TestOrganization;
/** The rows of each batch that were rows of a list, and what their values take. */
let batches: { rows: number; bytes: number }[] = [];
beforeAll(async () => {
  app = await startTestApp({ environment: { LIST_MEMORY: '16000000' } });
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

/** Stored, each row takes a hundredth of what it is once it was read. */
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

/** A caller that takes the headers and nothing else. */
function begin(path: string, owner = org, of = app): Promise<IncomingMessage> {
  const headers = { authorization: `Bearer ${owner.token}` };
  return new Promise((resolve, reject) => {
    const request = http.get(`${of.url}${path}`, { headers, agent: false }, resolve);
    request.on('error', reject);
  });
}

/** Whether the answer ended as it should, once all was taken. */
const taken = (answer: IncomingMessage) =>
  new Promise<boolean>((resolve) => {
    answer.resume();
    answer.on('error', () => {});
    answer.on('close', () => resolve(answer.complete));
  });

test('R2 a long page by limit and offset has all of its rows, which are read a portion at a time', async () => {
  const all = await get(`/org/${org.id}/offer?count=true`);
  expect([all.status, all.headers.get('x-total-count')]).toEqual([200, String(rows)]);
  expect(idsOf(all.body)).toEqual(idsTo(rows));
  expect(all.headers.get('link')).toBeNull();
  expect(batches.length).toBeGreaterThan(6);
  for (const { bytes } of batches) expect(bytes).toBeLessThan(portion + 2 * rowBytes);
  expect(batches.reduce((sum, batch) => sum + batch.rows, 0)).toBeLessThan(2 * rows);
});

test('R2 a long page of fewer rows than there are has its rows, and the link to the row behind them', async () => {
  const page = await get(`/org/${org.id}/offer?limit=30&offset=5`);
  expect(idsOf(page.body)).toEqual(idsTo(35).slice(5));
  const rest = await get(`${nextOf(page.headers.get('link'))}`);
  expect(idsOf(rest.body)[0]).toBe(idsTo(36).at(-1));
  expect(idsOf((await get(`/org/${org.id}/offer?limit=8`)).body)).toEqual(idsTo(8));
});

test('R2 a long page of the newest first goes on backwards, and so does its link', async () => {
  const backwards = idsTo(rows).reverse();
  const page = await get(`/org/${org.id}/offer?limit=30&offset=5&order=desc`);
  expect(idsOf(page.body)).toEqual(backwards.slice(5, 35));
  expect(batches.length).toBeGreaterThan(3);
  const rest = await get(nextOf(page.headers.get('link')));
  expect(rest.body.length).toBeLessThan(30);
  expect(idsOf(rest.body)).toEqual(backwards.slice(35, 35 + rest.body.length));
  expect(idsOf((await get(nextOf(rest.headers.get('link')))).body)[0]).toBe(backwards[35 + rest.body.length]);
});

test('a page by cursor is bounded in bytes, and its link leads through all the rows once', async () => {
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

test('a page of small rows is read by one statement and answered with its length', async () => {
  const own = await app.organization();
  for (let n = 0; n < 3; n++)
    await app.request('POST', `/org/${own.id}/offer`, { token: own.token, body: { name: `row ${n}` } });
  batches = [];
  const page = await get(`/org/${own.id}/offer`, own);
  expect(page.body).toHaveLength(3);
  expect(Number(page.headers.get('content-length'))).toBe(page.text.length);
  expect(batches).toHaveLength(1);
});

test('a row that goes while a page is sent is followed by the next one: the page is not short', async () => {
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

test('callers that take nothing have two portions held each; more lists than the memory is for are a 503', async () => {
  const others = [await app.organization(), await app.organization()];
  for (const other of others) await fill(other, rows);
  const list = (owner: TestOrganization) => `/org/${owner.id}/offer`;
  const [second, third] = others as [TestOrganization, TestOrganization];
  const waiting = [await begin(list(org)), await begin(list(second), second)];
  expect(waiting.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  expect(await held()).toBe(4 * portion);
  const refused = await get(list(third), third);
  expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([
    ...[503, 'unavailable', '1'],
  ]);
  expect((await get(`/org/${third.id}`, third)).status).toBe(200);
  waiting[1]?.destroy();
  await expect.poll(() => held()).toBe(2 * portion);
  expect((await get(list(org))).status).toBe(503);
  expect(idsOf((await get(list(third), third)).body)).toEqual(idsTo(rows));
  waiting[0]?.destroy();
  // One was read to its end. Of the two that nobody takes the rest stays where it is.
  expect(batches.reduce((sum, batch) => sum + batch.rows, 0)).toBeLessThan(3 * rows);
});

test('a caller that takes nothing for a while loses the connection, and what was held for it is free', async () => {
  const hasty = await startTestApp({ database: app.database, answerIdleMs: 300 });
  const token = await hasty.token(org.client);
  const answer = await begin(`/org/${org.id}/offer`, { ...org, token }, hasty);
  expect(answer.statusCode).toBe(200);
  await expect.poll(() => held(hasty)).toBe(0);
  expect(await taken(answer)).toBe(false);
  await hasty.stop();
});

test('a list is ended before its last bracket when the access is taken while it is sent', async () => {
  const answer = await begin(`/org/${org.id}/offer`);
  expect(answer.statusCode).toBe(200);
  const taker = await app.client(org.id, 'ADMIN');
  const path = `/org/${org.id}/apiClient/${org.client.id}`;
  expect((await app.request('DELETE', path, { token: taker.token })).status).toBe(200);
  expect(await taken(answer)).toBe(false);
});
