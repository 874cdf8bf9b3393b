import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setQuota } from '../../src/organizations/index.ts';
import type { Reply, TestApp, TestOrganization } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';

let app: TestApp;
let org: TestOrganization;
beforeAll(async () => {
  app = await sharedTestApp();
  org = await app.organization();
});
afterAll(() => app.stop());

const call = (method: string, rest: string, body?: unknown, token = org.token, owner = org.id) =>
  app.request(method, `/org/${owner}/support/ticket${rest}`, { token, ...(body ? { body } : {}) });
const done = async (...words: Parameters<typeof call>) => {
  const reply = await call(...words);
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
};
const open = (body: object = {}) => done('POST', '', { name: 'Help', ...body });
const eventsOf = async (id: string) =>
  (
    await app.database.query(
      'SELECT action, sequence, audited, payload, before FROM event WHERE entity_id = $1 ORDER BY sequence',
      [id],
    )
  ).rows;
const actionsOf = async (id: string) => (await eventsOf(id)).map(({ action }) => action);
/** Moves the closing of the ticket that many days into the past. */
const closedBefore = (id: string, days: number) =>
  app.database.query(`UPDATE support_ticket SET close_time = now() - $2 * interval '1 day' WHERE id = $1`, [
    id,
    days,
  ]);
const pointers = ({ status, body }: Reply) => [
  status,
  body.errors?.map(({ pointer }: { pointer: string }) => pointer),
];
const hours = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 3_600_000;

describe('a support ticket', () => {
  test('is opened with its required fields, whatever else is sent, and read back', async () => {
    const made = await open({
      status: 'CLOSED',
      creator: 'usr_1',
      comments: [{ comment_text: 'x' }],
      id: 'x',
    });
    expect(made).toEqual({
      id: expect.stringMatching(/^tic_/),
      organizationId: org.id,
      name: 'Help',
      taskType: 'Task',
      priority: 'NORMAL',
      status: 'OPEN',
      creator: org.client.id,
      watchers: [],
      attachments: [],
      comments: [],
      creationTime: expect.any(String),
      dueTime: expect.any(String),
    });
    expect(await done('GET', `/${made.id}`)).toEqual(made);
    const { comments: _, ...shown } = made;
    expect(await eventsOf(made.id)).toEqual([
      { action: 'CREATE', sequence: 1, audited: true, payload: shown, before: null },
    ]);
  });

  test('without a name, with an unknown priority or type, or too long is refused by field', async () => {
    expect(pointers(await call('POST', '', {}))).toEqual([400, ['/name']]);
    expect(pointers(await call('POST', '', { name: '  ' }))).toEqual([400, ['/name']]);
    for (const [field, value] of Object.entries({
      priority: 'NOW',
      taskType: 'TASK',
      description: 'x'.repeat(10_001),
    }))
      expect(pointers(await call('POST', '', { name: 'x', [field]: value }))).toEqual([400, [`/${field}`]]);
  });

  test('is due by its priority, from its opening', async () => {
    const due = { URGENT: 4, HIGH: 24, NORMAL: 72, LOW: 168 };
    const ticket = await open();
    for (const [priority, after] of Object.entries(due)) {
      const made = await open({ priority });
      expect(hours(made.creationTime, made.dueTime)).toBe(after);
      const changed = await done('PATCH', `/${ticket.id}`, { priority, watchers: [] });
      expect([changed.priority, hours(ticket.creationTime, changed.dueTime)]).toEqual([priority, after]);
    }
  });

  test('requires priority and watchers in a change, and watchers are active members only', async () => {
    const { id } = await open();
    expect(pointers(await call('PATCH', `/${id}`, {}))).toEqual([400, ['/priority', '/watchers']]);
    expect(pointers(await call('PATCH', `/${id}`, { priority: 'LOW', watchers: null }))[0]).toBe(400);
    const [ann, bob] = [await app.person(org.id), await app.person(org.id, 'ADMIN')];
    const stranger = await app.person((await app.organization()).id);
    const invited = await app.request('POST', `/org/${org.id}/user`, {
      token: org.token,
      body: { email: 'invited@example.com', role: 'VIEWER' },
    });
    for (const other of [
      stranger.id,
      stranger.email,
      'nobody',
      '',
      org.client.id,
      'invited@example.com',
      invited.body.id,
    ]) {
      const body = { priority: 'LOW', watchers: [ann.id, other] };
      expect(pointers(await call('PATCH', `/${id}`, body)), other).toEqual([400, ['/watchers/1']]);
      expect(pointers(await call('POST', '', { name: 'x', watchers: [other] }))).toEqual([
        400,
        ['/watchers/0'],
      ]);
    }
    const watchers = [ann.id, bob.email.toUpperCase(), ann.email];
    expect((await done('PATCH', `/${id}`, { priority: 'LOW', watchers })).watchers).toEqual([ann.id, bob.id]);
    await app.request('DELETE', `/org/${org.id}/user/${ann.id}`, { token: org.token });
    const sentBack = await done('PATCH', `/${id}`, { priority: 'LOW', watchers: [ann.id, bob.id] });
    expect(sentBack.watchers, 'who has left is left out').toEqual([bob.id]);
    expect(pointers(await call('PATCH', `/${id}`, { priority: 'LOW', watchers: [ann.id] }))[0]).toBe(400);
  });

  test('is closed and reopened once, however often it is requested', async () => {
    const { id } = await open();
    const closed = await done('PATCH', `/${id}/close`);
    expect(closed).toMatchObject({ status: 'CLOSED', closeTime: expect.any(String) });
    expect(await done('PATCH', `/${id}/close`)).toEqual(closed);
    const { closeTime: _, ...rest } = closed;
    expect(await done('PATCH', `/${id}/reopen`)).toEqual({ ...rest, status: 'OPEN' });
    await done('PATCH', `/${id}/reopen`);
    expect(await actionsOf(id)).toEqual(['CREATE', 'CLOSE', 'REOPEN']);
  });

  test('is listed page by page without its comments, with the total count', async () => {
    const other = await app.organization();
    const own = (rest = '') => done('GET', rest, undefined, other.token, other.id);
    expect(await own()).toEqual({ items: [], totalCount: 0 });
    const made = [];
    for (const name of ['a', 'b', 'c']) made.push(await done('POST', '', { name }, other.token, other.id));
    await done('POST', `/${made[0].id}/comment`, { comment_text: 'x' }, other.token, other.id);
    const { items, totalCount, nextOffset } = await own('?limit=2');
    expect([items.map(({ name }: { name: string }) => name), totalCount, nextOffset]).toEqual([
      ['a', 'b'],
      3,
      2,
    ]);
    expect(items[0]).not.toHaveProperty('comments');
    const rest = await own('?limit=2&offset=2');
    expect(rest).toMatchObject({ items: [{ name: 'c' }], totalCount: 3 });
    expect(rest).not.toHaveProperty('nextOffset');
  });

  test('of another or an unknown organization is a 404 for each operation', async () => {
    const { id } = await open();
    const stranger = await app.organization();
    for (const ticket of [id, 'tic_none', 'x'])
      for (const [method, rest, body] of [
        ['GET', ''],
        ['PATCH', '', { priority: 'LOW', watchers: [] }],
        ['PATCH', '/close'],
        ['PATCH', '/reopen'],
        ['POST', '/comment', { comment_text: 'x' }],
      ] as const) {
        const reply = await call(method, `/${ticket}${rest}`, body, stranger.token, stranger.id);
        expect([reply.status, reply.body.code]).toEqual([404, 'support_ticket_not_found']);
      }
    expect((await done('GET', '', undefined, stranger.token, stranger.id)).totalCount).toBe(0);
    expect(await actionsOf(id)).toEqual(['CREATE']);
  });
});

