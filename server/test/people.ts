import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import { beginSignIn, createBrowser, sentBack } from './browser.ts';
import type { Reply, TestApp } from './harness.ts';

export const password = 'correct horse battery';

type Fields = Record<string, string | undefined>;
type SignInStart = ReturnType<typeof beginSignIn>;
let accounts = 0;

/** Creates helpers for requests of people's clients to the token endpoint and related endpoints. */
function createTokenRequests(app: TestApp) {
  const form = (path: string, fields: Fields): Promise<Reply> =>
    app.request('POST', path, {
      raw: new URLSearchParams(
        Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined),
      ).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  return {
    form,
    exchange: ({ code, begun }: { code: string; begun: SignInStart }, changes: Fields = {}) =>
      form('/oauth2/token', {
        grant_type: 'authorization_code',
        client_id: begun.request.client_id,
        redirect_uri: begun.request.redirect_uri,
        code,
        code_verifier: begun.verifier,
        ...changes,
      }),
    refresh: (token: string, changes: Fields = {}) =>
      form('/oauth2/token', {
        grant_type: 'refresh_token',
        client_id: 'tradepost-console',
        refresh_token: token,
        ...changes,
      }),
  };
}

/** Creates helpers for people who sign up, sign in and get tokens. */
export function createPeople(app: TestApp) {
  const { form, exchange, refresh } = createTokenRequests(app);
  // Test files share the connections of an app, so a name must belong to one text only.
  const nameOf = (text: string) => `people_${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
  const asSystem = (text: string, values: unknown[] = []) =>
    app.app.database.transaction(({ query }) => query({ name: nameOf(text), text, values }), 'system');

  /** Returns the token in the link of the newest mail to the address. */
  const mailedToken = async (email: string): Promise<string | undefined> => {
    await app.sendMails();
    const mail = (await app.mails()).findLast(({ to }) => to[0] === email);
    return /token=(\S+)/.exec(mail?.text ?? '')?.[1];
  };

  /** Creates a confirmed account, which is a member if an organization is given. */
  const account = async (organizationId?: string, role = 'EDITOR') => {
    const email = `person${++accounts}@example.com`;
    await app.request('POST', '/user', { body: { email, name: `Person ${accounts}`, password } });
    const token = await mailedToken(email);
    expect((await app.request('POST', '/user/verifyEmail', { body: { token, password } })).status).toBe(200);
    const { rows } = await app.database.query('SELECT id FROM person WHERE email = $1', [email]);
    const id: string = rows[0].id;
    if (organizationId !== undefined)
      await asSystem(
        `INSERT INTO principal_grant (organization_id, principal_id, principal_type, role, creation_time)
         VALUES ($1, $2, 'USER', $3, now())`,
        [organizationId, id, role],
      );
    return { id, email };
  };

  /** Signs in on the page and returns the authorization code. */
  const signIn = async (email: string, begun: SignInStart = beginSignIn(app.url), word = password) => {
    const browser = createBrowser(app.url);
    const page = await browser.open(begun.target);
    expect(page.status, page.text).toBe(200);
    const back = sentBack(await browser.submit(page, { email, password: word }, 'password'));
    return { browser, begun, back, code: back.code as string };
  };

  return {
    asSystem,
    mailedToken,
    account,
    form,
    signIn,
    exchange,
    refresh,
    /** Returns the status of a request with a person's token. */
    works: async (token: string) => (await app.request('GET', '/user/me', { token })).status,
    signedIn: async (email: string, word = password) => {
      const signed = await signIn(email, undefined, word);
      const { body } = await exchange(signed);
      return { ...signed, email, access: body.access_token as string, refresh: body.refresh_token as string };
    },
  };
}
export type People = ReturnType<typeof createPeople>;

/** Requires an error of the token endpoint or a related endpoint. */
export const expectTokenError = (reply: Reply, error: string, status = 400) => {
  expect([reply.status, reply.body.error], reply.text).toEqual([status, error]);
  expect(reply.headers.get('cache-control')).toBe('no-store');
};
