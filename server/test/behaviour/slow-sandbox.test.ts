import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestApp, TestOrganization } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';

let app: TestApp;
let org: TestOrganization;
beforeAll(async () => {
  app = await sharedTestApp();
  org = await app.organization();
});
afterAll(() => app.stop());

const good = async (method: string, path: string, body?: object) => {
  const reply = await app.request(method, `/org/${org.id}/${path}`, {
    token: org.token,
    ...(body ? { body } : {}),
  });
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
};
const advance = async (length: string) => {
  await good('POST', 'sandbox/clock', { advance: length });
  await app.drainJobs();
};
const slow = (more: object = {}) => good('POST', 'sandbox/fault', { partner: 'MKA', kind: 'SLOW', ...more });
const status = async (id: string) => (await good('GET', `offer/${id}`)).status;

test('SLOW: the marketplace of the sandbox processes a change, and the offer shows it once it is done', async () => {
  await slow({ delay: 'PT10M' });
  const { id } = await good('POST', 'offer', { name: 'Slow', partner: 'MKA' });
  await app.drainJobs();
  await advance('PT5M');
  expect(await status(id)).toBe('PENDING_CREATE');
  expect(await good('GET', `operation?offerId=${id}`)).toMatchObject([{ status: 'RUNNING' }]);
  await advance('PT6M');
  expect(await status(id)).toBe('PENDING_ACCEPTANCE');

  await slow();
  await good('POST', `offer/${id}/cancel`);
  await app.drainJobs();
  expect(await status(id)).toBe('PENDING_CANCEL');
  await advance('PT2M');
  expect(await status(id)).toBe('CANCELLED');
});

test('SLOW: a refusal of the marketplace comes at the end, with code and message', async () => {
  await slow();
  const { id } = await good('POST', 'offer', { name: 'x'.repeat(151), partner: 'MKA' });
  await app.drainJobs();
  expect(await status(id)).toBe('PENDING_CREATE');
  await advance('PT2M');
  const failed = await good('GET', `offer/${id}`);
  expect(failed.status).toBe('CREATE_FAILED');
  expect(failed.metaInfo.prettifiedErrorMessages[0].length).toBeGreaterThan(20);
});
