import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AiOrganization, answeringOrganization, ownChat, startAnswering } from '../answers.fixture.ts';
import { type Chat, chatKey } from '../fakes/chat/server.ts';
import { openTicket } from '../generated/support-records.ts';
import { startTestApp, type TestApp } from '../harness.ts';

let app: TestApp;
let chat: Chat;
let world: AiOrganization;
/**
 * A process without an operator's language model and with the default rules for organizations' own models.
 */
let plain: TestApp;
const lines: string[] = [];
beforeAll(async () => {
  ({ app, chat } = await startAnswering({
    environment: { LOG_LEVEL: 'trace' },
    onLog: (line) => lines.push(JSON.stringify(line)),
  }));
  plain = await startTestApp({ database: app.database });
});
afterAll(async () => {
  await plain.stop();
  await app.stop();
  await chat.stop();
});
beforeEach(async () => {
  chat.reset();
  world = await answeringOrganization(app);
});

const sent = () => chat.calls.flatMap(({ body }) => body.messages.map(({ content }) => content)).join('\n');
const integrate = (credentials: object, method = 'POST', path = '') =>
  app.request(method, `/org/${world.org.id}/integration${path}`, {
    token: world.org.token,
    body: { ...(method === 'POST' ? { partner: 'VENDORM', service: 'chatbot' } : {}), credentials },
  });
const memberWith = async (permissions: string[]): Promise<string> => {
  const { token, id } = world.org;
  const body = { name: `R${app.app.newId('x').slice(-12).toUpperCase()}`, permissions };
  const role = await app.request('POST', `/org/${id}/role`, { token, body });
  expect(role.status, role.text).toBe(200);
  return (await app.person(id, body.name)).token;
};

describe('access to answers', () => {
  test('requires ADMIN, EDITOR or a role with the permission; a VIEWER cannot cause costs', async () => {
    const ask = async (role: 'VIEWER' | 'EDITOR' | 'ADMIN') =>
      (await world.ask('zanzibar', { token: (await app.client(world.org.id, role)).token })).status;
    expect([await ask('VIEWER'), await ask('EDITOR'), await ask('ADMIN')]).toEqual([403, 200, 200]);
    const token = await memberWith(['knowledge:answer', 'knowledge:read']);
    expect((await world.ask('zanzibar', { token })).body.found).toBe(true);
  });

  test('is closed to a suspended organization', async () => {
    await app.database.query(`UPDATE organization SET status = 'SUSPENDED' WHERE organization_id = $1`, [
      world.org.id,
    ]);
    expect((await world.ask('zanzibar')).body.code).toBe('organization_suspended');
    expect(chat.calls).toEqual([]);
  });

  test('excludes from prompt and citations all records that the caller may not read', async () => {
    const { id, token } = world.org;
    const product = await app.request('POST', `/org/${id}/product`, {
      token,
      body: { name: 'Lodestar product', partner: 'MKA' },
    });
    expect(product.status, product.text).toBe(200);
    const buyer = await app.request('POST', `/org/${id}/buyer`, { token, body: { name: 'Lodestar buyer' } });
    expect(buyer.status, buyer.text).toBe(200);
    await openTicket(app, world.org, { name: 'Lodestar ticket' });
    await world.article('Lodestar article', 'Lodestar.');
    const readable = {
      'products:read': 'Lodestar product',
      'buyers:read': 'Lodestar buyer',
      'support:read': 'Lodestar ticket',
      'knowledge:read': 'Lodestar article',
    };
    chat.plays({ text: 'It is so [1][2][3][4][5][6][7][8].' });
    for (const permission of Object.keys(readable)) {
      const member = await memberWith(['knowledge:answer', permission]);
      chat.calls.length = 0;
      const { body } = await world.ask('lodestar', { token: member });
      for (const [needed, title] of Object.entries(readable))
        expect(sent().includes(title), `${title} by ${permission}`).toBe(needed === permission);
      for (const { link } of body.citations)
        expect((await app.request('GET', link, { token: member })).status, link).toBe(200);
    }
    const none = await memberWith(['knowledge:answer']);
    expect((await world.ask('lodestar', { token: none })).body.found).toBe(false);
  });

  test('that changes during the call makes the response a 503', async () => {
    let open: () => void = () => {};
    chat.plays({ after: new Promise<void>((resolve) => (open = resolve)) });
    const { id, token } = world.org;
    const role = {
      name: `N${id.slice(-8).toUpperCase()}`,
      permissions: ['knowledge:answer', 'knowledge:read'],
    };
    const made = await app.request('POST', `/org/${id}/role`, { token, body: role });
    const member = await app.person(id, role.name);
    const asked = world.ask('zanzibar', { token: member.token });
    while (chat.calls.length === 0) await new Promise((done) => setTimeout(done, 5));
    const changed = await app.request('PATCH', `/org/${id}/role/${made.body.name}`, {
      token,
      body: { permissions: ['knowledge:answer'] },
    });
    expect(changed.status, changed.text).toBe(200);
    open();
    const reply = await asked;
    expect([reply.status, reply.body.code, reply.headers.get('retry-after')]).toEqual([
      503,
      'unavailable',
      '1',
    ]);
    expect(reply.text).not.toContain('zanzibar');
    expect(chat.calls).toHaveLength(1);
    expect(await world.usage()).toMatchObject({ calls: 1, reservedCents: 0 });
  });

  test('excludes articles of other organizations from search and prompt', async () => {
    const other = await answeringOrganization(app);
    await other.article('Foreign zanzibar', 'The foreign zanzibar secret.');
    await world.ask('zanzibar');
    expect(sent()).not.toContain('foreign');
  });
});

