import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Mail, queueMail } from '../../src/platform/mail/outbox.ts';
import { createMailer } from '../../src/platform/mail/sender.ts';
import { createLog } from '../../src/platform/observability/log.ts';
import { createTestDatabase, startTestApp, type TestApp, type TestDatabase } from '../harness.ts';
import { parseMail, type ReceivedMail } from '../mails.ts';

let database: TestDatabase;
let app: TestApp;
let bySmtp: TestApp;
let server: SMTPServer;
const received: ReceivedMail[] = [];
/** The server’s response to a whole mail; undefined accepts it. */
let refusal: { responseCode: number; message: string } | undefined;

const smtpOptions: SMTPServerOptions = {
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData: (stream, _session, done) => {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('end', async () => {
      if (refusal) return done(Object.assign(new Error(refusal.message), refusal));
      received.push(await parseMail(Buffer.concat(chunks)));
      done();
    });
  },
};

beforeAll(async () => {
  database = await createTestDatabase();
  server = new SMTPServer(smtpOptions);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as { port: number };
  app = await startTestApp();
  bySmtp = await startTestApp({ database, environment: { SMTP_URL: `smtp://127.0.0.1:${port}` } });
});
afterAll(async () => {
  await Promise.all([app.stop(), bySmtp.stop()]);
  await new Promise<void>((resolve) => server.close(resolve));
  await database.drop();
});

const enqueueMail = async (at: TestApp, mail: Partial<Mail> = {}): Promise<string> => {
  const id = at.app.newId('mal');
  const whole = { to: ['ann@example.com'], subject: 'Hello', text: 'A token: 123', ...mail };
  await at.app.database.transaction(({ query }) =>
    query(queueMail({ ...whole, id, now: at.app.clock.now() })),
  );
  return id;
};

const rowOf = async (at: TestApp, id: string) => {
  const { rows } = await at.database.query(
    `SELECT outcome, attempts, last_error, body_text, body_html, finished_at IS NOT NULL AS finished,
       round(extract(epoch FROM due_at - clock_timestamp()))::int AS due_in_s
     FROM outgoing_mail WHERE id = $1`,
    [id],
  );
  return rows[0];
};

/** Makes the next attempt of a mail due. */
const makeDue = (at: TestApp, id: string) =>
  at.database.query(`UPDATE outgoing_mail SET due_at = clock_timestamp() - interval '1 s' WHERE id = $1`, [
    id,
  ]);