describe('a comment', () => {
  test('is the text, or the texts of its parts, and shows its author while the author is a member', async () => {
    const { id } = await open();
    const ann = await app.person(org.id, 'VIEWER');
    const made = await done(
      'POST',
      `/${id}/comment`,
      { comment_text: ' One ', creator: { isServiceEmployee: true } },
      ann.token,
    );
    expect(made).toEqual({
      id: expect.stringMatching(/^tcm_/),
      comment_text: ' One ',
      date: expect.any(String),
      creator: { id: ann.id, username: 'Ann Lee', email: ann.email, isServiceEmployee: false },
    });
    const parts = [
      { text: 'Two' },
      { image: { url: 'https://x.example' } },
      { text: 'and more', type: 'text' },
    ];
    const second = await done('POST', `/${id}/comment`, { comment_text: ' ', comment: parts });
    expect(second).toMatchObject({
      comment_text: 'Two\nand more',
      creator: { id: org.client.id, username: 'ADMIN client', isServiceEmployee: false },
    });
    expect((await done('GET', `/${id}`)).comments).toEqual([made, second]);
    await app.request('DELETE', `/org/${org.id}/user/${ann.id}`, { token: org.token });
    const [left] = (await done('GET', `/${id}`)).comments;
    expect(left).toEqual({ ...made, creator: { id: ann.id, isServiceEmployee: false } });
    const [, event] = await eventsOf(id);
    expect(event).toMatchObject({ action: 'UPDATE', payload: { comments: [{ comment_text: ' One ' }] } });
    expect(event.payload.comments).toHaveLength(1);
    expect(JSON.stringify(event.payload)).not.toContain(ann.email);
  });

  test.each([
    [{}, '/comment_text'],
    [{ comment_text: '' }, '/comment_text'],
    [{ comment_text: ' \n\t' }, '/comment_text'],
    [{ comment: [{ text: '  ' }, { image: { id: 'x' } }] }, '/comment_text'],
    [{ comment_text: 'x'.repeat(10_001) }, '/comment_text'],
    [{ comment: [{ text: 'x'.repeat(6000) }, { text: 'x'.repeat(6000) }] }, '/comment'],
  ])('that is empty or too long is refused: %#', async (body, pointer) => {
    const { id } = await open();
    expect(pointers(await call('POST', `/${id}/comment`, body))).toEqual([400, [pointer]]);
    expect(await actionsOf(id)).toEqual(['CREATE']);
  });

  test('reopens a closed ticket, which its one event shows', async () => {
    const { id } = await open();
    await done('PATCH', `/${id}/close`);
    await closedBefore(id, 29);
    await done('POST', `/${id}/comment`, { comment_text: 'Still' });
    const ticket = await done('GET', `/${id}`);
    expect([ticket.status, ticket.closeTime]).toEqual(['OPEN', undefined]);
    const events = await eventsOf(id);
    expect(events.map(({ action }) => action)).toEqual(['CREATE', 'CLOSE', 'REOPEN']);
    expect(events[2]).toMatchObject({ payload: { comments: [{ comment_text: 'Still' }] } });
  });
});

