import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { document, type Schema } from '../generated/operations.ts';
import { disagreements } from '../generated/schema-check.ts';
import { startTestApp, type TestApp, type TestOrganization } from '../harness.ts';
import { type Receiver, startReceiver, verify } from '../webhook-receiver.ts';

let app: TestApp;
let org: TestOrganization;
let receiver: Receiver;
beforeAll(async () => {
  app = await startTestApp({ environment: { WEBHOOK_ALLOW_INSECURE_URL: 'true' } });
  org = await app.organization();
  receiver = await startReceiver();
  await app.sendWebhooks();
});
afterAll(async () => {
  await receiver.stop();
  await app.stop();
});

const call = (method: string, path: string, body?: unknown) =>
  app.request(method, `/org/${org.id}${path}`, {
    token: org.token,
    ...(body === undefined ? {} : { body }),
  });
const made: string[] = [];
const create = async (body: object = {}) => {
  const reply = await call('POST', '/webhook', { url: receiver.url, ...body });
  expect(reply.status, reply.text).toBe(200);
  made.push(reply.body.id);
  return reply.body as { id: string; secret: string } & Record<string, unknown>;
};
afterEach(async () => {
  for (const id of made.splice(0)) await call('DELETE', `/webhook/${id}`);
  receiver.answers(200);
  await app.sendWebhooks();
  receiver.clear();
});
const buyer = async (name: string): Promise<string> => (await call('POST', '/buyer', { name })).body.id;
const scopes = () => receiver.received.map(({ json }) => json.type);

describe('a webhook endpoint', () => {
  test('is created with a secret that later responses omit, and shows its settings', async () => {
    const headers = { 'X-Team': 'sales', Authorization: 'Basic abc' };
    const { id, secret, ...shown } = await create({ description: 'CRM', headers, ratePerSecond: 50 });
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(shown).toMatchObject({
      url: receiver.url,
      description: 'CRM',
      ratePerSecond: 50,
      status: 'ENABLED',
      scopes: [],
      fifo: false,
      timeoutSeconds: 15,
      headers: { 'X-Team': '********', Authorization: '********' },
    });
    const changed = await call('PATCH', `/webhook/${id}`, {
      ratePerSecond: null,
      description: null,
      scopes: ['ACCEPT.OFFER'],
      headers: { 'X-Team': null, Authorization: '********', 'X-More': 'yes' },
    });
    const { text, body } = await call('GET', `/webhook/${id}`);
    expect(changed.text).toBe(text);
    expect(body).toMatchObject({ ratePerSecond: null, scopes: ['ACCEPT.OFFER'] });
    expect(body.description).toBeUndefined();
    expect(body.headers).toEqual({ Authorization: '********', 'X-More': '********' });
    const events = await app.database.query('SELECT payload, before FROM event WHERE entity_id = $1', [id]);
    const list = (await call('GET', '/webhook')).text;
    const kept = JSON.stringify((await app.database.query('SELECT * FROM webhook_endpoint')).rows);
    for (const place of [text, list, JSON.stringify(events.rows), kept])
      for (const hidden of [secret.slice(6), 'Basic abc', 'sales']) expect(place).not.toContain(hidden);
    expect(events.rows.length).toBe(2);
  });

  test('counts against its quota', async () => {
    await create();
    const quotas = (await call('GET', '/quota')).body;
    expect(quotas.find((quota: { name: string }) => quota.name === 'webhookEndpoints').used).toBe(1);
  });

  test.each<[body: object, pointer: string]>([
    [{}, '/url'],
    [{ url: 'nonsense' }, '/url'],
    [{ url: 'ftp://example.com/' }, '/url'],
    [{ url: 'https://user:pass@example.com/' }, '/url'],
    [{ url: 'https://example.com/#part' }, '/url'],
    [{ url: 'https://example.com/', headers: { Host: 'x' } }, '/headers/Host'],
    [
      { url: 'https://example.com/', headers: { 'Transfer-Encoding': 'chunked' } },
      '/headers/Transfer-Encoding',
    ],
    [{ url: 'https://example.com/', headers: { 'webhook-id': 'x' } }, '/headers/webhook-id'],
    [{ url: 'https://example.com/', headers: { 'X-A': 'a\r\nX-B: b' } }, '/headers/X-A'],
    [{ url: 'https://example.com/', headers: { 'X A': 'a' } }, '/headers/X A'],
    [{ url: 'https://example.com/', headers: { 'X-A': 'a', 'x-a': 'b' } }, '/headers/x-a'],
    [{ url: 'https://example.com/', headers: { 'X-A': '********' } }, '/headers/X-A'],
    [{ url: 'https://example.com/', scopes: ['everything'] }, '/scopes/0'],
    [{ url: 'https://example.com/', ratePerSecond: 0 }, '/ratePerSecond'],
    [{ url: 'https://example.com/', timeoutSeconds: 31 }, '/timeoutSeconds'],
    [{ url: 'https://example.com/', status: 'PAUSED' }, '/status'],
  ])('is refused with a 400 that names the field: %j', async (body, pointer) => {
    const reply = await call('POST', '/webhook', body);
    expect(reply.status, reply.text).toBe(400);
    expect(reply.body.errors.map((finding: { pointer: string }) => finding.pointer)).toContain(pointer);
  });

  test('on a private network, or without https, is refused unless the operator allows it', async () => {
    const strict = await startTestApp({ database: app.database, environment: { BASE_URL: app.url } });
    try {
      const { port } = strict.app.server.server.address() as { port: number };
      for (const url of [
        'http://example.com/',
        'https://127.0.0.1/',
        'https://localhost./',
        'https://[::1]/',
      ]) {
        const reply = await fetch(`http://127.0.0.1:${port}/org/${org.id}/webhook`, {
          method: 'POST',
          headers: { authorization: `Bearer ${org.token}`, 'content-type': 'application/json' },
          body: JSON.stringify({ url }),
        });
        expect(reply.status, url).toBe(400);
      }
    } finally {
      await strict.stop();
    }
  });
});

