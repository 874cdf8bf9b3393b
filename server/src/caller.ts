import { readFile } from 'node:fs/promises';
import path from 'node:path';

export type CallerOptions = { url?: string; org?: string; clientId?: string; clientSecret?: string };

/** Calls a running service over HTTP, as any client does. */
export type Caller = {
  organizationId: string;
  /** @throws what the service said when it refused */
  call<T>(method: string, place: string, body?: unknown): Promise<T>;
};

type Credentials = { baseUrl: string; orgId: string; clientId: string; clientSecret: string };

/** By options, else the environment, else the credentials that the first start wrote. */
async function readCredentials(options: CallerOptions): Promise<Credentials> {
  const { env } = process;
  const given = {
    baseUrl: options.url ?? env.TRADEPOST_URL,
    orgId: options.org ?? env.TRADEPOST_ORG,
    clientId: options.clientId ?? env.TRADEPOST_CLIENT_ID,
    clientSecret: options.clientSecret ?? env.TRADEPOST_CLIENT_SECRET,
  };
  const file = path.resolve(env.DATA_DIR ?? 'data', 'credentials.json');
  const kept = await readFile(file, 'utf8').then(
    (text) => JSON.parse(text) as Partial<Credentials>,
    () => ({}) as Partial<Credentials>,
  );
  const found = { ...kept, ...Object.fromEntries(Object.entries(given).filter(([, value]) => value)) };
  for (const name of ['baseUrl', 'orgId', 'clientId', 'clientSecret'] as const)
    if (!found[name])
      throw new Error(
        `no ${name}: give --url, --org, --client-id and TRADEPOST_CLIENT_SECRET, or run where ${file} is`,
      );
  return found as Credentials;
}

export async function createCaller(options: CallerOptions): Promise<Caller> {
  const credentials = await readCredentials(options);
  const base = credentials.baseUrl.replace(/\/+$/, '');
  let token: string | undefined;

  const freshToken = async (): Promise<string> => {
    const answer = await send(`${base}/oauth2/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: credentials.clientId,
        client_secret: credentials.clientSecret,
      }),
    });
    const { access_token: given } = JSON.parse(await textOf(answer)) as { access_token: string };
    return given;
  };
  const ask = async (method: string, place: string, body: unknown): Promise<Response> => {
    token ??= await freshToken();
    return send(`${base}/org/${credentials.orgId}${place}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  };
  return {
    organizationId: credentials.orgId,
    call: async <T>(method: string, place: string, body?: unknown) => {
      let answer = await ask(method, place, body);
      if (answer.status === 401) {
        // The token has run out.
        token = undefined;
        answer = await ask(method, place, body);
      }
      return JSON.parse(await textOf(answer)) as T;
    },
  };
}

const send = (url: string, init: RequestInit): Promise<Response> =>
  fetch(url, init).catch((error: Error) => {
    throw new Error(`${new URL(url).origin} cannot be reached: ${(error.cause as Error)?.message ?? error}`);
  });

async function textOf(answer: Response): Promise<string> {
  const text = await answer.text();
  if (answer.ok) return text;
  let detail = text.slice(0, 300);
  try {
    const problem = JSON.parse(text);
    detail = problem.detail ?? problem.error_description ?? problem.title ?? detail;
  } catch {
    // An answer that is no problem document is shown as it is.
  }
  throw new Error(`the service answered ${answer.status}: ${detail}`);
}
