import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp, type TestOrganization } from '../harness.ts';

let app: TestApp;
let org: TestOrganization;
beforeAll(async () => {
  app = await startTestApp({ environment: { MAIL_FROM: 'sales@tradepost.example' } });
});
beforeEach(async () => {
  org = await app.organization();
});
afterAll(() => app.stop());

const path = () => `/org/${org.id}/notificationConfigInfo`;
const read = async () => (await app.request('GET', path(), { token: org.token })).body;
const patch = (body: unknown, token = org.token) => app.request('PATCH', path(), { token, body });
const scopes = () => read().then((config) => Object.keys(config.emailNotificationScopeEventConfigs ?? {}));

test('R15 the defaults, the 63 scopes and the capability maps exist from the start', async () => {
  const config = await read();
  expect(config).toMatchObject({
    daysToExpireSoonOfferWorkflowNotification: 7,
    disableEmailNotificationOnOfferReady: false,
    enableEmailNotification: false,
    enableExpireSoonOfferWorkflowNotification: false,
    enableWebhookNotification: false,
    defaultSenderEmail: 'sales@tradepost.example',
    crmFieldOptionsByCrm: {},
  });
  expect(config.allEmailNotificationScopes).toHaveLength(63);
  expect(new Set(config.allEmailNotificationScopes).size).toBe(63);
  expect(config.allEmailNotificationScopes).toContain('CREATE.OFFER');
  expect(config.entityFieldOptions.OFFER).toEqual(expect.arrayContaining(['name', 'status', 'info.commits']));
  expect(config.entityFieldOptions.ENTITLEMENT).toContain('info.addons');
  expect(config.roleGroupOptionsByEntityType.OFFER).toContain('ADMIN');
});

test('R15 CRM fields exist while the integration exists', async () => {
  await app.database.query(
    `INSERT INTO integration (organization_id, id, partner, service, status, creation_time, last_update_time)
     VALUES ($1, 'int_1', 'CRMC', 'CRM', 'ACTIVE', now(), now()), ($1, 'int_2', 'MKA', 'MARKETPLACE', 'ACTIVE', now(), now())`,
    [org.id],
  );
  expect((await read()).crmFieldOptionsByCrm).toEqual({ CRMC: [] });
  await app.database.query('DELETE FROM integration WHERE organization_id = $1', [org.id]);
  expect((await read()).crmFieldOptionsByCrm).toEqual({});
});

test('R15 R8 read-only fields are ignored on write', async () => {
  const before = await read();
  const reply = await patch({
    allEmailNotificationScopes: [],
    crmFieldOptionsByCrm: { CRMA: ['x'] },
    defaultSenderEmail: 'evil@example.com',
    entityFieldOptions: {},
    roleGroupOptionsByEntityType: {},
    supportChatChannelID: 'C123',
  });
  expect(reply.status, reply.text).toBe(200);
  expect(reply.body).toEqual({ ...before, supportChatChannelID: 'C123' });
  expect(await read()).toEqual(reply.body);
});

test('R8 absent fields stay, maps merge by key and a null removes one, arrays are replaced whole', async () => {
  await patch({
    enableEmailNotification: true,
    webhookProductWhitelist: ['p1', 'p2'],
    emailNotificationScopeEventConfigs: { 'CREATE.OFFER': {}, 'ACCEPT.OFFER': {} },
  });
  const reply = await patch({
    webhookProductWhitelist: ['p3'],
    emailNotificationScopeEventConfigs: { 'CREATE.OFFER': null, 'CANCEL.OFFER': {} },
  });
  expect(reply.body).toMatchObject({ enableEmailNotification: true, webhookProductWhitelist: ['p3'] });
  expect((await scopes()).sort()).toEqual(['ACCEPT.OFFER', 'CANCEL.OFFER']);
  const same = await patch({});
  expect(same.body).toEqual(reply.body);
  // A field with a default is reset to the default.
  expect((await patch({ enableEmailNotification: null })).body.enableEmailNotification).toBe(false);
});

const wrong: [string, unknown, string][] = [
  [
    'an unknown scope',
    { emailNotificationScopeEventConfigs: { 'FLY.OFFER': {} } },
    '/emailNotificationScopeEventConfigs/FLY.OFFER',
  ],
  ['0 days', { daysToExpireSoonOfferWorkflowNotification: 0 }, '/daysToExpireSoonOfferWorkflowNotification'],
  [
    '366 days',
    { daysToExpireSoonOfferWorkflowNotification: 366 },
    '/daysToExpireSoonOfferWorkflowNotification',
  ],
  [
    'half a day',
    { daysToExpireSoonOfferWorkflowNotification: 1.5 },
    '/daysToExpireSoonOfferWorkflowNotification',
  ],
  ['text for a switch', { enableEmailNotification: 'yes' }, '/enableEmailNotification'],
  ['a list of numbers', { webhookProductWhitelist: [1] }, '/webhookProductWhitelist/0'],
];
test.each(wrong)('R15 R52 refuses %s, and changes nothing', async (_name, body, pointer) => {
  const before = await read();
  const reply = await patch({ ...(body as object), supportChatChannelID: 'never' });
  expect(reply.status).toBe(400);
  expect(reply.body.errors.map((finding: { pointer: string }) => finding.pointer)).toEqual([pointer]);
  expect(await read()).toEqual(before);
});

test('R1 R15 a body must be an object, and the limits themselves are valid', async () => {
  expect((await app.request('PATCH', path(), { token: org.token })).status).toBe(400);
  for (const body of [null, [], 'x', 1]) expect((await patch(body)).status).toBe(400);
  for (const days of [1, 365])
    expect((await patch({ daysToExpireSoonOfferWorkflowNotification: days })).body).toMatchObject({
      daysToExpireSoonOfferWorkflowNotification: days,
    });
});

test('R3 every role may read it, only an ADMIN may change it, and it is a 404 for another organization', async () => {
  for (const role of ['EDITOR', 'VIEWER'] as const) {
    const { token } = await app.client(org.id, role);
    expect((await app.request('GET', path(), { token })).status).toBe(200);
    const reply = await patch({ enableEmailNotification: true }, token);
    expect([reply.status, reply.body.code]).toEqual([403, 'forbidden']);
  }
  const foreign = await app.organization();
  expect((await app.request('GET', path(), { token: foreign.token })).status).toBe(404);
  expect((await patch({}, foreign.token)).status).toBe(404);
  expect((await read()).enableEmailNotification).toBe(false);
});

test('R8 simultaneous changes are all stored, each with its event', async () => {
  const names = (await read()).allEmailNotificationScopes.slice(0, 20) as string[];
  const replies = await Promise.all(
    names.map((name) => patch({ emailNotificationScopeEventConfigs: { [name]: {} } })),
  );
  expect(replies.map((reply) => reply.status)).toEqual(names.map(() => 200));
  expect((await scopes()).sort()).toEqual([...names].sort());
  const { rows } = await app.database.query(
    `SELECT sequence, action, actor_id, payload FROM event
     WHERE organization_id = $1 AND entity_type = 'ORGANIZATION' ORDER BY sequence`,
    [org.id],
  );
  expect(rows.map((row) => row.sequence)).toEqual(Array.from({ length: 21 }, (_, index) => index + 1));
  expect(rows.at(-1)).toMatchObject({ action: 'UPDATE', actor_id: org.client.id });
  expect(
    Object.keys(rows.at(-1).payload.info.notificationConfigInfo.emailNotificationScopeEventConfigs),
  ).toHaveLength(20);
});