describe('a delivery', () => {
  test('is the event with its record, with a signature that standard libraries verify', async () => {
    const { secret } = await create({ headers: { 'X-Team': 'sales' } });
    const id = await buyer('Signed');
    await app.sendWebhooks();
    const [delivery, ...others] = receiver.received.filter(({ json }) => json.entityID === id);
    expect(others).toEqual([]);
    if (!delivery) throw new Error('nothing was received');
    expect(verify(secret, delivery)).toMatchObject({
      type: 'CREATE.BUYER',
      action: 'CREATE',
      entityType: 'BUYER',
      organizationID: org.id,
      eventID: delivery.id,
      entityName: 'Signed',
      priority: 'LOW',
      data: { id, name: 'Signed' },
    });
    const bare = createHmac('sha256', secret).update(delivery.body).digest('hex');
    expect(delivery.headers).toMatchObject({
      'x-tradepost-signature-256': `sha256=${bare}`,
      'content-type': 'application/json',
      'x-team': 'sales',
      'user-agent': 'Tradepost-Webhooks/1.0',
    });
    expect(() => verify(`whsec_${Buffer.alloc(32).toString('base64')}`, delivery)).toThrow();
    const event = await call('GET', `/notificationEvent/BUYER/${id}`);
    expect(event.body.notificationEvents[0]).toMatchObject({ eventStatus: 'DONE', channels: ['WEBHOOK'] });
  });

  test('is sent to the endpoints that select it, by scope, record, product and partner', async () => {
    const product = (await call('POST', '/product', { name: 'P' })).body.id;
    const wanted = await create({ scopes: ['CREATE.BUYER'] });
    const never = await create({ url: `${receiver.url}/never`, scopes: ['DELETE.BUYER'] });
    await create({ url: `${receiver.url}/record`, entityIds: ['buy_other'] });
    await create({ url: `${receiver.url}/product`, productIds: [product] });
    await create({ url: `${receiver.url}/partner`, partners: ['MKB'] });
    await buyer('Chosen');
    await call('POST', '/offer', { partner: 'MKB', name: 'Of a partner' });
    await app.sendWebhooks();
    const paths = (type: string) =>
      receiver.received.filter(({ json }) => json.type === type).map(({ path }) => path);
    expect(paths('CREATE.BUYER').sort()).toEqual(['/hooks', '/hooks/product']);
    expect(paths('CREATE.OFFER').sort()).toEqual(['/hooks/partner', '/hooks/product']);
    expect([wanted.id, never.id]).not.toContain(undefined);
  });

  test('has a signature by each secret while both are valid, and by the new secret alone on request', async () => {
    const { id, secret: first } = await create({ scopes: ['CREATE.BUYER'] });
    const rotate = async (body: object) =>
      (await call('POST', `/webhook/${id}/rotateSecret`, body)).body as { secret: string };
    const { secret: second } = await rotate({ overlapHours: 1 });
    await buyer('Both');
    await app.sendWebhooks();
    const both = receiver.received.at(-1);
    const { secret: third } = await rotate({ overlapHours: 0 });
    await buyer('One');
    await app.sendWebhooks();
    const one = receiver.received.at(-1);
    if (!both || !one) throw new Error('nothing was received');
    for (const secret of [first, second]) expect(verify(secret, both)).toBeTruthy();
    expect(verify(third, one)).toBeTruthy();
    for (const secret of [first, second]) expect(() => verify(secret, one)).toThrow();
  });

  test('is not created while the endpoint is disabled, and is sent by a replay', async () => {
    const { id } = await create({ scopes: ['CREATE.BUYER'] });
    await call('PATCH', `/webhook/${id}`, { status: 'DISABLED' });
    const from = app.app.clock.now().toISOString();
    const missed = [await buyer('First'), await buyer('Second')];
    await app.sendWebhooks();
    expect(receiver.received).toEqual([]);
    expect((await call('POST', `/webhook/${id}/replay`, { from })).body.code).toBe('webhook_disabled');
    expect((await call('POST', `/webhook/${id}/enable`)).body.status).toBe('ENABLED');
    const replay = await call('POST', `/webhook/${id}/replay`, { from });
    expect(replay.status, replay.text).toBe(200);
    await app.drainJobs();
    await app.sendWebhooks();
    expect(receiver.received.map(({ json }) => json.entityID)).toEqual(missed);
    const { body } = await call('GET', `/v2/operation/${replay.body.operationId}`);
    expect(body).toMatchObject({ status: 'COMPLETED' });
  });
});

