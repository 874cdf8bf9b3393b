import { readdir, stat } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setQuota } from '../../src/organizations/index.ts';
import { type Reply, startTestApp, type TestApp, type TestOrganization } from '../harness.ts';

let app: TestApp;
let org: TestOrganization;
let folder: string;
beforeAll(async () => {
  app = await startTestApp({ environment: { FILE_LIMIT: '20000' } });
  org = await app.organization({ role: 'EDITOR' });
  folder = path.join(path.dirname(app.mailFolder), 'files', org.id);
});
afterAll(() => app.stop());

type UploadOptions = {
  content: string | Buffer;
  name?: string;
  type?: string;
  fields?: Record<string, string>;
};

async function upload(
  { content, name = 'a.txt', type = '', fields = {} }: UploadOptions,
  headers = {},
  to = org,
): Promise<Reply> {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append('file', new File([content as string], name, { type }));
  const request = new Request(app.url, { method: 'POST', body: form });
  return app.request('POST', `/org/${to.id}/file`, {
    token: to.token,
    raw: new Uint8Array(await request.arrayBuffer()),
    headers: { 'content-type': request.headers.get('content-type') as string, ...headers },
  });
}
const get = (rest: string, token = org.token) => app.request('GET', `/org/${org.id}/file${rest}`, { token });
const download = (url: string) => fetch(url, { redirect: 'manual' });
const inJson = '\r\ncontent-type: application/json';
const pdf = '%PDF-1.7\n%âãÏÓ\n1 0 obj\n<<>>\nendobj\n';
const docx = 'PK\u0003\u0004 [Content_Types].xml word/document.xml';

describe('R1 an upload', () => {
  test('is stored with its hash, listed, and read back by its link', async () => {
    const content = 'Allgemeine Geschäftsbedingungen ✓';
    const { status, body } = await upload({ content, name: 'agb „neu“.txt', fields: { purpose: 'EULA' } });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      name: 'agb „neu“.txt',
      contentType: 'text/plain',
      size: Buffer.byteLength(content),
      purpose: 'EULA',
    });
    expect(body.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(body).toMatchObject({ organizationID: org.id, createdBy: org.client.id });
    const answered = await download(body.url);
    expect(await answered.text()).toBe(content);
    expect(Object.fromEntries(answered.headers)).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-length': String(Buffer.byteLength(content)),
      'content-disposition':
        'inline; filename="agb _neu_.txt"; filename*=UTF-8\'\'agb%20%E2%80%9Eneu%E2%80%9C.txt',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    expect((await stat(path.join(folder, body.id))).mode & 0o777).toBe(0o600);
    const { url, ...record } = body;
    expect((await get(`?purpose=EULA`)).body).toEqual([record]);
    expect((await get(`/${body.id}`)).body).toMatchObject({
      ...record,
      url: expect.stringContaining('/public/file/'),
    });
  });

  test.each([
    [
      'application/pdf',
      { content: pdf, name: 'no ending', type: 'application/octet-stream' },
      'no ending.pdf',
      'inline',
    ],
    [
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      { content: docx, name: '../../etc/x.docx' },
      'x.docx',
      'attachment',
    ],
    [
      'text/html',
      { content: '<script>alert(1)</script>', name: 'a.html', type: 'text/html' },
      'a.html',
      'attachment',
    ],
    ['text/plain', { content: 'x', name: '..\\..\\evil\u0001.exe', type: '' }, 'evil.exe.txt', 'inline'],
  ])(
    'of %s is recognized by its content, and its response prevents execution',
    async (contentType, sent, name, how) => {
      const { body, text } = await upload(sent);
      expect(body, text).toMatchObject({ contentType, name });
      const answered = await download(body.url);
      expect(answered.headers.get('content-disposition')).toMatch(new RegExp(`^${how};`));
      expect(answered.headers.get('content-type')).toContain(contentType);
    },
  );

  test.each([
    ['nothing', { content: '' }, 'is empty'],
    [
      'another type than it says',
      { content: 'plain', type: 'application/pdf' },
      'does not contain application/pdf',
    ],
    [
      'a program',
      { content: Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1, 2]), type: 'text/plain' },
      'must be PDF',
    ],
    ['an archive', { content: 'PK\u0003\u0004 other', name: 'a.docx' }, 'must be PDF'],
  ])('that contains %s is refused without a trace', async (_, sent, message) => {
    const before = [await readdir(folder), (await get('')).body.length];
    const { status, body } = await upload(sent);
    expect(status).toBe(400);
    expect(body.errors).toEqual([{ pointer: '/file', message: expect.stringContaining(message) }]);
    expect([await readdir(folder), (await get('')).body.length]).toEqual(before);
  });

  test('that is no form, too long, without a file or broken is refused with a specific code', async () => {
    const raw = (text: string, type: string) =>
      app.request('POST', `/org/${org.id}/file`, {
        token: org.token,
        raw: text,
        headers: { 'content-type': type },
      });
    const form = 'multipart/form-data; boundary=x';
    expect((await raw('{}', 'application/json')).status).toBe(415);
    expect((await upload({ content: 'x'.repeat(20_001) })).body).toMatchObject({
      status: 413,
      code: 'payload_too_large',
    });
    expect((await upload({ content: 'x'.repeat(200_000) })).status).toBe(413);
    const empty = await raw('--x\r\nContent-Disposition: form-data; name="name"\r\n\r\na\r\n--x--\r\n', form);
    expect(empty.body.errors).toEqual([
      { pointer: '/file', message: expect.stringContaining('is required') },
    ]);
    expect(
      (await raw('--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nab', form)).status,
    ).toBe(400);
    expect((await raw('', 'multipart/form-data')).status).toBe(400);
    const wrong = await upload({ content: 'x', fields: { purpose: 'LOGO' } });
    expect(wrong.body.errors[0].pointer).toBe('/purpose');
  });

  test('is stored once for an idempotency key, and different content is refused', async () => {
    const headers = { 'idempotency-key': 'upload-1' };
    const first = await upload({ content: 'once' }, headers);
    const again = await upload({ content: 'once' }, headers);
    expect(again.body.id).toBe(first.body.id);
    expect(again.body.url).toBeUndefined();
    expect((await upload({ content: 'other' }, headers)).status).toBe(422);
  });

  test('counts against the quota of files', async () => {
    const full = await app.organization();
    await app.app.database.transaction(
      (queryable) =>
        setQuota(queryable, app.app.newId, new Date(), {
          organizationId: full.id,
          name: 'files',
          maximum: 0,
        }),
      'system',
    );
    expect((await upload({ content: 'one more' }, {}, full)).body).toMatchObject({
      status: 429,
      code: 'quota_exceeded',
    });
  });
});

