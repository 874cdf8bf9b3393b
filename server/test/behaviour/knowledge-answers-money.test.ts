import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AiOrganization, answeringOrganization, newKey, startAnswering } from '../answers.fixture.ts';
import type { Chat, ChatPlay } from '../fakes/chat/server.ts';
import { startTestApp, type TestApp } from '../harness.ts';

let app: TestApp;
let chat: Chat;
let world: AiOrganization;
beforeAll(async () => {
  ({ app, chat } = await startAnswering());
});
afterAll(async () => {
  await app.stop();
  await chat.stop();
});
beforeEach(() => chat.reset());
const inNewWorld = async () => {
  world = await answeringOrganization(app);
};

/** Creates a barrier that the test releases. */
function gate() {
  let open: () => void = () => {};
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { passed, open };
}
const until = async (condition: () => boolean | Promise<boolean>) => {
  while (!(await condition())) await new Promise((done) => setTimeout(done, 5));
};
const limits = async (monthlyCreditCents: number, monthlySpendingCapCents: number | null) => {
  await world.setCredit(monthlyCreditCents);
  await world.configure({ monthlySpendingCapCents });
};
/** Returns the amount that a call in flight has reserved. */
async function worstCase(): Promise<number> {
  chat.reset();
  const { passed, open } = gate();
  chat.plays({ after: passed });
  const before = (await world.usage()).reservedCents;
  const asked = world.ask('zanzibar');
  await until(() => chat.calls.length > 0);
  const reserved = (await world.usage()).reservedCents - before;
  open();
  await asked;
  chat.reset();
  return reserved;
}
const rows = async () =>
  (
    await app.database.query(
      `SELECT provider, outcome, request_key, input_tokens::int, output_tokens::int FROM ai_call
       WHERE organization_id = $1 ORDER BY id`,
      [world.org.id],
    )
  ).rows;

describe('R11: a call costs the usage that the language model reports, and at most the reserved amount', () => {
  let most: number;
  beforeAll(async () => {
    await inNewWorld();
    most = await worstCase();
  });

  test.each<[string, ChatPlay, number | 'MOST']>([
    ['what it says', { usage: { prompt_tokens: 200, completion_tokens: 1 } }, 0.306],
    ['nothing, where it says so', { usage: { prompt_tokens: 0, completion_tokens: 0 } }, 0],
    ['the most, where it says more', { usage: { prompt_tokens: 1e8, completion_tokens: 1e8 } }, 'MOST'],
    ['the most, where it says nothing', { usage: undefined }, 'MOST'],
    ['the most, for less than nothing', { usage: { prompt_tokens: -5000, completion_tokens: -1 } }, 'MOST'],
    ['the most, for what is no number', { usage: { prompt_tokens: '7', completion_tokens: null } }, 'MOST'],
    ['the most, for more than can be', { usage: { prompt_tokens: 1e300, completion_tokens: 1 } }, 'MOST'],
    ['the most, for parts of tokens', { usage: { prompt_tokens: 0.5, completion_tokens: 1 } }, 'MOST'],
    ['the most, for a list', { usage: [] }, 'MOST'],
  ])('%s', async (_, play, cents) => {
    const { usedCents, calls } = await world.usage();
    chat.plays(play);
    const { status, body } = await world.ask('zanzibar');
    const cost = cents === 'MOST' ? most : cents;
    expect([status, body.found]).toEqual([200, true]);
    expect(body.usage.chargedCents).toBeCloseTo(cost, 9);
    const usage = await world.usage();
    expect(usage.usedCents - usedCents).toBeCloseTo(cost, 9);
    expect(usage).toMatchObject({ reservedCents: 0, calls: calls + 1 });
  });

  test('the whole prompt is reserved, a token for each byte, and the maximum output', async () => {
    const { passed, open } = gate();
    chat.plays({ after: passed });
    const asked = world.ask('zanzibar');
    await until(() => chat.calls.length > 0);
    const sent = chat.calls[0]?.body.messages.map(({ content }) => content).join('') ?? '';
    const { reservedCents } = await world.usage();
    expect(reservedCents).toBeCloseTo(((Buffer.byteLength(sent) + 512) * 1500 + 1000 * 6000) / 1e6, 9);
    open();
    await asked;
  });
});

