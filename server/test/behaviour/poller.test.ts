import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventsAreUnsealed } from '../../src/auditing/wiring.ts';
import { eventsAreUndispatched, webhooksAreDue } from '../../src/notifications/wiring.ts';
import { jobsAreReady } from '../../src/platform/jobs/job-lines.ts';
import { mailsAreDue } from '../../src/platform/mail/sender.ts';
import { startTestApp, type TestApp, type TestOrganization } from '../harness.ts';

let app: TestApp;
let organization: TestOrganization;

beforeAll(async () => {
  app = await startTestApp({ environment: { WEBHOOK_ALLOW_INSECURE_URL: 'true' } });
  organization = await app.organization();
  await rest();
});
afterAll(() => app.stop());

async function rest(): Promise<void> {
  await app.drainJobs();
  await app.sendWebhooks();
  await app.sendMails();
}

/** Returns the work that a poll found. */
async function found(): Promise<string[]> {
  const conditions = { jobsAreReady, mailsAreDue, eventsAreUnsealed, eventsAreUndispatched, webhooksAreDue };
  const asked = Object.entries(conditions).map(([name, condition]) => `${condition} AS "${name}"`);
  const { rows } = await app.database.query(`SELECT ${asked.join(', ')}`);
  return Object.keys(conditions).filter((name) => rows[0][name] === true);
}

const post = async (path: string, body: unknown): Promise<void> => {
  const { status, text } = await app.request('POST', `/org/${organization.id}/${path}`, {
    token: organization.token,
    body,
  });
  expect(status, text).toBe(200);
};

test('a poll of an idle database finds no work', async () => {
  expect(await found()).toEqual([]);
});

test('a poll finds events that are to be sealed, then dispatched', async () => {
  await post('buyer', { name: 'Sealed' });
  expect(await found()).toEqual(['eventsAreUnsealed']);
  while ((await app.app.sealer.step()) > 0);
  expect(await found()).toEqual(['eventsAreUndispatched']);
  await app.dispatchEvents();
  expect(await found()).toEqual([]);
});

test('a poll finds jobs that are ready, and no later job', async () => {
  await post('offer', { partner: 'MKA', name: 'Polled', info: { currency: 'USD' } });
  await app.dispatchEvents();
  expect(await found()).toEqual(['jobsAreReady']);
  await app.drainJobs();
  await app.dispatchEvents();
  await app.drainJobs();
  expect(await found()).toEqual([]);
  await app.database.query(`UPDATE job SET ready_at = now() WHERE finished_at IS NULL AND stands = 'TIME'`);
  expect(await found()).toEqual(['jobsAreReady']);
  await rest();
});

test('a poll finds mails and webhooks that are due, and no later retry', async () => {
  await post('webhook', { url: 'http://127.0.0.1:9/', scopes: ['CREATE.BUYER'] });
  await rest();
  await post('buyer', { name: 'Sent' });
  await app.dispatchEvents();
  expect(await found()).toEqual(['webhooksAreDue']);
  await app.sendWebhooks();
  expect(await found()).toEqual([]);
  await app.database.query(
    `INSERT INTO outgoing_mail (id, to_addresses, cc_addresses, bcc_addresses, subject, body_text, due_at, creation_time)
     VALUES ('mail_1', '{ann@example.com}', '{}', '{}', 'Hello', 'Hello', now(), now())`,
  );
  expect(await found()).toEqual(['mailsAreDue']);
  await app.sendMails();
  expect(await found()).toEqual([]);
});