describe('a link', () => {
  test('is valid for an hour, for this file of this organization only', async () => {
    const before = Math.floor(Date.now() / 1000);
    const { body } = await upload({ content: 'linked' });
    const after = Math.ceil(Date.now() / 1000);
    const url = new URL(body.url);
    const until = Number(url.searchParams.get('expires'));
    expect(until).toBeGreaterThanOrEqual(before + 3600);
    expect(until).toBeLessThanOrEqual(after + 3600);
    const other = await app.organization();
    const changed = (change: (copy: URL) => void) => {
      const copy = new URL(url);
      change(copy);
      return download(copy.href);
    };
    const wrong = [
      changed((copy) => copy.searchParams.set('expires', String(until / 1000 + 60))),
      changed((copy) => copy.searchParams.set('organization', other.id)),
      changed((copy) => copy.searchParams.set('signature', 'AAAA')),
      changed((copy) => copy.searchParams.delete('signature')),
      changed((copy) => {
        copy.pathname = copy.pathname.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
      }),
    ];
    for (const answered of await Promise.all(wrong))
      expect([answered.status, ((await answered.json()) as { code: string }).code]).toEqual([
        404,
        'link_invalid',
      ]);
    expect(
      (await app.request('GET', `/org/${other.id}/file/${body.id}`, { token: other.token })).status,
    ).toBe(404);
  });
});

