import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changesByReaders } from './contract/access.ts';
import { bodySchema, type Operation, operations } from './generated/operations.ts';
import { sampled } from './generated/sample.ts';
import { type Session, startSession } from './generated/session.ts';
import { waitingForLocks } from './locks.ts';

let session: Session;
/** A connection that locks rows, so that concurrent requests overlap. */
let holder: Client;
beforeAll(async () => {
  session = await startSession();
  holder = new Client({ connectionString: session.app.database.connectionString });
  await holder.connect();
});
afterAll(async () => {
  await holder.end();
  await session.stop();
});

const takes = ({ parameters }: Operation, header: string) =>
  parameters.some((each) => each.in === 'header' && each.name === header);
const reads = operations.filter((operation) => '304' in operation.responses);
const conditional = operations.filter((operation) => takes(operation, 'If-Match'));
/**
 * Excludes the deletion of the organization of all these tests, and a member's own settings and views, which the client of
 * these tests does not have (`mail-settings.test.ts`, `saved-views.test.ts`).
 */
const elsewhere = ['deleteOrganization', ...changesByReaders];
const here = conditional.filter(({ operationId }) => !elsewhere.includes(operationId));
const changes = here.filter(({ method }) => method === 'PATCH');

/**
 * Returns the GET operation of the record that an operation changes: the operation with the longest path that
 * is a prefix of the operation's path.
 */
const readOf = ({ path }: Operation): Operation =>
  reads
    .filter((read) => `${path}/`.startsWith(`${read.path}/`))
    .sort((a, b) => b.path.length - a.path.length)[0] as Operation;

const get = async (path: string, headers: Record<string, string> = {}) =>
  session.app.request('GET', path, { token: await session.tokenFor(path), headers });

/** Returns the path of the record that a path belongs to. */
const recordIn = (path: string, { path: template }: Operation) =>
  (path.split('?')[0] as string).split('/').slice(0, template.split('/').length).join('/');

const call = (operation: Operation, tag: string, path?: string) =>
  session.call(operation, {
    ...session.sent(operation),
    ...(path ? { path } : {}),
    headers: { 'if-match': tag },
  });

test('every PATCH of a record and every DELETE of a readable record accepts If-Match', () => {
  const natural = operations.filter(
    ({ method, path, security }) =>
      security.length > 0 &&
      path.startsWith('/org/') &&
      (method === 'PATCH' || (method === 'DELETE' && reads.some((read) => read.path === path))),
  );
  const without = natural.filter((operation) => !takes(operation, 'If-Match'));
  // The sandbox catalogue has no GET operation.
  expect(without.map(({ operationId }) => operationId)).toEqual(['sandboxChangeProduct']);
  expect(conditional.length).toBeGreaterThan(40);
});

