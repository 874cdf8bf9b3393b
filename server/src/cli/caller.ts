import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createTradepost, type Tradepost, type TradepostOptions } from '@tradepost/sdk';
import { freshToken, type Login, readLogin } from './login.ts';

export type CallerOptions = { url?: string; org?: string; clientId?: string; clientSecret?: string };

/** A client of a running service, with the organization that the command acts in. */
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

/** Reads the credentials file that the first start wrote. */
const keptCredentials = (): Promise<Partial<Credentials>> =>
  readFile(credentialsFile(), 'utf8').then(
    (text) => JSON.parse(text) as Partial<Credentials>,
    () => ({}),
  );

/**
 * Finds the address of the service in the options, then the environment, then the credentials file of the first
 * start.
 */
export async function readAddresses(options: {
  url?: string;
  authUrl?: string;
}): Promise<{ baseUrl: string; authUrl: string }> {
  const given = options.url ?? env.TRADEPOST_URL;
  const kept = given ? {} : await keptCredentials();
  const baseUrl = given ?? kept.baseUrl;
  if (!baseUrl)
    throw new Error(
      `the address of the service is unknown: set --url, or run the command where ${credentialsFile()} exists`,
    );
  const trimmed = baseUrl.replace(/\/+$/, '');
  return { baseUrl: trimmed, authUrl: options.authUrl ?? kept.authUrl ?? trimmed };
}

const isSame = (one = '', other = '') => one.replace(/\/+$/, '') === other.replace(/\/+$/, '');

/** Finds credentials in the options, then the environment, then the credentials file of the first start. */
async function readCredentials(options: CallerOptions): Promise<Credentials> {
  const given = {
    baseUrl: options.url ?? env.TRADEPOST_URL,
    orgId: options.org ?? env.TRADEPOST_ORG,
    clientId: options.clientId ?? env.TRADEPOST_CLIENT_ID,
    clientSecret: options.clientSecret ?? env.TRADEPOST_CLIENT_SECRET,
  };
  const first = await keptCredentials();
  // The secret of the first client is sent only to the service that wrote it.
  const kept = isSame(given.baseUrl ?? first.baseUrl, first.baseUrl) ? first : {};
  const found = { ...kept, ...Object.fromEntries(Object.entries(given).filter(([, value]) => value)) };
  for (const name of ['baseUrl', 'orgId', 'clientId', 'clientSecret'] as const)
    if (!found[name])
      throw new Error(
        `no ${name}: run "tradepost login", or set --url, --org, --client-id and TRADEPOST_CLIENT_SECRET, ` +
          `or run the command where ${credentialsFile()} exists`,
      );
  return found as Credentials;
}

/** Few retries are made, so that a command soon reports an unreachable service. */
const retries = 2;

/**
 * Creates the client for a command: the specified API client, otherwise the user signed in at that service, otherwise
 * the client of the first start.
 * @throws Error that names the missing value
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
    `set --org to one of: ${rows.map(({ id, name }) => `${id} (${name})`).join(', ') || '(no organizations)'}`,
  );
}

const asClient = ({ orgId, baseUrl, clientId, clientSecret }: Credentials): Caller =>
  callerOf(orgId, { baseUrl, clientId, clientSecret });