describe('deleting', () => {
  test('ends the links immediately, and a job removes the content', async () => {
    const { body } = await upload({ content: 'to be deleted' });
    const remove = () => app.request('DELETE', `/org/${org.id}/file/${body.id}`, { token: org.token });
    expect((await remove()).body).toBe(body.id);
    expect((await download(body.url)).status).toBe(404);
    expect([(await get(`/${body.id}`)).status, (await remove()).status]).toEqual([404, 404]);
    expect((await get('')).body.map(({ id }: { id: string }) => id)).not.toContain(body.id);
    expect(await readdir(folder)).toContain(body.id);
    await app.drainJobs();
    expect(await readdir(folder)).not.toContain(body.id);
  });

  test('incomplete uploads are cleaned up, and complete uploads stay', async () => {
    const whole = (await upload({ content: 'whole' })).body.id;
    const broken = (await upload({ content: 'as if the program had ended here' })).body.id;
    await app.database.query(
      `SET ROLE tradepost_system; UPDATE stored_file SET status = 'UPLOADING' WHERE id = '${broken}'; RESET ROLE`,
    );
    expect((await get(`/${broken}`)).status).toBe(404);
    await app.database.query(
      `UPDATE job SET ready_at = now() WHERE kind = 'files.discard' AND finished_at IS NULL`,
    );
    await app.drainJobs();
    const left = await readdir(folder);
    expect([left.includes(whole), left.includes(broken)]).toEqual([true, false]);
    expect((await get(`/${whole}`)).status).toBe(200);
  });
});

test.each<[what: string, head: string, value: string | Buffer, pointer: string, message: string]>([
  ['a NUL in a field', 'name="name"', 'a\0b.txt', '/name', 'contains a NUL character'],
  [
    'half a character in a field',
    'name="name"\r\ncontent-type: text/plain; charset=utf-16le',
    Buffer.from([97, 0, 0, 0xd8]),
    '/name',
    'contains a lone surrogate',
  ],
  ['a NUL in a field of JSON', `name="name"${inJson}`, '"a\\u0000"', '/name', 'contains a NUL character'],
  ['a field that is no text', `name="name"${inJson}`, '{"a":1}', '/name', 'must be a string'],
  ['a NUL in the name of a field', "name*=utf-8''x%00", 'a', '/x\\u0000', 'contains a NUL character'],
  [
    'half a character in the name of a field',
    "name*=utf-16le''x%00%00%D8",
    'a',
    '/x\\ud800',
    'contains a lone surrogate',
  ],
])('%s of a form is refused by name for every operation that takes a form', async (...given) => {
  const [, head, value, pointer, message] = given;
  const raw = Buffer.concat([
    Buffer.from(`--x\r\ncontent-disposition: form-data; ${head}\r\n\r\n`),
    Buffer.from(value),
    Buffer.from(
      '\r\n--x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nid\r\n--x--\r\n',
    ),
  ]);
  for (const path of ['file', 'usageRecordGroup/csv']) {
    const { status, body } = await app.request('POST', `/org/${org.id}/${path}`, {
      token: org.token,
      raw: new Uint8Array(raw),
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    });
    expect([path, status, body.errors]).toEqual([path, 400, [{ pointer, message }]]);
  }
});

test('an organization has at most 8 files in memory; its next upload waits, and other organizations do not', async () => {
  const { hostname, port } = new URL(app.url);
  const head = [
    `POST /org/${org.id}/file HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${org.token}\r\nexpect: 100-continue\r\n`,
    'content-type: multipart/form-data; boundary=x\r\ncontent-length: 9000\r\n\r\n--x\r\n',
  ].join('');
  /** Sends half of a form; resolves when the service has read its headers. */
  const begin = (): Promise<Socket> =>
    new Promise((resolve) => {
      const socket = connect(Number(port), hostname).on('error', () => {});
      socket.once('data', () => resolve(socket));
      socket.write(head);
    });
  const other = await app.organization({ role: 'EDITOR' });
  // From here on the access of the caller is cached, so no form waits for the lookup.
  expect((await upload({ content: 'first' })).status).toBe(200);
  const begun = await Promise.all(Array.from({ length: 8 }, begin));
  let isTaken = false;
  const waiting = upload({ content: 'ninth' }).then((reply) => {
    isTaken = true;
    return reply;
  });
  expect((await upload({ content: 'of another' }, {}, other)).status).toBe(200);
  expect(isTaken).toBe(false);
  begun[3]?.destroy();
  expect((await waiting).status).toBe(200);
  for (const socket of begun) socket.destroy();
});