describe('R51 the list of products', () => {
  const configure = (body: object) => call('PATCH', '/notificationConfigInfo', body);

  test('R51 excludes events of other products while it is enabled, and never disables webhooks', async () => {
    await create();
    const [listed, other] = [
      (await call('POST', '/product', { name: 'Listed' })).body.id as string,
      (await call('POST', '/product', { name: 'Other' })).body.id as string,
    ];
    await app.sendWebhooks();
    receiver.clear();
    const touch = async () => {
      for (const id of [listed, other]) await call('PATCH', `/product/${id}/metaInfo`, { x: 1 });
      await buyer('Of no product');
      await app.sendWebhooks();
      const found = scopes().map((type, index) => `${type} ${receiver.received[index]?.json.data.name}`);
      receiver.clear();
      return found.filter((text) => !text.startsWith('UPDATE.ORGANIZATION')).sort();
    };
    const ofOne = ['CREATE.BUYER Of no product', 'UPDATE.PRODUCT Listed'];
    await configure({ enableWebhookNotification: true, webhookProductWhitelist: [listed] });
    expect(await touch()).toEqual(ofOne);
    await configure({ enableWebhookNotification: true, webhookProductWhitelist: [] });
    expect(await touch()).toEqual(['CREATE.BUYER Of no product']);
    await configure({ enableWebhookNotification: false, webhookProductWhitelist: [listed] });
    expect(await touch()).toEqual([...ofOne, 'UPDATE.PRODUCT Other']);
  });
});

