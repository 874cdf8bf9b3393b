import { type OutsideFetch, wasNeverSent } from '../../platform/outside/outside-fetch.ts';
import type { Connection } from '../connector.ts';
import { MarketplaceError } from '../errors.ts';
import { badCredentials, type Effect, toCallError, toNetworkError } from './errors.ts';
import type { Hosts } from './hosts.ts';
import { readSettings, type Settings } from './settings.ts';
import { createSignIn, type SignIn } from './sign-in.ts';

/** A rate-limited API: its name and its calls per second. The vendor publishes no rates, so these are assumed. */
type Rate = readonly [api: string, perSecond: number];
export const rates = {
  reads: ['procurementReads', 20],
  writes: ['procurementWrites', 5],
  usage: ['reportUsage', 10],
  storage: ['reportReads', 10],
  offerReads: ['producerReads', 10],
  offerWrites: ['producerWrites', 2],
} as const satisfies Record<string, Rate>;

type Service = Exclude<keyof Hosts, 'signIn' | 'keys'>;

const scopeBase = 'https://www.googleapis.com/auth/';
const usualScope = 'cloud-platform';
/** Interfaces whose calls use tokens with less access. */
const scopes: Partial<Record<Service, string>> = { storage: 'devstorage.read_only' };

export type CallRequest = {
  service: Service;
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Path with the verb, without a query. */
  path: string;
  query?: Readonly<Record<string, string | undefined>>;
  body?: object;
  /** Whether a lost response leaves the outcome unknown; defaults to `reads`. */
  effect?: Effect;
  rate?: Rate;
  /** The permission that the call needs, if other calls do not need it. */
  right?: string;
  /** Whether the response may take up to 20 seconds. */
  isLong?: boolean;
  /** The first and the last byte of a part of a file; the response is then `{ bytes, isPart }`. */
  range?: readonly [first: number, last: number];
};

/** The calls of one organization: rate limited, with an access token, and with classified failures. */
export type Calls = {
  /** @throws MarketplaceError `unauthorized` if the settings cannot be used */
  settings(): Settings;
  call<T extends object>(request: CallRequest): Promise<T>;
  /** Signs in again, regardless of the current token. */
  signIn(): Promise<void>;
};

export type CallDeps = { hosts: Hosts; fetch: OutsideFetch; fetchLong: OutsideFetch; now: () => Date };

/** Creates the calls of a connection. The first call validates the settings. */
export function createCalls(deps: CallDeps, connection: Pick<Connection, 'settings' | 'takeRate'>): Calls {
  let read: Settings | undefined;
  let signedIn = new Map<string, SignIn>();
  const settings = (): Settings => {
    if (read) return read;
    const found = readSettings(connection.settings);
    if (Array.isArray(found)) throw badCredentials('SETTINGS', found.map(({ message }) => message).join(' '));
    read = found;
    return found;
  };
  const access = (name = usualScope): SignIn => {
    const known =
      signedIn.get(name) ?? createSignIn({ ...deps, key: settings().key, scope: `${scopeBase}${name}` });
    signedIn.set(name, known);
    return known;
  };

  async function call<T extends object>(request: CallRequest): Promise<T> {
    settings();
    if (request.rate) await connection.takeRate(...request.rate);
    const entry = access(scopes[request.service]);
    for (let attempt = 0; ; attempt++) {
      const token = await entry.token();
      try {
        return (await send(deps, request, token)) as T;
      } catch (error) {
        const isRejected = error instanceof MarketplaceError && error.kind === 'unauthorized';
        if (isRejected) entry.forget(token);
        // A rejected call had no effect. Tokens can end early, so the call is repeated once with a new token.
        if (!isRejected || attempt > 0 || !isTokenRejected(error)) throw error;
      }
    }
  }

  return {
    settings,
    call,
    signIn: async () => {
      signedIn = new Map();
      await access().token();
    },
  };
}

const isTokenRejected = ({ message }: MarketplaceError): boolean =>
  /^(UNAUTHENTICATED|HTTP_401)\b/.test(message);

async function send(
  { hosts, fetch, fetchLong }: CallDeps,
  { service, method, path, query = {}, body, effect = 'reads', right, isLong, range }: CallRequest,
  token: string,
): Promise<object> {
  const url = new URL(`${hosts[service]}${path}`);
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) url.searchParams.set(name, value);
  const response = await (isLong ? fetchLong : fetch)(url.href, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      accept: 'application/json',
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(range ? { range: `bytes=${range.join('-')}` } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  }).catch((cause: unknown) => {
    throw toNetworkError(cause, effect, !wasNeverSent(cause));
  });
  const { status, headers } = response;
  if (range && (status === 200 || status === 206))
    return { bytes: Buffer.from(await response.arrayBuffer()), isPart: status === 206 };
  const answer: unknown = await response.json().catch(() => undefined);
  if (status !== 200)
    throw toCallError({ status, retryAfter: headers.get('retry-after'), body: answer }, effect, right);
  if (typeof answer === 'object' && answer !== null) return answer;
  throw toNetworkError(new Error('the response is not JSON'), effect, true);
}