describe('If-Match', () => {
  test.each(sampled(here))('$operationId: another tag is a 412 without a change', async (operation) => {
    const refused = await call(operation, '"another"');
    expect([refused.got.status, refused.problems]).toEqual([412, []]);
    expect(JSON.parse(refused.got.text).code).toBe('changed_meanwhile');
    const path = recordIn(refused.path, readOf(operation));
    const before = await get(path);
    const again = await call(operation, '"one", W/"two"', refused.path);
    expect(again.got.status).toBe(412);
    expect((await get(path)).text).toBe(before.text);
    const tag = before.headers.get('etag') as string;
    expect(tag).toMatch(/^(W\/)?"[\w-]{22}"$/);
    const done = await call(operation, `"one", ${tag}`, refused.path);
    expect([done.got.status, done.got.text]).toEqual([200, expect.anything()]);
  });

  const held = [
    'organization',
    'webhook_endpoint',
    'product',
    'buyer',
    'contact',
    'offer',
    'offer_set',
    'entitlement',
    'addon_template',
    'invoice',
    'integration',
    'billable_metric',
    'usage_key',
    'support_ticket',
    'channel_partner',
    'channel_partner_tier',
    'deal_registration',
    'knowledge_article',
    'wallet',
  ];

  test.each(sampled(changes))(
    '$operationId: of two concurrent calls with one tag, one succeeds and the other is a 412',
    async (operation) => {
      const first = await call(operation, '"another"');
      const path = recordIn(first.path, readOf(operation));
      const tag = (await get(path)).headers.get('etag') as string;
      await holder.query('BEGIN');
      for (const table of held)
        await holder.query(`SELECT FROM ${table} WHERE organization_id = $1 FOR UPDATE`, [session.org.id]);
      const { rows } = await holder.query('SELECT pg_backend_pid() AS pid');
      const both = [call(operation, tag, first.path), call(operation, tag, first.path)];
      await waitingForLocks(session.app.database, rows[0].pid, 1);
      await expect
        .poll(async () => {
          const waiting = await session.app.database.query(
            `SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
          );
          return waiting.rows[0].n;
        })
        .toBe(2);
      await holder.query('ROLLBACK');
      const statuses = (await Promise.all(both)).map(({ got }) => got.status).sort();
      // A change to equal values leaves the record and its tag unchanged.
      const isSame = (await get(path)).headers.get('etag') === tag;
      expect(statuses).toEqual(isSame ? [200, 200] : [200, 412]);
    },
  );

  test('* matches any existing record, and an unknown one is a 404', async () => {
    const { id, token } = session.org;
    const patch = (path: string) =>
      session.app.request('PATCH', `/org/${id}/${path}`, {
        token,
        body: { name: 'x' },
        headers: { 'if-match': '*' },
      });
    const { id: contactId } = (
      await session.app.request('POST', `/org/${id}/contact`, { token, body: { name: 'y' } })
    ).body;
    expect((await patch(`contact/${contactId}`)).status).toBe(200);
    expect((await patch('contact/con_none')).body.code).toBe('contact_not_found');
  });

  test('an invalid tag, and a tag for an operation without If-Match, are a 400', async () => {
    const { id, token } = session.org;
    const send = (method: string, path: string, tag: string, sent = token) =>
      session.app.request(method, path, { token: sent, body: {}, headers: { 'if-match': tag } });
    const refused = [
      await send('PATCH', `/org/${id}`, 'abc'),
      await send('PATCH', `/org/${id}`, '"a" b'),
      await send('PATCH', `/org/${id}`, ''),
      await send('POST', `/org/${id}/offer`, '"a"'),
      await send('PATCH', '/user/me', '"a"', session.person().token),
    ];
    for (const { status, body } of refused)
      expect([status, body.errors?.[0].pointer]).toEqual([400, 'If-Match']);
  });

  test('a repeat with an Idempotency-Key returns the first response; a 412 is not stored', async () => {
    const { id, token } = session.org;
    const made = await session.app.request('POST', `/org/${id}/contact`, { token, body: { name: 'z' } });
    const patch = (tag: string, key: string) =>
      session.app.request('PATCH', `/org/${id}/contact/${made.body.id}`, {
        token,
        body: { name: key },
        headers: { 'if-match': tag, 'idempotency-key': key },
      });
    const tag = made.headers.get('etag') as string;
    const first = await patch(tag, 'first');
    expect(first.status).toBe(200);
    const repeat = await patch(tag, 'first');
    expect([repeat.status, repeat.text, repeat.headers.get('idempotent-replayed')]).toEqual([
      200,
      first.text,
      'true',
    ]);
    expect((await patch(tag, 'second')).status).toBe(412);
    expect((await patch(first.headers.get('etag') as string, 'second')).status).toBe(200);
  });
});

describe('ETag', () => {
  const answering = operations.filter(({ operationId, method, responses }) => {
    const done = responses['200'] as { headers?: object };
    return method !== 'GET' && done.headers !== undefined && !changesByReaders.includes(operationId);
  });

  test.each(sampled(answering))('$operationId returns the tag that the next GET has', async (operation) => {
    const tried = await session.call(operation, session.sent(operation));
    expect([tried.got.status, tried.problems], tried.got.text).toEqual([200, []]);
    const own = reads.find(({ path }) => path === operation.path);
    const shape = (each: Operation) => bodySchema(each.responses['200'])?.$ref;
    const read = own ?? (reads.find((each) => shape(each) === shape(operation)) as Operation);
    const answer = JSON.parse(tried.got.text);
    const [head, ...names] = read.path.split(/\/?\{\w+\}/).filter(Boolean);
    expect(head).toBe('/org');
    // For other operations, the record is also in the path.
    const steps = tried.path.split('/');
    const parents = names.slice(0, -1).map((name) => `${name}/${steps[steps.indexOf(name.slice(1)) + 1]}`);
    const ids =
      names.length === 0
        ? []
        : [
            ...parents,
            names.at(-1),
            answer.partner && read.path.includes('{service}')
              ? `/${answer.partner}/${answer.service}`
              : read.path.includes('{roleName}')
                ? `/${answer.name}`
                : own && !read.path.endsWith('}')
                  ? ''
                  : `/${answer.id}`,
          ];
    const seen = await get(`/org/${session.org.id}${ids.join('')}`);
    expect(seen.status, seen.text).toBe(200);
    expect(tried.got.etag?.replace('W/', '')).toBe(seen.headers.get('etag')?.replace('W/', ''));
  });

  test('a GET with the current tag is a 304 without a body, also after a compressed response', async () => {
    const { id, token } = session.org;
    const contacts = Array.from({ length: 300 }, (_, n) => `con_0000000000000000000000${n + 1000}`);
    const { id: offerId } = (
      await session.app.request('POST', `/org/${id}/draftOffer`, { token, body: { contactIds: contacts } })
    ).body;
    const path = `/org/${id}/offer/${offerId}`;
    const [plain, compressed] = [
      await get(path, { 'accept-encoding': 'identity' }),
      await get(path, { 'accept-encoding': 'gzip' }),
    ];
    const [strong, weak] = [plain.headers.get('etag') as string, compressed.headers.get('etag') as string];
    expect([strong.startsWith('"'), weak]).toEqual([true, `W/${strong}`]);
    for (const tag of [strong, weak, `"other", ${weak}`, '*']) {
      const known = await get(path, { 'if-none-match': tag });
      expect([known.status, known.text, known.headers.get('etag')]).toEqual([304, '', strong]);
    }
    expect((await get(path, { 'if-none-match': '"other"' })).status).toBe(200);
    expect((await get(path, { 'if-none-match': 'other' })).status).toBe(400);
    const changed = await session.app.request('PATCH', path, {
      token,
      body: { name: 'changed' },
      headers: { 'if-match': weak },
    });
    expect(changed.status, changed.text).toBe(200);
    expect((await get(path, { 'if-none-match': weak })).status).toBe(200);
  });

  test('the tag depends on related records that a record shows, and on what the caller may see', async () => {
    const { id, token } = session.org;
    const post = async (path: string, body: object) =>
      (await session.app.request('POST', `/org/${id}/${path}`, { token, body })).body;
    const [buyer, contact] = [await post('buyer', {}), await post('contact', { name: 'linked' })];
    const tagOf = async (path: string, by = token) =>
      (await session.app.request('GET', path, { token: by })).headers.get('etag');
    const before = await tagOf(`/org/${id}/buyer/${buyer.id}`);
    await post(`contact/${contact.id}/buyer/${buyer.id}`, {});
    expect(await tagOf(`/org/${id}/buyer/${buyer.id}`)).not.toBe(before);
    const viewer = await session.app.client(id, 'VIEWER');
    expect(await tagOf(`/org/${id}`, viewer.token)).not.toBe(await tagOf(`/org/${id}`));
  });
});