describe('a mail without SMTP_URL', () => {
  test('becomes one file that mail programs can read, and its text is deleted from the database', async () => {
    const id = await enqueueMail(app, {
      cc: ['bob@example.com'],
      subject: 'Größe für 100 €',
      text: `Ein Zeichen: 東京\n${'long '.repeat(40)}\n`,
      html: '<p>東京</p>',
    });
    expect(await app.sendMails()).toBe(1);
    const [mail] = await app.mails();
    expect(mail).toMatchObject({
      messageId: `<${id}@tradepost.invalid>`,
      from: 'no-reply@tradepost.invalid',
      to: ['ann@example.com'],
      cc: ['bob@example.com'],
      subject: 'Größe für 100 €',
      text: `Ein Zeichen: 東京\n${'long '.repeat(40)}`.trimEnd(),
      html: expect.stringContaining('東京'),
    });
    expect(await rowOf(app, id)).toMatchObject({ outcome: 'SENT', body_text: null, body_html: null });
    expect(await app.sendMails()).toBe(0);
  });

  test('is not sent when the transaction that enqueued it was rolled back', async () => {
    const before = (await app.mails()).length;
    const mail = { to: ['x@example.com'], subject: 's', text: 't', id: app.app.newId('mal') };
    const failed = app.app.database.transaction(async ({ query }) => {
      await query(queueMail({ ...mail, now: app.app.clock.now() }));
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    expect(await app.sendMails()).toBe(0);
    expect(await app.mails()).toHaveLength(before);
  });

  test('cannot be given another recipient or header by its subject', async () => {
    await enqueueMail(app, { subject: 'Hi\r\nBcc: eve@example.com\r\n\r\nText' });
    await app.sendMails();
    const mail = (await app.mails()).at(-1);
    expect(mail?.to).toEqual(['ann@example.com']);
    expect(mail?.bcc).toEqual([]);
    expect(mail?.text).toBe('A token: 123');
  });

  test.each([
    'Order =?UTF-8?B?WW91IHdvbg==?= 7',
    `${'=?utf-8?q?=41?= '.repeat(20)}é東京`,
    '=?us-ascii?Q?a?=\r\nBcc: x@y.z',
  ])('shows its subject as written, encoded words in it too: %j', async (subject) => {
    await enqueueMail(app, { subject });
    await app.sendMails();
    const mail = (await app.mails()).at(-1);
    expect(mail?.subject).toBe(subject.replaceAll('\r\n', ' ').trim());
    expect([mail?.to, mail?.bcc]).toEqual([['ann@example.com'], []]);
  });

  test('asks mail programs not to reply automatically', async () => {
    const id = await enqueueMail(app);
    await app.sendMails();
    const raw = await readFile(path.join(app.mailFolder, `${id}.eml`), 'utf8');
    expect(raw).toMatch(/^Auto-Submitted: auto-generated\r\n/m);
    expect(raw).toMatch(/^X-Auto-Response-Suppress: All\r\n/m);
  });

  test.each(['a(b)@example.com', 'group:a@example.com', '"a b"@example.com'])(
    'goes to %s as written, and to no other address that a mail program could read in it',
    async (address) => {
      await enqueueMail(app, { to: [address] });
      await app.sendMails();
      const to = ((await app.mails()).at(-1)?.to ?? []).join();
      expect(to).not.toBe('a@example.com');
      expect(to.replaceAll(/["\\]/g, '')).toBe(address.replaceAll('"', ''));
    },
  );

  test('leaves no incomplete file', async () => {
    const folder = (await readdir(app.mailFolder)).filter((name) => !name.endsWith('.eml'));
    expect(folder).toEqual([]);
  });
});

describe('a mail with SMTP_URL', () => {
  test('is sent to the server once, by any number of simultaneous processes', async () => {
    received.length = 0;
    const ids = await Promise.all(Array.from({ length: 25 }, () => enqueueMail(bySmtp)));
    await Promise.all([bySmtp.sendMails(), bySmtp.sendMails(), bySmtp.sendMails()]);
    expect(received.map(({ messageId }) => messageId).sort()).toEqual(
      ids.map((id) => `<${id}@tradepost.invalid>`).sort(),
    );
  });

  test('is retried with the same Message-ID while the server cannot accept it', async () => {
    received.length = 0;
    refusal = { responseCode: 451, message: 'try later' };
    const id = await enqueueMail(bySmtp);
    expect(await bySmtp.sendMails()).toBe(1);
    const waiting = await rowOf(bySmtp, id);
    expect(waiting).toMatchObject({ outcome: null, attempts: 1, body_text: 'A token: 123' });
    expect(waiting.last_error).toContain('try later');
    expect(waiting.due_in_s).toBeGreaterThan(10);
    expect(await bySmtp.sendMails(), 'not before its time').toBe(0);
    await makeDue(bySmtp, id);
    await bySmtp.sendMails();
    expect((await rowOf(bySmtp, id)).due_in_s).toBeGreaterThan(25);
    refusal = undefined;
    await makeDue(bySmtp, id);
    await bySmtp.sendMails();
    expect(received.map(({ messageId }) => messageId)).toEqual([`<${id}@tradepost.invalid>`]);
    expect(await rowOf(bySmtp, id)).toMatchObject({ outcome: 'SENT', attempts: 3, last_error: null });
  });

  test('is retried although the server’s message has characters that a database rejects', async () => {
    const id = await enqueueMail(app);
    const send = () => Promise.reject(new Error('451 try \0 later'));
    const { database } = app.app;
    await createMailer({
      database,
      log: createLog('silent'),
      transport: { send, close: () => {} },
      onTried: () => {},
    }).step();
    const row = await rowOf(app, id);
    expect(row).toMatchObject({ outcome: null, last_error: '451 try \uFFFD later' });
    expect(row.due_in_s).toBeLessThan(60);
    await app.database.query('DELETE FROM outgoing_mail WHERE id = $1', [id]);
  });

  test('fails without retries when the server refuses it permanently, and the reason is stored', async () => {
    refusal = { responseCode: 550, message: 'no such mailbox' };
    const id = await enqueueMail(bySmtp);
    await bySmtp.sendMails();
    refusal = undefined;
    const row = await rowOf(bySmtp, id);
    expect(row).toMatchObject({ outcome: 'FAILED', finished: true, body_text: null });
    expect(row.last_error).toContain('no such mailbox');
  });

  test('fails after about a day of attempts', async () => {
    refusal = { responseCode: 451, message: 'try later' };
    const id = await enqueueMail(bySmtp);
    let waitedS = 0;
    for (let tries = 1; tries <= 40 && !(await rowOf(bySmtp, id)).finished; tries++) {
      await makeDue(bySmtp, id);
      await bySmtp.sendMails();
      const { finished, due_in_s } = await rowOf(bySmtp, id);
      if (!finished) waitedS += due_in_s;
    }
    refusal = undefined;
    expect(await rowOf(bySmtp, id)).toMatchObject({ outcome: 'FAILED', body_text: null });
    expect(waitedS / 3600).toBeGreaterThan(20);
    expect(waitedS / 3600).toBeLessThan(30);
  });

  test('that a lost process had claimed is sent by another process after the lease', async () => {
    received.length = 0;
    const id = await enqueueMail(bySmtp);
    await bySmtp.database.query(
      `UPDATE outgoing_mail SET lease_token = 'lost', attempts = 1, due_at = clock_timestamp() + interval '15 min'
       WHERE id = $1`,
      [id],
    );
    expect(await bySmtp.sendMails()).toBe(0);
    await makeDue(bySmtp, id);
    await bySmtp.sendMails();
    expect(received).toHaveLength(1);
  });
});

describe('mails claimed by a process', () => {
  const taken = (id: string) =>
    app.database.query(
      `SELECT lease_token, extract(epoch FROM due_at - clock_timestamp()) AS left FROM outgoing_mail WHERE id = $1`,
      [id],
    );
  const mailerOf = (send: (letter: { id: string }) => Promise<void>) =>
    createMailer({
      database: app.app.database,
      log: createLog('silent'),
      transport: { send, close: () => {} },
      onTried: () => {},
    });
  afterEach(() => void vi.restoreAllMocks());

  test('can be claimed by others two minutes after the process was lost', async () => {
    const id = await enqueueMail(app);
    let left = Number.NaN;
    await mailerOf(async () => {
      left = Number((await taken(id)).rows[0].left);
    }).step();
    expect(left).toBeGreaterThan(60);
    expect(left).toBeLessThanOrEqual(120);
  });

  test('keep their lease while earlier mails take long, and are skipped once another process has claimed them', async () => {
    const [slow, other, last] = [await enqueueMail(app), await enqueueMail(app), await enqueueMail(app)];
    const sent: string[] = [];
    const lefts: number[] = [];
    const began = performance.now();
    await mailerOf(async ({ id }) => {
      sent.push(id);
      if (id !== slow) return void lefts.push(Number((await taken(id)).rows[0].left));
      await app.database.query(
        `UPDATE outgoing_mail SET due_at = clock_timestamp() + interval '10 s',
           lease_token = CASE id WHEN $1 THEN 'of another' ELSE lease_token END WHERE id IN ($1, $2)`,
        [other, last],
      );
      vi.spyOn(performance, 'now').mockReturnValue(began + 100_000);
    }).step();
    expect(sent).toEqual([slow, last]);
    expect(lefts[0]).toBeGreaterThan(60);
    await app.database.query('DELETE FROM outgoing_mail WHERE id = $1', [other]);
  });
});

test('the application role may enqueue mails, and cannot read them', async () => {
  const read = app.app.database.transaction(({ query }) =>
    query({ name: 'spy', text: 'SELECT id FROM outgoing_mail', values: [] }),
  );
  await expect(read).rejects.toThrow('permission denied');
});

test('a worker process sends mails automatically', async () => {
  const working = await startTestApp({ work: true });
  const { id } = await working.organization();
  const mails = await working.app.database.transaction(({ query }) =>
    query(queueMail({ id: 'mal_1', to: ['a@example.com'], subject: id, text: 't', now: new Date(0) })),
  );
  expect(mails).toEqual([]);
  working.app.mailer.wake();
  await expect.poll(() => working.mails()).toHaveLength(1);
  await working.stop();
});
