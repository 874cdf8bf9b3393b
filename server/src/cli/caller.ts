import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { freshToken, type Login, readLogin } from './login.ts';

export type CallerOptions = { url?: string; org?: string; clientId?: string; clientSecret?: string };

/** Calls a running service over HTTP, as any client does. */
export type Caller = {
  organizationId: string;
  /** @throws what the service said when it refused, or for a path that names something else than it seems */
  call<T>(method: string, place: string, body?: unknown): Promise<T>;
};

type Credentials = {
  baseUrl: string;
  authUrl?: string;
  orgId: string;
  clientId: string;
  clientSecret: string;
};

const { env } = process;
const credentialsFile = () => path.resolve(env.DATA_DIR ?? 'data', 'credentials.json');

/** Reads the credentials that the first start wrote, where it was. */
const keptCredentials = (): Promise<Partial<Credentials>> =>
  readFile(credentialsFile(), 'utf8').then(
    (text) => JSON.parse(text) as Partial<Credentials>,
    () => ({}),
  );

/** Reads where a service is, by options, else the environment, else as the first start wrote it. */
export async function readAddresses(options: {
  url?: string;
  authUrl?: string;
}): Promise<{ baseUrl: string; authUrl: string }> {
  const given = options.url ?? env.TRADEPOST_URL;
  const kept = given ? {} : await keptCredentials();
  const baseUrl = given ?? kept.baseUrl;
  if (!baseUrl) throw new Error(`no address: give --url, or run where ${credentialsFile()} is`);
  const trimmed = baseUrl.replace(/\/+$/, '');
  return { baseUrl: trimmed, authUrl: options.authUrl ?? kept.authUrl ?? trimmed };
}

const isSame = (one = '', other = '') => one.replace(/\/+$/, '') === other.replace(/\/+$/, '');

/** Reads credentials: by options, else the environment, else the credentials that the first start wrote. */
async function readCredentials(options: CallerOptions): Promise<Credentials> {
  const given = {
    baseUrl: options.url ?? env.TRADEPOST_URL,
    orgId: options.org ?? env.TRADEPOST_ORG,
    clientId: options.clientId ?? env.TRADEPOST_CLIENT_ID,
    clientSecret: options.clientSecret ?? env.TRADEPOST_CLIENT_SECRET,
  };
  const first = await keptCredentials();
  // The secret of the first start's client goes to that service and to no other.
  const kept = isSame(given.baseUrl ?? first.baseUrl, first.baseUrl) ? first : {};
  const found = { ...kept, ...Object.fromEntries(Object.entries(given).filter(([, value]) => value)) };
  for (const name of ['baseUrl', 'orgId', 'clientId', 'clientSecret'] as const)
    if (!found[name])
      throw new Error(
        `no ${name}: run "tradepost login", or give --url, --org, --client-id and TRADEPOST_CLIENT_SECRET, ` +
          `or run where ${credentialsFile()} is`,
      );
  return found as Credentials;
}

type Identity = { baseUrl: string; organizationId: string; token: (anew: boolean) => Promise<string> };

/** Finds who calls: a client that was named, else the person that is signed in there, else the first start's client. */
async function identify(options: CallerOptions): Promise<Identity> {
  const named = options.clientId ?? env.TRADEPOST_CLIENT_ID;
  const known = named ? undefined : await readLogin();
  const wanted = (options.url ?? env.TRADEPOST_URL)?.replace(/\/+$/, '');
  return known && (wanted ?? known.baseUrl) === known.baseUrl
    ? asPerson(known, options.org ?? env.TRADEPOST_ORG)
    : asClient(await readCredentials(options));
}

async function asPerson(known: Login, organization: string | undefined): Promise<Identity> {
  const token = () => freshToken(known);
  const organizationId = organization ?? (await onlyOrganization(known.baseUrl, await token()));
  return { baseUrl: known.baseUrl, organizationId, token };
}

async function onlyOrganization(baseUrl: string, token: string): Promise<string> {
  const answer = await send(`${baseUrl}/org`, { headers: { authorization: `Bearer ${token}` } });
  const rows = JSON.parse(await textOf(answer)) as { id: string; name: string }[];
  const [only] = rows;
  if (rows.length === 1 && only) return only.id;
  throw new Error(
    `give --org: ${rows.map(({ id, name }) => `${id} (${name})`).join(', ') || 'there is none'}`,
  );
}

function asClient(credentials: Credentials): Identity {
  const baseUrl = credentials.baseUrl.replace(/\/+$/, '');
  let known: string | undefined;
  const ask = async (): Promise<string> => {
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: credentials.clientId,
      client_secret: credentials.clientSecret,
    });
    const answer = await send(`${baseUrl}/oauth2/token`, { method: 'POST', body });
    return (JSON.parse(await textOf(answer)) as { access_token: string }).access_token;
  };
  const token = async (anew: boolean) => {
    if (anew || known === undefined) known = await ask();
    return known;
  };
  return { baseUrl, organizationId: credentials.orgId, token };
}

export async function createCaller(options: CallerOptions): Promise<Caller> {
  const { baseUrl, organizationId, token } = await identify(options);
  const ask = async (method: string, place: string, body: unknown, anew: boolean): Promise<Response> => {
    requireSteady(`/org/${organizationId}${place}`);
    return send(`${baseUrl}/org/${organizationId}${place}`, {
      method,
      headers: { authorization: `Bearer ${await token(anew)}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  };
  return {
    organizationId,
    call: async <T>(method: string, place: string, body?: unknown) => {
      let answer = await ask(method, place, body, false);
      // The token has run out.
      if (answer.status === 401) answer = await ask(method, place, body, true);
      return JSON.parse(await textOf(answer)) as T;
    },
  };
}

/**
 * Refuses a path that an id such as `..` turns into another one: fetch shortens it, and something else is done.
 * @throws Error that names the path
 */
export function requireSteady(path: string): void {
  const [written = ''] = path.split('?');
  const broken = written
    .split('/')
    .slice(1)
    .some((part) => part === '' || /^(\.|%2e){1,2}$/i.test(part));
  if (broken || new URL(written, 'http://local').pathname !== written || /%2f|%5c/i.test(written))
    throw new Error(`${written} is no path of an operation: an id in it is empty or has a step of a path`);
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
