import { randomBytes } from 'node:crypto';
import type { OutsideFetch } from '../src/platform/outside/outside-fetch.ts';
import { createOutsideFetch } from '../src/platform/outside/outside-fetch.ts';
import { type AiUse, aiUseOf } from './billing/ai-use.fixture.ts';
import { type Chat, chatKey, startChat } from './fakes/chat/server.ts';
import {
  type Reply,
  startTestApp,
  type TestApp,
  type TestAppOptions,
  type TestOrganization,
} from './harness.ts';

/** What an integration with a language model is entered with; the canary is its key. */
export const ownChat = {
  url: 'https://models.example.com/v1',
  key: `${chatKey}-own`,
  model: 'own-model',
};

const insecure = createOutsideFetch({ allowInsecure: true });

/** Asks the language model that is played where the address of an organization's own is asked. */
const playedAt =
  (chat: Chat): OutsideFetch =>
  (url, asked) =>
    insecure(url.replace(ownChat.url, chat.url), asked);

/** The program with a language model of the operator's, which is played. */
export async function startAnswering(options: TestAppOptions = {}): Promise<{ app: TestApp; chat: Chat }> {
  const chat = await startChat();
  const environment = { ...chat.environment, ...options.environment };
  const app = await startTestApp({ fetchChat: playedAt(chat), ...options, environment });
  return { app, chat };
}

export type Answering = AiUse & {
  org: TestOrganization;
  ask(question: string, more?: AskOptions): Promise<Reply>;
  article(title: string, body: string): Promise<string>;
};
type AskOptions = { token?: string; key?: string; type?: string; app?: TestApp };

/** An organization with an article that answers who "zanzibar" is. */
export async function answeringOrganization(app: TestApp): Promise<Answering> {
  const org = await app.organization();
  const article = async (title: string, body: string): Promise<string> => {
    const path = `/org/${org.id}/knowledge/article`;
    const made = await app.request('POST', path, { token: org.token, body: { title, body } });
    if (made.status !== 200) throw new Error(made.text);
    await app.index();
    return made.body.id;
  };
  await article('The zanzibar desk', 'The zanzibar desk approves discounts.');
  return {
    ...aiUseOf(app, org),
    org,
    article,
    ask: (question, { token = org.token, key, type, app: other = app } = {}) =>
      other.request('POST', `/org/${org.id}/knowledge/answer`, {
        token,
        body: { question, ...(type ? { type } : {}) },
        ...(key ? { headers: { 'idempotency-key': key } } : {}),
      }),
  };
}

/** A key that no other test has. */
export const newKey = (): string => randomBytes(8).toString('hex');