describe('R11: a call without an answer', () => {
  let most: number;
  beforeAll(async () => {
    await inNewWorld();
    most = await worstCase();
  });

  const lost: [string, ChatPlay][] = [
    ['408, which may come after the work', { status: 408 }],
    ['a status without an answer', { status: 204, raw: '' }],
    ['no JSON', { raw: 'data: {"choices":[{"delta":{"content":"It is"}}]}\n\ndata: [DONE]\n\n' }],
    ['JSON that is no object', { raw: '"It is so [1]."' }],
    ['JSON without an end', { raw: '['.repeat(500_000) }],
    ['ten megabytes', { raw: 'x'.repeat(10_000_000) }],
    ['a connection that ends', { breaks: 'BEFORE' }],
    ['a connection that ends midway', { breaks: 'MIDWAY' }],
  ];
  test.each(lost)('is charged as reserved: %s', async (_, play) => {
    const { usedCents } = await world.usage();
    chat.plays(play);
    const { status, body } = await world.ask('zanzibar');
    expect([status, body.code]).toEqual([503, 'ai_unavailable']);
    expect(body.detail).toContain('is charged');
    const usage = await world.usage();
    expect(usage.usedCents - usedCents).toBeCloseTo(most, 9);
    expect(usage.reservedCents).toBe(0);
    expect((await rows()).at(-1)).toMatchObject({ outcome: 'UNKNOWN' });
    expect(chat.calls).toHaveLength(1);
  });

  const refused: [string, ChatPlay][] = [
    ['400', { status: 400 }],
    ['401', { status: 401 }],
    ['404', { status: 404 }],
    ['429', { status: 429 }],
    ['500', { status: 500 }],
    ['500 with an answer', { status: 500, usage: { prompt_tokens: 200, completion_tokens: 1 } }],
    ['502', { status: 502 }],
    ['503', { status: 503 }],
    ['504', { status: 504 }],
    ['529, by which providers report overload', { status: 529 }],
    ['a redirect, which is not followed', { status: 307, headers: { location: '/v1/elsewhere' } }],
  ];
  test.each(refused)('costs nothing when it was refused or failed: %s', async (_, play) => {
    const { usedCents } = await world.usage();
    chat.plays(play);
    const { status, body } = await world.ask('zanzibar');
    expect([status, body.code]).toEqual([503, 'ai_unavailable']);
    expect(body.detail).toContain('Nothing is charged');
    expect(await world.usage()).toMatchObject({ usedCents, reservedCents: 0 });
    expect(chat.calls).toHaveLength(1);
  });

  test('costs nothing without sources', async () => {
    const environment = { ...chat.environment, AI_URL: 'http://127.0.0.1:9/v1' };
    const other = await startTestApp({ database: app.database, environment });
    const { usedCents } = await world.usage();
    const { status, body } = await world.ask('zanzibar', {
      app: other,
      token: await other.token(world.org.client),
    });
    expect([status, body.code]).toEqual([503, 'ai_unavailable']);
    expect(body.detail).toContain('ECONNREFUSED');
    expect(body.detail).not.toContain('127.0.0.1');
    expect(await world.usage()).toMatchObject({ usedCents, reservedCents: 0 });
    await other.stop();
  });

  test('is charged as reserved at a timeout', async () => {
    const other = await startTestApp({
      database: app.database,
      environment: chat.environment,
      chatTimeoutMs: 100,
    });
    const token = await other.token(world.org.client);
    const { usedCents } = await world.usage();
    chat.plays({ after: new Promise(() => {}) });
    const { status, body } = await world.ask('zanzibar', { app: other, token });
    expect([status, body.code]).toEqual([503, 'ai_unavailable']);
    expect((await world.usage()).usedCents).toBeCloseTo(usedCents + most, 9);
    expect((await rows()).at(-1)).toMatchObject({ outcome: 'UNKNOWN' });
    await other.stop();
  });

  test('is charged as reserved from its beginning, which stays when the program is lost', async () => {
    const { passed, open } = gate();
    chat.plays({ after: passed });
    const asked = world.ask('zanzibar');
    await until(() => chat.calls.length > 0);
    expect((await world.usage()).reservedCents).toBeCloseTo(most, 9);
    expect((await rows()).at(-1)).toMatchObject({ outcome: null });
    open();
    await asked;
  });
});

