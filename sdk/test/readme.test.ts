import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { signatureHeaders } from '../../server/src/notifications/webhooks/signing.ts';
import { startTestApp, type TestApp } from '../../server/test/harness.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const blocks = [...readme.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code]) => code as string);
const names = ['client', 'people', 'offer', 'lists', 'changes', 'errors', 'webhooks', 'csv'];
const textOf = (name: string) => readFileSync(new URL(`examples/${name}.ts`, import.meta.url), 'utf8');

let app: TestApp;
const said: unknown[][] = [];
beforeAll(async () => {
  app = await startTestApp({ work: true });
  const org = await app.organization();
  const body = {
    name: 'Listed',
    partner: 'MKA',
    productType: 'CONTRACT',
    info: { currency: 'USD', commits: [{ key: 'team', rate: 1200, length: 1, timeUnit: 'YEAR' }] },
  };
  const product = await app.request('POST', `/org/${org.id}/product`, { token: org.token, body });
  expect(product.status, product.text).toBe(200);
  const environment = {
    TRADEPOST_URL: app.url,
    TRADEPOST_ORG: org.id,
    TRADEPOST_CLIENT_ID: org.client.id,
    TRADEPOST_CLIENT_SECRET: org.client.secret,
    TRADEPOST_PERSON: (await app.person(org.id, 'ADMIN')).token,
    WEBHOOK_SECRET: `whsec_${Buffer.alloc(32, 'a').toString('base64')}`,
  };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  vi.spyOn(console, 'log').mockImplementation((...words) => void said.push(words));
});
afterAll(async () => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  await app.stop();
});

/** The output of an example. */
async function run(name: string): Promise<unknown[][]> {
  said.length = 0;
  await import(`./examples/${name}.ts`);
  return [...said];
}

test('the code in the README equals the examples, which are compiled and run', () => {
  expect(blocks).toEqual(names.map(textOf));
});

test('an offer is created, published, accepted, and becomes an entitlement', async () => {
  expect(await run('offer')).toEqual([['PENDING_CREATE'], ['ACTIVE']]);
  expect(await run('lists')).toEqual([
    [1, 1],
    ['First offer', 'ACTIVE'],
  ]);
});

test('the other examples work as described', async () => {
  expect(await run('people')).toEqual([['Acme', 1]]);
  expect(await run('changes')).toEqual([['The buyer has changed since it was read.']]);
  const [first, ...fields] = await run('errors');
  expect(first).toEqual([400, 'invalid_request', expect.stringMatching(/^req_/)]);
  expect(fields).toContainEqual(['/metaInfo/discount', 'is for marketplace A only']);
  expect(await run('csv')).toEqual([[expect.stringMatching(/^id,entitlementID,/)]]);
});

test('the receiver accepts webhooks signed by the service', async () => {
  const { receive } = await import('./examples/webhooks.ts');
  const body = JSON.stringify({ type: 'ACCEPT.OFFER', data: { name: 'First offer' } });
  const secret = process.env.WEBHOOK_SECRET as string;
  const headers = signatureHeaders([secret], { id: 'evt_1', sentAt: new Date(), body });
  said.length = 0;
  const request = (text: string) =>
    new Request('http://receiver.test', { method: 'POST', body: text, headers });
  expect((await receive(request(body))).status).toBe(200);
  expect(said).toEqual([['First offer', 'was accepted']]);
  await expect(receive(request(`${body} `))).rejects.toThrow('No signature');
});