describe('a ticket that was closed 30 days ago', () => {
  test('is read-only, also before the job has archived it', async () => {
    const { id } = await open();
    await done('PATCH', `/${id}/close`);
    await closedBefore(id, 30);
    const refused = async () => {
      for (const [method, rest, body] of [
        ['PATCH', '', { priority: 'LOW', watchers: [] }],
        ['PATCH', '/close'],
        ['PATCH', '/reopen'],
        ['POST', '/comment', { comment_text: 'x' }],
      ] as const) {
        const reply = await call(method, `/${id}${rest}`, body);
        expect([reply.status, reply.body.code]).toEqual([400, 'support_ticket_archived']);
      }
    };
    await refused();
    await app.database.query(
      `SET ROLE tradepost_system; UPDATE job SET due_at = now(), ready_at = now(), stands = 'LINE'
       WHERE kind = 'support.archive' AND payload ->> 'ticketId' = '${id}'; RESET ROLE`,
    );
    await app.drainJobs();
    expect((await done('GET', `/${id}`)).status).toBe('ARCHIVED');
    expect(await actionsOf(id)).toEqual(['CREATE', 'CLOSE', 'ARCHIVE']);
    await refused();
  });

  test('is archived by time alone, and not when it was reopened and closed again meanwhile', async () => {
    const own = await app.organization();
    const ask = (...[method, rest, body]: Parameters<typeof call>) =>
      done(method, rest, body, own.token, own.id);
    const advance = async (days: number) => {
      const path = `/org/${own.id}/sandbox/clock`;
      const reply = await app.request('POST', path, { token: own.token, body: { advance: `P${days}D` } });
      expect(reply.status, reply.text).toBe(200);
      await app.drainJobs();
    };
    const [{ id }, { id: again }] = [
      await ask('POST', '', { name: 'a' }),
      await ask('POST', '', { name: 'b' }),
    ];
    for (const each of [id, again]) await ask('PATCH', `/${each}/close`);
    await advance(20);
    await ask('PATCH', `/${again}/reopen`);
    await ask('PATCH', `/${again}/close`);
    await advance(11);
    expect([(await ask('GET', `/${id}`)).status, (await ask('GET', `/${again}`)).status]).toEqual([
      'ARCHIVED',
      'CLOSED',
    ]);
    await advance(20);
    expect((await ask('GET', `/${again}`)).status).toBe('ARCHIVED');
  });
});

describe('the right to write', () => {
  test('follows the right to read, also in a suspended organization, and custom roles need the permission', async () => {
    const own = await app.organization();
    const viewer = await app.client(own.id, 'VIEWER');
    const role = { name: 'SALES', permissions: ['offers:read'] };
    expect((await app.request('POST', `/org/${own.id}/role`, { token: own.token, body: role })).status).toBe(
      200,
    );
    const seller = await app.person(own.id, 'SALES');
    await app.database.query(`UPDATE organization SET status = 'SUSPENDED' WHERE organization_id = $1`, [
      own.id,
    ]);
    const { id } = await done('POST', '', { name: 'Why?' }, viewer.token, own.id);
    await done('POST', `/${id}/comment`, { comment_text: 'x' }, viewer.token, own.id);
    await done('PATCH', `/${id}/close`, undefined, viewer.token, own.id);
    for (const [method, rest, body] of [
      ['GET', ''],
      ['GET', `/${id}`],
      ['POST', '', { name: 'x' }],
    ] as const)
      expect((await call(method, rest, body, seller.token, own.id)).status).toBe(403);
    const offer = await app.request('POST', `/org/${own.id}/offer`, { token: own.token, body: {} });
    expect([offer.status, offer.body.code]).toEqual([403, 'organization_suspended']);
  });

  test.each([
    ['supportTickets', ''],
    ['supportComments', '/comment'],
  ])('the quota %s applies', async (name, rest) => {
    const own = await app.organization();
    const quota = { organizationId: own.id, name, maximum: 1 };
    await app.app.database.transaction(
      (queryable) => setQuota(queryable, app.app.newId, new Date(), quota),
      'system',
    );
    const body = { name: 'x', comment_text: 'x' };
    const { id } = rest ? await done('POST', '', { name: 'x' }, own.token, own.id) : { id: '' };
    const path = rest ? `/${id}${rest}` : '';
    const made = await Promise.all([1, 2, 3].map(() => call('POST', path, body, own.token, own.id)));
    expect(made.map(({ status }) => status).sort()).toEqual([200, 429, 429]);
  });
});