describe('a test event', () => {
  test('is sent to its endpoint only, whatever the endpoint selects, and shows its result', async () => {
    const { id, secret } = await create({ scopes: ['DELETE.BUYER'] });
    await create({ url: `${receiver.url}/other` });
    await app.sendWebhooks();
    receiver.clear();
    const sent = await call('POST', `/webhook/${id}/test`);
    expect(sent.body).toMatchObject({ status: 'PENDING', scope: 'TEST.WEBHOOK_ENDPOINT', webhookID: id });
    await app.sendWebhooks();
    expect(receiver.received.map(({ path, json }) => [path, json.action])).toEqual([['/hooks', 'TEST']]);
    expect(verify(secret, receiver.received[0] as never)).toMatchObject({ eventID: sent.body.eventID });
    const { body } = await call('GET', `/webhook/${id}/delivery/${sent.body.id}`);
    expect(body).toMatchObject({
      status: 'DONE',
      attempts: 1,
      responseStatus: 200,
      body: { action: 'TEST' },
      attemptLog: [{ number: 1, responseStatus: 200, responseExcerpt: 'status 200' }],
    });
  });
});

test('R51 a renewal is published once by webhooks, the event feed and notification events alike', async () => {
  await create({ scopes: ['UPDATE.ENTITLEMENT'] });
  const endTime = new Date(Date.now() + 40 * 86_400_000).toISOString();
  const order = { partner: 'MKB', quantity: 4, amount: 400, endTime };
  const { externalID } = (await call('POST', '/sandbox/order', order)).body;
  await app.drainJobs();
  const [{ id }] = (await call('GET', `/entitlement?externalId=${externalID}`)).body;
  const position = (await call('GET', '/event')).body.position;
  await call('POST', `/sandbox/entitlement/${id}/changeQuantity`, { quantity: 6 });
  await app.drainJobs();
  await call('POST', `/sandbox/entitlement/${id}/renew`, {});
  await app.drainJobs();
  await app.sendWebhooks();
  type SentEvent = { entityID: string; eventID: string; action: string; info: { change?: string } };
  const changes = (events: SentEvent[]) =>
    Object.fromEntries(
      events
        .filter(({ entityID, action }) => entityID === id && action === 'UPDATE')
        .map(({ eventID, info }) => [eventID, info.change ?? 'another']),
    );
  const fed = changes((await call('GET', `/event?after=${position}`)).body.events);
  expect(Object.values(fed)[0]).toBe('another');
  expect(Object.values(fed).filter((change) => change === 'RENEW')).toHaveLength(1);
  expect(changes(receiver.received.map(({ json }) => json))).toEqual(fed);
  const listed = await call('GET', `/notificationEvent/ENTITLEMENT/${id}`);
  expect(changes(listed.body.notificationEvents)).toEqual(fed);
});

type DescribedWebhook = { post: { requestBody: { content: Record<string, { schema: Schema }> } } };

test('R5 the document describes the content of every event that it names', async () => {
  const { webhooks } = document as unknown as { webhooks: Record<string, DescribedWebhook> };
  const { id } = await create();
  await call('POST', `/webhook/${id}/test`);
  const offer = (await call('POST', '/offer', { partner: 'MKA', name: 'Described' })).body.id;
  await app.drainJobs();
  await call('POST', `/sandbox/offer/${offer}/accept`);
  await app.drainJobs();
  await app.sendWebhooks();
  const described = receiver.received.filter(({ json }) => Object.hasOwn(webhooks, json.type));
  for (const { json } of described) {
    const schema = webhooks[json.type]?.post.requestBody.content['application/json']?.schema as Schema;
    expect(disagreements(schema, json, true), json.type).toEqual([]);
  }
  expect(scopes()).toEqual(
    expect.arrayContaining([
      'CREATE.OFFER',
      'PENDING_ACCEPTANCE.OFFER',
      'ACCEPT.OFFER',
      'CREATE.ENTITLEMENT',
    ]),
  );
  expect(new Set(described.map(({ json }) => json.type)).size).toBeGreaterThan(4);
});