describe('R11: a repeat is charged once', () => {
  beforeEach(inNewWorld);

  test('with the same Idempotency-Key it returns the first answer', async () => {
    const key = newKey();
    const first = await world.ask('zanzibar', { key });
    chat.plays({ text: 'Otherwise [1].' });
    const second = await world.ask('zanzibar', { key });
    expect([second.status, second.body]).toEqual([200, first.body]);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect((await world.ask('zanzibar desk', { key })).status).toBe(422);
    expect(chat.calls).toHaveLength(1);
    expect(await world.usage()).toMatchObject({ calls: 1, usedCents: 0.21 });
  });

  test('of 64 simultaneous requests with one key one makes a call', async () => {
    const key = newKey();
    const replies = await Promise.all(Array.from({ length: 64 }, () => world.ask('zanzibar', { key })));
    const statuses = replies.map(({ status, body }) => (status === 200 ? 200 : body.code));
    expect(new Set(statuses)).toEqual(new Set([200, 'idempotency_key_in_use']));
    expect(chat.calls).toHaveLength(1);
    expect(await world.usage()).toMatchObject({ calls: 1, usedCents: 0.21, reservedCents: 0 });
    expect((await world.ask('zanzibar', { key })).status).toBe(200);
    expect(chat.calls).toHaveLength(1);
  });

  test('a key of another caller is separate', async () => {
    const key = newKey();
    const { token } = await app.client(world.org.id, 'EDITOR');
    await Promise.all([world.ask('zanzibar', { key }), world.ask('zanzibar', { key, token })]);
    expect(chat.calls).toHaveLength(2);
  });

  test('after a call without an answer another call is made', async () => {
    const key = newKey();
    chat.plays((_, index) => (index === 0 ? { status: 500 } : {}));
    expect((await world.ask('zanzibar', { key })).status).toBe(503);
    expect((await world.ask('zanzibar', { key })).body.found).toBe(true);
    expect(chat.calls).toHaveLength(2);
  });

  test('after the program was lost during the call it waits two minutes, and makes another call', async () => {
    const key = newKey();
    await app.database.query(
      `INSERT INTO ai_call (organization_id, id, asked_by, provider, request_key, begin_time, creation_time)
       VALUES ($1, 'aic_lost', $2, 'OPERATOR', $3, now(), now())`,
      [world.org.id, world.org.client.id, key],
    );
    expect((await world.ask('zanzibar', { key })).body.code).toBe('idempotency_key_in_use');
    await app.database.query(
      `UPDATE ai_call SET begin_time = now() - interval '121 seconds' WHERE id = 'aic_lost' AND organization_id = $1`,
      [world.org.id],
    );
    expect((await world.ask('zanzibar', { key })).body.found).toBe(true);
    expect(chat.calls).toHaveLength(1);
  });

  test('when access changes during the call the operation restarts, and makes one call', async () => {
    const { passed, open } = gate();
    chat.plays({ after: passed });
    const { token, client } = await app.client(world.org.id, 'EDITOR');
    const asked = [world.ask('zanzibar', { token }), world.ask('zanzibar', { token, key: newKey() })];
    await until(() => chat.calls.length === 2);
    await changeRole(client.id, 'ADMIN');
    open();
    expect((await Promise.all(asked)).map(({ status, body }) => [status, body.found])).toEqual([
      [200, true],
      [200, true],
    ]);
    expect(chat.calls).toHaveLength(2);
    expect(await world.usage()).toMatchObject({ calls: 2, usedCents: 0.42, reservedCents: 0 });
  });

  test('a caller that loses access during the call gets no answer, and the call is settled', async () => {
    const { passed, open } = gate();
    chat.plays({ after: passed });
    const { token, client } = await app.client(world.org.id, 'EDITOR');
    const asked = world.ask('zanzibar', { token });
    await until(() => chat.calls.length === 1);
    await changeRole(client.id, 'VIEWER');
    open();
    expect((await asked).status).toBe(403);
    expect(await world.usage()).toMatchObject({ calls: 1, usedCents: 0.21, reservedCents: 0 });
  });

  const changeRole = async (id: string, role: string) => {
    const path = `/org/${world.org.id}/apiClient/${id}`;
    const reply = await app.request('PATCH', path, { token: world.org.token, body: { role } });
    expect(reply.status, reply.text).toBe(200);
  };
});

