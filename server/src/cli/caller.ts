import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createTradepost, type Tradepost, type TradepostOptions } from '@tradepost/sdk';
import { freshToken, type Login, readLogin } from './login.ts';

export type CallerOptions = { url?: string; org?: string; clientId?: string; clientSecret?: string };

/** Calls a running service over HTTP, as any client does. */
export type Caller = { organizationId: string; tradepost: Tradepost };

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

/** A command that cannot reach the service says so soon. */
const retries = 2;

/**
 * Makes the client of a command, for a client that was named, else the person that is signed in there, else the first
 * start's client.
 * @throws Error that names what is missing
 */
export async function createCaller(options: CallerOptions): Promise<Caller> {
  const named = options.clientId ?? env.TRADEPOST_CLIENT_ID;
  const known = named ? undefined : await readLogin();
  const wanted = (options.url ?? env.TRADEPOST_URL)?.replace(/\/+$/, '');
  return known && (wanted ?? known.baseUrl) === known.baseUrl
    ? asPerson(known, options.org ?? env.TRADEPOST_ORG)
    : asClient(await readCredentials(options));
}

const callerOf = (organizationId: string, options: TradepostOptions): Caller => ({
  organizationId,
  tradepost: createTradepost({ ...options, retries, organization: organizationId }),
});

async function asPerson(known: Login, organization: string | undefined): Promise<Caller> {
  const options = { baseUrl: known.baseUrl, token: () => freshToken(known) };
  return callerOf(
    organization ?? (await onlyOrganization(createTradepost({ ...options, retries }))),
    options,
  );
}

async function onlyOrganization(tradepost: Tradepost): Promise<string> {
  const rows = await tradepost.organizations.list();
  const [only] = rows;
  if (rows.length === 1 && only) return only.id;
  throw new Error(
    `give --org: ${rows.map(({ id, name }) => `${id} (${name})`).join(', ') || 'there is none'}`,
  );
}

const asClient = ({ orgId, baseUrl, clientId, clientSecret }: Credentials): Caller =>
  callerOf(orgId, { baseUrl, clientId, clientSecret });