describe('an organization’s own language model', () => {
  test('takes precedence over the operator’s, and costs nothing here', async () => {
    expect((await integrate(ownChat)).status).toBe(200);
    const { status, body } = await world.ask('zanzibar');
    expect([status, body.found]).toEqual([200, true]);
    expect(body.usage).toEqual({
      provider: 'INTEGRATION',
      inputTokens: 100,
      outputTokens: 10,
      chargedCents: 0,
    });
    expect(chat.calls[0]).toMatchObject({
      authorization: `Bearer ${ownChat.key}`,
      body: { model: ownChat.model },
    });
    expect(await world.usage()).toMatchObject({ calls: 0, usedCents: 0 });
  });

  test('is off where AI features are off, and counts against the quota', async () => {
    await integrate(ownChat);
    await world.ask('zanzibar');
    await world.configure({ enabled: false });
    expect((await world.ask('zanzibar')).body.code).toBe('ai_off');
    const quotas = await world.get('quota');
    expect(quotas.find(({ name }: { name: string }) => name === 'aiCallsPerDay').used).toBe(1);
  });

  test('suffices without an operator’s model; without either, answers are off', async () => {
    const token = await plain.token(world.org.client);
    const without = await world.ask('zanzibar', { app: plain, token });
    expect([without.status, without.body.code]).toEqual([409, 'ai_off']);
    expect(without.body.detail).toContain('No language model is configured');
    await integrate(ownChat);
    // The name does not resolve, so only the organization’s model was called.
    expect((await world.ask('zanzibar', { app: plain, token })).body.code).toBe('ai_unavailable');
    expect(chat.calls).toEqual([]);
  });

  test('fails without a charge and without a fallback to the operator’s', async () => {
    await integrate(ownChat);
    chat.plays({ status: 401 });
    const refused = await world.ask('zanzibar');
    expect([refused.status, refused.body.detail]).toEqual([
      503,
      'The language model could not be called: it responded with 401. Nothing is charged.',
    ]);
    chat.plays({ breaks: 'MIDWAY' });
    expect((await world.ask('zanzibar')).body.detail).not.toContain('charged');
    for (const { authorization } of chat.calls) expect(authorization).toBe(`Bearer ${ownChat.key}`);
  });

  test('with incomplete settings is off, without a fallback to the operator’s', async () => {
    const { url, ...rest } = ownChat;
    expect((await integrate(rest)).status).toBe(200);
    const { status, body } = await world.ask('zanzibar');
    expect([status, body.code]).toEqual([409, 'ai_off']);
    expect(body.detail).toContain('needs url, key and model');
    expect((await integrate({ url }, 'PATCH', '/vendorm/chatbot')).status).toBe(200);
    expect((await world.ask('zanzibar')).status).toBe(200);
  });

  test.each([
    ['url', 'http://models.example.com/v1'],
    ['url', 'https://127.0.0.1/v1'],
    ['url', 'https://[::1]/v1'],
    ['url', 'https://10.1.2.3/v1'],
    ['url', 'https://169.254.169.254/latest'],
    ['url', 'https://models.internal/v1'],
    ['url', 'https://ann:secret@models.example.com/v1'],
    ['url', 'models.example.com'],
    ['url', 7],
    ['key', 'two words'],
    ['key', 'line\nend'],
    ['key', { nested: 'x' }],
    ['model', ''],
    ['model', 'x'.repeat(201)],
  ])('with a %s of %o is refused when it is saved', async (name, value) => {
    const reply = await integrate({ ...ownChat, [name]: value });
    expect([reply.status, reply.body.errors?.[0].pointer], reply.text).toEqual([400, `/credentials/${name}`]);
    expect((await integrate(ownChat)).status).toBe(200);
    const changed = await integrate({ [name]: value }, 'PATCH', '/vendorm/chatbot');
    expect([changed.status, changed.body.errors?.[0].pointer]).toEqual([400, `/credentials/${name}`]);
  });

  test('on a private network is refused at each call too, since a name can resolve to any address', async () => {
    const token = await plain.token(world.org.client);
    // Settings that a version without address checks stored.
    const settings = { info: {}, credentials: { ...ownChat, url: 'https://127.0.0.1/v1' } };
    await integrate(ownChat);
    await app.database.query('UPDATE integration SET sealed_settings = $2 WHERE organization_id = $1', [
      world.org.id,
      app.app.vault.encrypt(JSON.stringify(settings), `integration ${world.org.id} VENDORM CHATBOT`),
    ]);
    expect((await world.ask('zanzibar', { app: plain, token })).body.code).toBe('ai_off');
  });
});

