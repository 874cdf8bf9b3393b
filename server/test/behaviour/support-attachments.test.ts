import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTicket } from '../generated/support-records.ts';
import { type Reply, startTestApp, type TestApp, type TestOrganization } from '../harness.ts';

let app: TestApp;
let org: TestOrganization;
beforeAll(async () => {
  app = await startTestApp({ environment: { FILE_LIMIT: '20000' } });
  org = await app.organization();
});
afterAll(() => app.stop());

type AttachmentOptions = { content: string | Buffer; name?: string; type?: string };

async function attach(
  ticketId: string,
  { content, name = 'a.txt', type = '' }: AttachmentOptions,
  headers = {},
  by = org,
): Promise<Reply> {
  const form = new FormData();
  form.append('file', new File([content as string], name, { type }));
  const request = new Request(app.url, { method: 'POST', body: form });
  return app.request('POST', `/org/${by.id}/support/ticket/${ticketId}/attachment`, {
    token: by.token,
    raw: new Uint8Array(await request.arrayBuffer()),
    headers: { 'content-type': request.headers.get('content-type') as string, ...headers },
  });
}
const get = async (path: string) =>
  (await app.request('GET', `/org/${org.id}${path}`, { token: org.token })).body;
const ticket = (id: string) => get(`/support/ticket/${id}`);
const patch = (path: string) =>
  app.request('PATCH', `/org/${org.id}/support/ticket/${path}`, { token: org.token });

const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 1, 2, 3]);
const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]);
const webp = Buffer.concat([Buffer.from('RIFF'), Buffer.from([10, 0, 0, 0]), Buffer.from('WEBPVP8 ')]);
const statuses = (replies: Reply[]) => replies.map(({ status }) => status).sort();

