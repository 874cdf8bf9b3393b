import { randomUUID } from 'node:crypto';
import type { OutsideFetch } from '../../platform/outside/outside-fetch.ts';
import type { Connection } from '../connector.ts';
import { MarketplaceError } from '../errors.ts';
import { type Addresses, type InterfaceName, interfaces } from './addresses.ts';
import {
  type Effect,
  networkError,
  type Reply,
  refusal,
  replyError,
  unauthorized,
  unreadable,
} from './errors.ts';
import { readSettings, type Settings } from './settings.ts';
import { createTokens, type Tokens } from './tokens.ts';

/**
 * Calls per second of the interfaces. The vendor publishes no limits, so these are chosen to stay below what it
 * throttles.
 */
export const rates = { fulfilment: ['fulfilment', 10], metering: ['metering', 5] } as const;

export type Ask = {
  /** Defaults to `marketplace`. */
  api?: InterfaceName;
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Path below the base address. Ids in it must be checked before. */
  path: string;
  query?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  body?: unknown;
  rate?: readonly [api: string, perSecond: number];
  /** Whether a lost response leaves the outcome unknown; `reads` for GET, otherwise `writes`. */
  effect?: Effect;
  /** Converts refusals that have a different meaning for this call. */
  explain?: (reply: Reply) => MarketplaceError | undefined;
};

/** The calls of one organization: rate limited, signed in as its application, with classified failures. */
export type Calls = {
  settings(): Settings;
  /** Makes a call. @throws MarketplaceError unless the marketplace reports a success */
  call(ask: Ask): Promise<Reply>;
  /** Signs the application in, unless it is signed in. */
  signIn(): Promise<void>;
};

export type CallDeps = { fetch: OutsideFetch; addresses: Addresses; now: () => Date };

/** Creates the calls of a connection. The first call validates the settings. */
export function createCalls(
  { fetch, addresses, now }: CallDeps,
  connection: Pick<Connection, 'settings' | 'takeRate'>,
): Calls {
  let read: Settings | undefined;
  function settings(): Settings {
    if (read) return read;
    const found = readSettings(connection.settings);
    if (Array.isArray(found)) throw badSettings(found.map(({ message }) => message));
    read = found;
    return found;
  }
  const tokensFor = (api: InterfaceName): Tokens =>
    createTokens({ settings, fetch, addresses, now, scope: interfaces[api].scope });
  const tokens: Readonly<Record<InterfaceName, Tokens>> = {
    marketplace: tokensFor('marketplace'),
    ingestion: tokensFor('ingestion'),
    insights: tokensFor('insights'),
  };

  async function send(ask: Ask, token: string): Promise<Reply> {
    const { api = 'marketplace', method, path, query, headers, body, effect = effectOf(ask) } = ask;
    const parameters = new URLSearchParams({ ...query, ...interfaces[api].query });
    const response = await fetch(`${addresses.of[api]}${path}?${parameters}`, {
      method,
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${token}`,
        ...(interfaces[api].hasRequestIds
          ? { 'x-ms-requestid': randomUUID(), 'x-ms-correlationid': randomUUID() }
          : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }).catch((error: unknown) => {
      throw networkError(error, effect);
    });
    return { status: response.status, headers: response.headers, body: await bodyOf(response, effect) };
  }

  /** Sends a call, and once more with a new token if the token was rejected: the rejected call had no effect. */
  async function attempt(ask: Ask): Promise<Reply> {
    const own = tokens[ask.api ?? 'marketplace'];
    const token = await own.get();
    const reply = await send(ask, token);
    if (!isDenied(reply)) return reply;
    own.forget(token);
    return send(ask, await own.get());
  }

  return {
    settings,
    call: async (ask) => {
      if (ask.rate) await connection.takeRate(...ask.rate);
      const reply = await attempt(ask);
      if (reply.status >= 200 && reply.status < 300) return reply;
      const explained = ask.explain?.(reply);
      if (explained) throw explained;
      if (ask.api === 'ingestion' && isDenied(reply)) throw withoutRole();
      if (ask.api === 'insights' && isDenied(reply)) throw withoutReports();
      if (reply.status === 403 && ask.path !== listPath && (await isLetIn(attempt))) throw notLinked();
      throw replyError(reply, ask.effect ?? effectOf(ask));
    },
    signIn: async () => {
      await tokens.marketplace.get();
    },
  };
}

const effectOf = ({ method }: Ask): Effect => (method === 'GET' ? 'reads' : 'writes');
const isDenied = ({ status }: Reply): boolean => status === 401 || status === 403;

/** Path of the list of subscriptions, which every application of a publisher may read. */
export const listPath = '/saas/subscriptions/';

/** Returns whether the interface accepts the credentials, so that a denial concerns only one record. */
async function isLetIn(attempt: (ask: Ask) => Promise<Reply>): Promise<boolean> {
  const reply = await attempt({ method: 'GET', path: listPath });
  if (isDenied(reply)) return false;
  if (reply.status < 200 || reply.status >= 300) throw replyError(reply, 'reads');
  return true;
}

const notLinked = (): MarketplaceError =>
  refusal(
    'HTTP 403',
    'The marketplace denies access to this record: its offer names another application. Enter tenantID and clientID of the integration in the technical configuration of the offer.',
  );

/** The role that the application needs for private offers, listings and reports. */
export const managerRole = 'Manager (Windows)';

const withoutRole = (): MarketplaceError =>
  new MarketplaceError('HTTP 403 for private offers', {
    kind: 'unauthorized',
    readable: `The application may not manage private offers. Add it in Partner Center under User management with the role ${managerRole}, then verify the integration.`,
    missingRight: managerRole,
  });

/** Subscriptions and usage work without reports, so the integration stays connected. */
const withoutReports = (): MarketplaceError =>
  refusal(
    'HTTP 403 for reports',
    `The application may not read reports. Add it in Partner Center under User management with the role ${managerRole}.`,
  );

async function bodyOf(response: Response, effect: Effect): Promise<unknown> {
  const text = await response.text();
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    if (response.ok) throw unreadable('no JSON', effect);
    return undefined;
  }
}

export const badSettings = (messages: readonly string[]): MarketplaceError =>
  unauthorized('the settings of the integration cannot be used', messages.join(' '));
