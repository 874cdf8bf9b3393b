import { expect, test } from 'vitest';
import { samplesOf } from '../alerts.ts';
import { startTestApp, type TestApp } from '../harness.ts';
import { openWebhookWorld } from '../webhook-world.ts';

type Line = Record<string, unknown>;
const lines: Line[] = [];
const onLog = (line: Line) => void lines.push(line);
// An SMTP URL without a server.
const noServer = { LOG_LEVEL: 'debug', SMTP_URL: 'smtp://127.0.0.1:1' };
const world = await openWebhookWorld({ environment: noServer, onLog });
const { app, receiver, create, buyer, wait } = world;

/** Returns the delivery attempts of an app over one channel. */
const tried = async (by: TestApp, channel: string) => {
  const { text } = await by.request('GET', '/metrics');
  const samples = samplesOf(text).filter(({ name }) => name === 'deliveries_total');
  const own = samples.filter(({ labels }) => labels.channel === channel);
  return Object.fromEntries(own.map(({ labels, value }) => [labels.outcome, value]));
};

test('each attempt to send a webhook is counted by its outcome, and is a debug line without address or content', async () => {
  expect(await tried(app, 'webhook')).toEqual({ done: 0, retry: 0, failed: 0 });
  const endpointId = await create({ headers: { authorization: 'Bearer hidden' } });
  receiver.answers(503);
  await buyer('Somebody');
  await app.sendWebhooks();
  expect(await tried(app, 'webhook')).toEqual({ done: 0, retry: 1, failed: 0 });
  await wait();
  receiver.answers(200);
  await app.sendWebhooks();
  receiver.answers(410);
  await buyer('Somebody else');
  await app.sendWebhooks();
  expect(await tried(app, 'webhook')).toEqual({ done: 1, retry: 1, failed: 1 });

  const own = lines.filter(({ msg }) => msg === 'webhook attempt');
  expect(own).toMatchObject([
    { level: 'debug', endpointId, attempt: 1, outcome: 'retry', status: 503, retryInMs: expect.any(Number) },
    { level: 'debug', endpointId, attempt: 2, outcome: 'done', status: 200 },
    { level: 'debug', endpointId, attempt: 1, outcome: 'failed', status: 410 },
  ]);
  const written = JSON.stringify(own);
  for (const secret of [receiver.url, 'hidden', 'Somebody', 'whsec']) expect(written).not.toContain(secret);
});

const insertDueMail = () =>
  app.database.query(
    `INSERT INTO outgoing_mail (id, to_addresses, cc_addresses, bcc_addresses, subject, body_text, due_at, creation_time)
     VALUES ('mail_1', '{ann@example.com}', '{}', '{}', 'Hello Ann', 'How are you?', now(), now())`,
  );

test('each attempt to send a mail is counted by its outcome, and is a debug line without address or content', async () => {
  await insertDueMail();
  expect(await app.sendMails()).toBe(1);
  expect(await tried(app, 'email')).toEqual({ done: 0, retry: 1, failed: 0 });
  await app.database.query(`UPDATE outgoing_mail SET due_at = now() WHERE id = 'mail_1'`);
  const toFolder = await startTestApp({ database: app.database, environment: { LOG_LEVEL: 'debug' }, onLog });
  expect(await toFolder.sendMails()).toBe(1);
  expect(await tried(toFolder, 'email')).toEqual({ done: 1, retry: 0, failed: 0 });
  await toFolder.stop();

  const own = lines.filter(({ msg }) => msg === 'mail attempted');
  expect(own).toMatchObject([
    { level: 'debug', mailId: 'mail_1', attempt: 1, outcome: 'retry' },
    { level: 'debug', mailId: 'mail_1', attempt: 2, outcome: 'done' },
  ]);
  for (const secret of ['ann@', 'Ann', 'How are']) expect(JSON.stringify(own)).not.toContain(secret);
});