describe('secrets and questions', () => {
  test('are in no log, response, event or table', async () => {
    const question = 'zanzibar canaryquestion4711';
    const replies = [await world.ask(question, { key: 'canary-idempotency' })];
    chat.plays({ status: 401, raw: `{"error":"${chatKey}"}` });
    replies.push(await world.ask(question));
    chat.plays({ raw: chatKey });
    replies.push(await world.ask(question));
    replies.push(await integrate(ownChat));
    replies.push(await world.ask(question));
    replies.push(await app.request('GET', `/org/${world.org.id}/integration`, { token: world.org.token }));
    replies.push(await integrate({ model: 'another' }, 'PATCH', '/vendorm/chatbot'));
    await app.dispatchEvents();
    for (const { text } of replies) expect(text).not.toContain('canary');
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) expect(line).not.toMatch(/canary(-key|question)/);
    expect(lines.some((line) => line.includes('the language model did not answer'))).toBe(true);
    const { rows } = await app.database.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')`,
    );
    for (const { name } of rows) {
      const found = await app.database.query(
        `SELECT count(*)::int AS n FROM ${name} AS t WHERE t::text ~ 'canary(-key|question)'`,
      );
      expect(found.rows, name).toEqual([{ n: 0 }]);
    }
  });

  test('caller and outcome of a question are stored for 90 days', async () => {
    await world.ask('zanzibar');
    const { rows } = await app.database.query(
      'SELECT asked_by, provider, outcome, input_tokens::int AS input FROM ai_call WHERE organization_id = $1',
      [world.org.id],
    );
    expect(rows).toEqual([
      { asked_by: world.org.client.id, provider: 'OPERATOR', outcome: 'ANSWERED', input: 100 },
    ]);
  });
});
