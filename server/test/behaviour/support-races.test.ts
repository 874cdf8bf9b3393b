import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eraseEvent } from '../../src/auditing/index.ts';
import { openTicket } from '../generated/support-records.ts';
import { startTestApp, type TestApp, type TestOrganization } from '../harness.ts';

let app: TestApp;
/** A second process on the same database. */
let other: TestApp;
let org: TestOrganization;
beforeAll(async () => {
  app = await startTestApp();
  other = await startTestApp({ database: app.database });
  org = await app.organization();
  otherToken = await other.token(org.client);
});
afterAll(async () => {
  await other.stop();
  await app.stop();
});

/** A token is valid for one process, because each process has its own address. */
let otherToken: string;
const call = (method: string, rest: string, body?: unknown, program = app, token = org.token) =>
  program.request(method, `/org/${org.id}/support/ticket/${rest}`, {
    token: program === other ? otherToken : token,
    ...(body ? { body } : {}),
  });
const eventsOf = async (id: string) =>
  (
    await app.database.query(
      'SELECT id, action, sequence, payload, before FROM event WHERE entity_id = $1 ORDER BY sequence',
      [id],
    )
  ).rows;

describe('simultaneous requests on two programs', () => {
  test('of 64 comments store each once, in the order of their events', async () => {
    const id = await openTicket(app, org);
    const replies = await Promise.all(
      Array.from({ length: 64 }, (_, index) =>
        call('POST', `${id}/comment`, { comment_text: `Nr. ${index}` }, index % 2 ? app : other),
      ),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    const { comments } = (await call('GET', id)).body;
    const texts = comments.map((comment: { comment_text: string }) => comment.comment_text);
    expect(new Set(texts).size).toBe(64);
    const events = await eventsOf(id);
    expect(events.map(({ sequence }) => sequence)).toEqual(
      Array.from({ length: 65 }, (_, index) => index + 1),
    );
    expect(events.slice(1).map(({ payload }) => payload.comments[0].comment_text)).toEqual(texts);
  });

  test('of closes, reopens and comments leave a state and events that follow from one order', async () => {
    const id = await openTicket(app, org);
    const commands = Array.from({ length: 48 }, (_, index) => {
      const program = index % 2 ? app : other;
      if (index % 3 === 0) return call('POST', `${id}/comment`, { comment_text: `${index}` }, program);
      return call('PATCH', `${id}/${index % 3 === 1 ? 'close' : 'reopen'}`, undefined, program);
    });
    expect(new Set((await Promise.all(commands)).map(({ status }) => status))).toEqual(new Set([200]));
    let status = 'OPEN';
    const events = await eventsOf(id);
    for (const { action, payload, before } of events.slice(1)) {
      expect(before.status, action).toBe(status);
      if (action === 'CLOSE') expect([status, payload.status]).toEqual(['OPEN', 'CLOSED']);
      if (action === 'REOPEN') expect([status, payload.status]).toEqual(['CLOSED', 'OPEN']);
      if (action === 'UPDATE') expect([status, payload.status]).toEqual(['OPEN', 'OPEN']);
      ({ status } = payload);
    }
    const ticket = (await call('GET', id)).body;
    expect([ticket.status, ticket.comments.length]).toEqual([status, 16]);
    const { rows } = await app.database.query(
      `SELECT count(*)::int AS n FROM job WHERE kind = 'support.archive' AND payload ->> 'ticketId' = $1`,
      [id],
    );
    expect(rows[0].n, 'one job for each close').toBe(
      events.filter(({ action }) => action === 'CLOSE').length,
    );
  });

  test('of 32 closes make one event, and repeats by an idempotency key make one comment', async () => {
    const id = await openTicket(app, org);
    const closes = await Promise.all(
      Array.from({ length: 32 }, (_, index) =>
        call('PATCH', `${id}/close`, undefined, index % 2 ? app : other),
      ),
    );
    expect(new Set(closes.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await eventsOf(id)).map(({ action }) => action)).toEqual(['CREATE', 'CLOSE']);
    const headers = { 'idempotency-key': `comment-${id}` };
    const path = `/org/${org.id}/support/ticket/${id}/comment`;
    const once = () => app.request('POST', path, { token: org.token, body: { comment_text: 'x' }, headers });
    expect((await once()).body.id).toBe((await once()).body.id);
    expect((await call('GET', id)).body.comments).toHaveLength(1);
  });
});

describe('a value of the wrong type', () => {
  test.each([
    ['POST', '', { name: 7 }],
    ['POST', '', { name: 'x', watchers: 'ann@example.com' }],
    ['POST', '', { name: 'x', watchers: [null] }],
    ['POST', '', { name: 'x', priority: { value: 'LOW' } }],
    ['POST', '', []],
    ['PATCH', 'ID', { priority: 'LOW', watchers: {} }],
    ['PATCH', 'ID', { priority: ['LOW'], watchers: [] }],
    ['PATCH', 'ID', { priority: 'LOW', watchers: new Array(1001).fill('x') }],
    ['POST', 'ID/comment', { comment_text: 7 }],
    ['POST', 'ID/comment', { comment: 'x' }],
    ['POST', 'ID/comment', { comment: [7] }],
    ['POST', 'ID/comment', 'x'],
  ])('is refused and changes nothing: %s %s %j', async (method, rest, body) => {
    const id = await openTicket(app, org);
    const path = `/org/${org.id}/support/ticket${rest ? `/${rest.replace('ID', id)}` : ''}`;
    const reply = await app.request(method, path, { token: org.token, body });
    expect(reply.status, reply.text).toBe(400);
    expect(await eventsOf(id)).toHaveLength(1);
  });
});

describe('an author of comments', () => {
  test('is in no row and no event record of the ticket after leaving, and its comment can be erased', async () => {
    const ann = await app.person(org.id, 'VIEWER');
    const { body } = await app.request('POST', `/org/${org.id}/support/ticket`, {
      token: ann.token,
      body: { name: 'Hers', watchers: [ann.email] },
    });
    await call('POST', `${body.id}/comment`, { comment_text: 'Secret of hers' }, app, ann.token);
    expect((await app.request('DELETE', `/org/${org.id}/user/${ann.id}`, { token: org.token })).status).toBe(
      200,
    );
    const ticket = (await call('GET', body.id)).body;
    expect(JSON.stringify(ticket)).not.toContain(ann.email);
    expect(ticket.comments).toMatchObject([{ creator: { id: ann.id } }]);
    const { rows } = await app.database.query(
      'SELECT row_to_json(t)::text AS ticket, row_to_json(c)::text AS comment FROM support_ticket t JOIN support_comment c ON c.ticket_id = t.id WHERE t.id = $1',
      [body.id],
    );
    expect(JSON.stringify(rows)).not.toContain(ann.email);
    const events = await eventsOf(body.id);
    expect(JSON.stringify(events)).not.toContain(ann.email);
    await eraseEvent(app.app, org.id, events[1].id);
    expect(JSON.stringify(await eventsOf(body.id))).not.toContain('Secret of hers');
  });
});

describe('a deleted organization', () => {
  test('deletes its tickets: they cannot be read or written, and the archiving job does nothing', async () => {
    const own = await app.organization();
    const id = await openTicket(app, own);
    const path = `/org/${own.id}/support/ticket`;
    await app.request('PATCH', `${path}/${id}/close`, { token: own.token });
    expect((await app.request('DELETE', `/org/${own.id}`, { token: own.token })).status).toBe(200);
    for (const [method, rest] of [
      ['GET', ''],
      ['GET', `/${id}`],
      ['PATCH', `/${id}/reopen`],
    ] as const)
      expect((await app.request(method, `${path}${rest}`, { token: own.token })).status).toBe(404);
    await app.database.query(
      `SET ROLE tradepost_system; UPDATE job SET due_at = now(), ready_at = now(), stands = 'LINE'
       WHERE kind = 'support.archive' AND organization_id = '${own.id}'; RESET ROLE`,
    );
    await app.drainJobs();
    expect((await eventsOf(id)).map(({ action }) => action)).toEqual(['CREATE', 'CLOSE']);
  });
});
