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

/** The settings of an integration with a language model; the canary is its key. */
export const ownChat = {
  url: 'https://models.example.com/v1',
  key: `${chatKey}-own`,
  model: 'own-model',
};

const insecure = createOutsideFetch({ allowInsecure: true });

/** Routes requests to an organization's own address to the fake language model. */
const playedAt =
  (chat: Chat): OutsideFetch =>
  (url, asked) =>
    insecure(url.replace(ownChat.url, chat.url), asked);

/** Starts the service with a fake language model of the operator. */
export async function startAnswering(options: TestAppOptions = {}): Promise<{ app: TestApp; chat: Chat }> {
  const chat = await startChat();
  const environment = { ...chat.environment, ...options.environment };
  const app = await startTestApp({ fetchChat: playedAt(chat), ...options, environment });
  return { app, chat };
}

export type AiOrganization = AiUse & {
  org: TestOrganization;
  ask(question: string, more?: AskOptions): Promise<Reply>;
  article(title: string, body: string): Promise<string>;
};
type AskOptions = { token?: string; key?: string; type?: string; app?: TestApp };

/** Creates an organization with an article that contains the answer to "zanzibar". */
export async function answeringOrganization(app: TestApp): Promise<AiOrganization> {
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

/** Returns a unique key. */
export const newKey = (): string => randomBytes(8).toString('hex');