describe('R1 an attachment', () => {
  test('is stored, shown with a link, listed without a link, and recorded in one event', async () => {
    const id = await openTicket(app, org);
    const first = await attach(id, { content: png, name: 'shot' });
    expect(first.status, first.text).toBe(200);
    const [shown] = first.body;
    expect(first.body).toEqual([
      {
        id: expect.stringMatching(/^fil_/),
        title: 'shot.png',
        mimetype: 'image/png',
        size: png.length,
        date: expect.any(String),
        url: expect.stringContaining('/public/file/'),
      },
    ]);
    const second = await attach(id, { content: 'log', name: 'x.log' });
    expect(second.body.map(({ title }: { title: string }) => title)).toEqual(['shot.png', 'x.log.txt']);
    expect((await ticket(id)).attachments).toEqual(second.body);
    const { url, ...unlinked } = shown;
    expect((await get('/support/ticket')).items[0].attachments[0]).toEqual(unlinked);
    const answered = await fetch(url);
    expect(Buffer.from(await answered.arrayBuffer())).toEqual(png);
    expect(answered.headers.get('content-type')).toBe('image/png');
    const left = Number(new URL(url).searchParams.get('expires')) * 1000 - Date.now();
    expect(left).toBeGreaterThan(3_590_000);
    expect(left).toBeLessThanOrEqual(7_200_000);
    const { rows } = await app.database.query(
      `SELECT entity_id, action, payload FROM event WHERE organization_id = $1 AND action IN ('UPDATE', 'CREATE')
       AND event_type ~ 'FILE|SUPPORT_TICKET' ORDER BY creation_time, sequence`,
      [org.id],
    );
    expect(rows.map(({ action }) => action)).toEqual(['CREATE', 'UPDATE', 'UPDATE']);
    expect(rows[1].payload.attachments).toEqual([unlinked]);
  });

  test('is not visible to the operations of files or to an offer', async () => {
    const id = await openTicket(app, org);
    const fileId = (await attach(id, { content: 'terms' })).body[0].id;
    expect(await get('/file')).toEqual([]);
    for (const method of ['GET', 'DELETE'])
      expect((await app.request(method, `/org/${org.id}/file/${fileId}`, { token: org.token })).status).toBe(
        404,
      );
    expect((await fetch((await ticket(id)).attachments[0].url)).status).toBe(200);
    const used = (await get('/quota')).find(({ name }: { name: string }) => name === 'files').used;
    expect(used).toBeGreaterThan(0);
  });

  test.each([
    ['image/png', png, 'a.png', 'a.png'],
    ['image/jpeg', jpeg, 'a.JPEG', 'a.JPEG'],
    ['image/gif', Buffer.from('GIF89a\u0001'), 'a.txt', 'a.txt.gif'],
    ['image/webp', webp, '../a', 'a.webp'],
    ['application/pdf', Buffer.from('%PDF-1.7\n'), 'a', 'a.pdf'],
  ])('of %s is recognized by its content', async (mimetype, content, name, title) => {
    const id = await openTicket(app, org);
    const { body } = await attach(id, { content, name });
    expect(body).toMatchObject([{ mimetype, title }]);
    const { headers } = await fetch(body[0].url);
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
  });

  test.each([
    ['nothing', { content: '' }],
    ['a program', { content: Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1]), name: 'a.png', type: 'image/png' }],
    ['another type than it says', { content: 'plain', type: 'image/png' }],
    ['an archive', { content: 'PK\u0003\u0004 other', name: 'a.docx' }],
    ['half of a signature', { content: png.subarray(0, 6), name: 'a.png' }],
  ])('that contains %s is refused without a trace', async (_, sent) => {
    const id = await openTicket(app, org);
    const reply = await attach(id, sent);
    expect([reply.status, reply.body.errors?.[0]?.pointer]).toEqual([400, '/file']);
    expect((await ticket(id)).attachments).toEqual([]);
  });

  test('that is a picture is accepted for tickets only', async () => {
    const form = new FormData();
    form.append('file', new File([png], 'a.png', { type: 'image/png' }));
    const request = new Request(app.url, { method: 'POST', body: form });
    const reply = await app.request('POST', `/org/${org.id}/file`, {
      token: org.token,
      raw: new Uint8Array(await request.arrayBuffer()),
      headers: { 'content-type': request.headers.get('content-type') as string },
    });
    expect([reply.status, reply.body.errors?.[0]?.message]).toEqual([
      400,
      expect.stringContaining('must be PDF'),
    ]);
  });

  test('is stored once for an idempotency key, and its repeat has no link', async () => {
    const id = await openTicket(app, org);
    const headers = { 'idempotency-key': `attach-${id}` };
    const { body } = await attach(id, { content: 'once' }, headers);
    const again = await attach(id, { content: 'once' }, headers);
    const { url: _, ...unlinked } = body[0];
    expect(again.body).toEqual([unlinked]);
    expect((await ticket(id)).attachments).toHaveLength(1);
  });

  test('is refused beyond 20, also when many are sent simultaneously', async () => {
    const id = await openTicket(app, org);
    const replies = await Promise.all(
      Array.from({ length: 24 }, (_, index) => attach(id, { content: `file ${index}` })),
    );
    expect(statuses(replies)).toEqual([...new Array(20).fill(200), ...new Array(4).fill(400)]);
    expect((await attach(id, { content: 'more' })).body.code).toBe('support_ticket_full');
    const { attachments } = await ticket(id);
    expect(new Set(attachments.map((each: { id: string }) => each.id)).size).toBe(20);
  });

  test('is accepted while the organization is suspended or waits for approval, like a change of the ticket', async () => {
    const own = await app.organization();
    const viewer = { ...own, ...(await app.client(own.id, 'VIEWER')) };
    const id = await openTicket(app, own);
    for (const status of ['SUSPENDED', 'PENDING_APPROVAL']) {
      await app.database.query('UPDATE organization SET status = $2 WHERE organization_id = $1', [
        own.id,
        status,
      ]);
      const attached = await attach(id, { content: png }, {}, viewer);
      expect(attached.status, attached.text).toBe(200);
      const path = `/org/${own.id}/support/ticket/${id}`;
      for (const [rest, body] of [
        ['', { priority: 'HIGH', watchers: [] }],
        ['/close', undefined],
        ['/reopen', undefined],
      ] as const) {
        const reply = await app.request('PATCH', `${path}${rest}`, { token: viewer.token, body });
        expect(reply.status, reply.text).toBe(200);
      }
      const upload = new FormData();
      upload.append('file', new File(['text'], 'a.txt'));
      const request = new Request(app.url, { method: 'POST', body: upload });
      const file = await app.request('POST', `/org/${own.id}/file`, {
        token: own.token,
        raw: new Uint8Array(await request.arrayBuffer()),
        headers: { 'content-type': request.headers.get('content-type') as string },
      });
      expect([file.status, file.body.code]).toEqual([403, 'organization_suspended']);
    }
    const { body } = await app.request('GET', `/org/${own.id}/support/ticket/${id}`, { token: viewer.token });
    expect([body.priority, body.attachments.length]).toEqual(['HIGH', 2]);
  });

  test('of an archived, foreign or unknown ticket is refused', async () => {
    const id = await openTicket(app, org);
    const stranger = await app.organization();
    const foreign = await attach(id, { content: 'x' }, {}, stranger);
    expect([foreign.status, foreign.body.code]).toEqual([404, 'support_ticket_not_found']);
    expect((await attach('tic_none', { content: 'x' })).status).toBe(404);
    await patch(`${id}/close`);
    expect((await attach(id, { content: 'late' })).status, 'a closed one takes it').toBe(200);
    expect((await ticket(id)).status).toBe('CLOSED');
    await app.database.query(
      `UPDATE support_ticket SET close_time = now() - interval '30 days' WHERE id = $1`,
      [id],
    );
    expect((await attach(id, { content: 'x' })).body.code).toBe('support_ticket_archived');
  });

  test('has no valid link once its organization is deleted', async () => {
    const own = await app.organization();
    const id = await openTicket(app, own);
    const [{ url }] = (await attach(id, { content: 'x' }, {}, own)).body;
    expect((await app.request('DELETE', `/org/${own.id}`, { token: own.token })).status).toBe(200);
    expect((await fetch(url)).status).toBe(404);
    expect((await attach(id, { content: 'x' }, {}, own)).status).toBe(404);
  });

  test('keeps its content when the job that cleans up uploads runs', async () => {
    const id = await openTicket(app, org);
    const [{ url }] = (await attach(id, { content: 'kept' })).body;
    await app.database.query(
      `SET ROLE tradepost_system; UPDATE job SET due_at = now(), ready_at = now(), stands = 'LINE'
       WHERE kind = 'files.discard'; RESET ROLE`,
    );
    await app.drainJobs();
    expect(await (await fetch(url)).text()).toBe('kept');
  });
});