describe('R11: the cap', () => {
  beforeEach(inNewWorld);

  test('is never exceeded by 64 simultaneous questions, and can be used in full', async () => {
    const most = await worstCase();
    const { usedCents } = await world.usage();
    const cap = Math.ceil(usedCents + most * 10);
    const room = Math.floor((cap - usedCents) / most);
    await limits(0, cap);
    const { passed, open } = gate();
    chat.plays({ after: passed, usage: { prompt_tokens: 1e8, completion_tokens: 1e8 } });
    const asked = Promise.all(Array.from({ length: 64 }, () => world.ask('zanzibar')));
    await until(() => chat.calls.length === room);
    expect((await world.usage()).reservedCents).toBeLessThanOrEqual(cap);
    open();
    const replies = await asked;
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(room);
    for (const { status, body } of replies.filter(({ status: of }) => of !== 200))
      expect(['429 ai_busy', '409 ai_off']).toContain(`${status} ${body.code}`);
    const usage = await world.usage();
    expect(usage.usedCents).toBeLessThanOrEqual(cap);
    expect(usage.usedCents).toBeCloseTo(usedCents + room * most, 6);
    expect(chat.calls).toHaveLength(room);
  });

  test('is a 429 with Retry-After while calls in flight reserve it, and the repeat is answered', async () => {
    const most = await worstCase();
    await limits(0, Math.ceil((await world.usage()).usedCents + most));
    const { passed, open } = gate();
    chat.plays({ after: passed });
    const first = world.ask('zanzibar');
    await until(() => chat.calls.length === 1);
    const busy = await world.ask('zanzibar');
    expect([busy.status, busy.body.code, busy.headers.get('retry-after')]).toEqual([429, 'ai_busy', '5']);
    open();
    expect((await first).body.found).toBe(true);
    expect((await world.ask('zanzibar')).body.found).toBe(true);
    expect(await world.config()).toMatchObject({ enabled: true });
  });

  test('when reached, switches answers off with time, reason and notice, and on again next month', async () => {
    await world.configure({ billingEmail: `${world.org.id}@acme.example` });
    await limits(0, 1);
    const { status, body } = await world.ask('zanzibar');
    expect([status, body.code]).toEqual([409, 'ai_off']);
    expect(body.detail).toMatch(/disabled since 20\d\d-.*Z: the monthly spending cap .*SPENDING_CAP_REACHED/);
    expect(await world.config()).toMatchObject({
      enabled: false,
      disabledReason: 'SPENDING_CAP_REACHED',
      disabledAt: expect.stringMatching(/^20/),
    });
    expect((await world.ask('zanzibar')).body.code).toBe('ai_off');
    await app.sendMails();
    const mails = (await app.mails()).filter(({ to }) => to.includes(`${world.org.id}@acme.example`));
    expect(mails.map(({ subject }) => subject)).toEqual(['AI features of Acme are disabled']);
    expect(chat.calls).toEqual([]);
    await world.configure({ monthlySpendingCapCents: 100 });
    expect((await world.ask('zanzibar')).body.code).toBe('ai_off');
    await world.advance('P32D');
    expect((await world.ask('zanzibar')).body.found).toBe(true);
  });

  test('is not the reported reason when a member has disabled answers', async () => {
    await world.configure({ enabled: false });
    const { status, body } = await world.ask('zanzibar');
    expect([status, body.code]).toEqual([409, 'ai_off']);
    expect(body.detail).toContain('disabled in the settings (MANUAL)');
    expect((await world.ask('qwertzuiop')).status).toBe(409);
    expect(await world.usage()).toMatchObject({ calls: 0 });
  });

  test('a month of answers is invoiced', async () => {
    await limits(0, 100_000);
    for (let call = 0; call < 3; call++) await world.ask('zanzibar');
    await world.advance('P32D');
    // 0.63 cents, rounded once.
    expect(await world.invoices()).toMatchObject([{ calls: 3, usedCents: 0.63, amountCents: 1 }]);
  });
});

describe('the daily quota of calls', () => {
  beforeEach(inNewWorld);

  const setQuota = (maximum: number) =>
    app.database.query(
      `INSERT INTO quota (organization_id, name, maximum, last_update_time) VALUES ($1, 'aiCallsPerDay', $2, now())`,
      [world.org.id, maximum],
    );

  test('is a 429 with Retry-After, exact with 16 simultaneous calls, and reset each day', async () => {
    await setQuota(5);
    const replies = await Promise.all(Array.from({ length: 16 }, () => world.ask('zanzibar')));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(5);
    const refused = replies.find(({ status }) => status !== 200);
    expect([refused?.status, refused?.body.code]).toEqual([429, 'quota_exceeded']);
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(chat.calls).toHaveLength(5);
    await world.advance('P1D');
    expect((await world.ask('zanzibar')).status).toBe(200);
  });

  test('is listed, and a repeated answer does not count', async () => {
    await setQuota(1);
    const key = newKey();
    const first = await world.ask('zanzibar', { key });
    expect((await world.ask('zanzibar', { key })).body).toEqual(first.body);
    expect((await world.ask('zanzibar')).status).toBe(429);
    const quotas = await world.get('quota');
    const own = quotas.find(({ name }: { name: string }) => name === 'aiCallsPerDay');
    expect(own).toMatchObject({ maximum: 1, used: 1 });
  });
});
