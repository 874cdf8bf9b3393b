import { afterAll, beforeAll, expect, test } from 'vitest';
import { aiUseOf } from '../billing/ai-use.fixture.ts';
import { type Chat, startChat } from '../fakes/chat/server.ts';
import { startTestApp, type TestApp } from '../harness.ts';

let app: TestApp;
let chat: Chat;
beforeAll(async () => {
  chat = await startChat();
  app = await startTestApp({ environment: chat.environment });
});
afterAll(async () => {
  await app.stop();
  await chat.stop();
});

test('R11 a question gets a cited answer and an invoice, although the language model lies, miscounts and drops connections', async () => {
  const org = await app.organization();
  const ai = aiUseOf(app, org);
  const post = async (path: string, body: object, headers?: Record<string, string>) =>
    app.request('POST', `/org/${org.id}/${path}`, {
      token: org.token,
      body,
      ...(headers ? { headers } : {}),
    });
  const ask = (question: string, key?: string) =>
    post('knowledge/answer', { question }, key ? { 'idempotency-key': key } : undefined);

  await ai.configure({ billingEmail: 'bills@acme.example' });
  await ai.setCredit(1);
  const article = await post('knowledge/article', {
    title: 'Who approves discounts',
    body: '# Discounts\n\nUp to twenty percent: the account owner. Beyond that the zanzibar desk.',
  });
  expect((await ask('zanzibar desk')).body).toMatchObject({ found: false, usage: { chargedCents: 0 } });
  await app.index();

  chat.plays({ text: 'Discounts beyond 20 percent are approved by the zanzibar desk [1].' });
  const first = await ask('Who approves discounts beyond twenty percent?', 'first');
  expect(first.body).toMatchObject({
    found: true,
    answer: 'Discounts beyond 20 percent are approved by the zanzibar desk [1].',
    citations: [{ type: 'ARTICLE', id: article.body.id, title: 'Who approves discounts' }],
  });
  expect((await app.request('GET', first.body.citations[0].link, { token: org.token })).body.id).toBe(
    article.body.id,
  );
  expect((await ask('Who approves discounts beyond twenty percent?', 'first')).body).toEqual(first.body);

  chat.plays({ text: 'See [here](https://evil.example) [99].' });
  expect((await ask('zanzibar')).body).toMatchObject({ found: false, citations: [] });
  chat.plays({ usage: { prompt_tokens: -1 } });
  const counted = (await ask('zanzibar')).body.usage;
  expect(counted).toMatchObject({ inputTokens: null, outputTokens: null });
  chat.plays({ breaks: 'MIDWAY' });
  const lost = await ask('zanzibar');
  expect([lost.status, lost.body.code]).toEqual([503, 'ai_unavailable']);
  const { usedCents, calls } = await ai.usage();
  expect(calls).toBe(4);
  // Two calls with counted usage, and two calls charged at their maximum.
  expect(usedCents).toBeCloseTo(0.42 + 2 * counted.chargedCents, 6);

  await ai.configure({ monthlySpendingCapCents: Math.ceil(usedCents) });
  expect((await ask('zanzibar')).body.code).toBe('ai_off');
  expect(await ai.config()).toMatchObject({ enabled: false, disabledReason: 'SPENDING_CAP_REACHED' });
  await ai.advance('P32D');
  expect(await ai.invoices()).toMatchObject([{ calls: 4, amountCents: Math.round(usedCents - 1) }]);
  chat.reset();
  expect((await ask('zanzibar')).body.found).toBe(true);
  await app.sendMails();
  const subjects = (await app.mails()).map(({ subject }) => subject);
  expect(subjects).toContain('AI features of Acme are disabled');
  expect(subjects.filter((subject) => subject.startsWith('AI features of Acme in '))).toHaveLength(1);
});
