import { remember } from './answers.ts';
import { encodeBody } from './bodies.ts';
import type { ChangeOptions, Query } from './calls.ts';
import { TradepostError } from './errors.ts';
import { type Events, withFollowing } from './events.ts';
import type { Operations } from './generated/methods.ts';
import { parseExact } from './numbers.ts';
import { type Arguments, createOperations, type Operation, pathOf } from './operations.ts';
import { listOf } from './paging.ts';
import { type Answer, send, type Time, type Transport } from './requests.ts';
import {
  clientTokens,
  type GiveToken,
  givenTokens,
  keyAsToken,
  type TokenResponse,
  type Tokens,
} from './tokens.ts';

export type TradepostOptions = {
  /** The URL of the service, such as `https://api.example.com`; in a browser, '' means the page's origin. */
  baseUrl: string;
  /** The URL of the token endpoint's host, if it differs from `baseUrl`. */
  authUrl?: string | undefined;
  /** The organization of the operations. */
  organization?: string | undefined;
  /** The id and secret of an API client, for requesting tokens. Alternatives: `token`, `apiKey`. */
  clientId?: string | undefined;
  clientSecret?: string | undefined;
  token?: GiveToken | undefined;
  /** The key of an API client with the type API_KEY, which is sent with each call instead of a token. */
  apiKey?: string | undefined;
  /** If false, the service ignores unknown fields and parameters instead of rejecting them. */
  strict?: boolean;
  /** The maximum number of retries of a call after a temporary failure. Default: 4. */
  retries?: number;
  /** The timeout of one attempt in milliseconds. Default: 60,000. */
  timeoutMs?: number;
  fetch?: Transport['fetch'];
  /** Returns a number from 0 to 1, for jitter and idempotency keys. */
  random?: () => number;
  time?: Time;
};

export type Tradepost = Omit<Operations, 'events'> & {
  events: Events;
  /** Returns the same client for another organization; both share tokens. */
  in(organization: string): Tradepost;
  /**
   * Sends a request with token and retries, like the methods, for responses other than JSON.
   * @param path the path, which begins with `/`, or with `~/` for a path within the organization
   */
  request(method: string, path: string, options?: RequestOptions): Promise<Answer>;
};

export type RequestOptions = ChangeOptions & { query?: Query; body?: unknown };

/** Creates a client of the service. */
export function createTradepost(options: TradepostOptions): Tradepost {
  const transport: Transport = {
    fetch: options.fetch ?? ((url, init) => fetch(url, init)),
    time: options.time ?? { now: () => Date.now(), wait },
    random: options.random ?? (() => (crypto.getRandomValues(new Uint32Array(1))[0] as number) / 2 ** 32),
    retries: options.retries ?? 4,
    timeoutMs: options.timeoutMs ?? 60_000,
  };
  const baseUrl = options.baseUrl.replace(/\/+$/, '');
  return clientIn(
    { transport, baseUrl, strict: options.strict ?? true, tokens: tokensOf(options, transport) },
    options.organization,
  );
}

type Client = { transport: Transport; baseUrl: string; strict: boolean; tokens: Tokens | undefined };

function tokensOf(options: TradepostOptions, transport: Transport): Tokens | undefined {
  const { token, apiKey, clientId, clientSecret, authUrl } = options;
  if (token) return givenTokens(token);
  if (apiKey !== undefined) return keyAsToken(apiKey);
  if (clientId === undefined || clientSecret === undefined) return undefined;
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
  const ask = async (): Promise<TokenResponse> => {
    const { text } = await send(transport, {
      method: 'POST',
      url: `${(authUrl ?? options.baseUrl).replace(/\/+$/, '')}/oauth2/token`,
      headers: {},
      body: new URLSearchParams(form),
      isRepeatable: true,
    });
    return JSON.parse(text) as TokenResponse;
  };
  return clientTokens(ask, transport.time.now);
}

function clientIn(client: Client, organization: string | undefined): Tradepost {
  const perform = async (operation: Operation, given: Arguments): Promise<unknown> => {
    const path = pathOf(operation.path, given.steps, organization);
    const answer = await sendCall(client, operation, path, given);
    return recordOf(answer);
  };
  const call = (operation: Operation, given: Arguments): Promise<unknown> => {
    const first = perform(operation, given);
    const isRead = operation.verb === 'GET' && operation.marks.includes('q');
    return isRead ? listOf(first, given.query, (query) => perform(operation, { ...given, query })) : first;
  };
  const operations = createOperations(call);
  return {
    ...operations,
    events: withFollowing(operations.events, client.transport.time),
    in: (other) => clientIn(client, other),
    request: async (verb, path, { query = {}, body, ...options } = {}) => {
      const operation = { verb: verb.toUpperCase(), path: path.replace(/^~\//, '~'), marks: 'b' };
      const written = pathOf(operation.path, [], organization);
      return sendCall(client, operation, written, { steps: [], body, query, options });
    },
  };
}

/**
 * Parses a response.
 * @throws TradepostError for a response other than JSON, which must come from a different server, such as a proxy
 */
function recordOf({ status, headers, text }: Answer): unknown {
  if (text === '') return undefined;
  try {
    return remember(parseExact(text), status, headers);
  } catch (cause) {
    throw new TradepostError(
      'unknown_answer',
      `${status}, but the response is not JSON: ${text.slice(0, 300)}`,
      {
        status,
        cause,
      },
    );
  }
}

/**
 * Sends a call. A change within an organization gets an idempotency key, so that retries do not cause duplicate
 * changes. Other changes are sent without a key.
 */
function sendCall(client: Client, operation: Operation, path: string, given: Arguments): Promise<Answer> {
  const { transport, strict, tokens, baseUrl } = client;
  const { options } = given;
  const { body, type } = encodeBody(given.body, operation.marks);
  const isChange = operation.verb !== 'GET';
  const hasKey = isChange && /^\/org\/./.test(path);
  const headers = {
    accept: 'application/json',
    ...(strict ? { prefer: 'handling=strict' } : {}),
    ...(type ? { 'content-type': type } : {}),
    ...(hasKey ? { 'idempotency-key': options.idempotencyKey ?? newKey(transport.random) } : {}),
    ...(options.ifMatch === undefined ? {} : { 'if-match': options.ifMatch }),
    ...options.headers,
  };
  return send(transport, {
    method: operation.verb,
    url: baseUrl + path,
    query: given.query,
    headers,
    body,
    signal: options.signal,
    timeoutMs: options.timeoutMs,
    retries: options.retries,
    isRepeatable: !isChange || hasKey,
    tokens: operation.marks.includes('o') ? undefined : tokens,
  });
}

/** A random key of 32 hexadecimal digits. */
const newKey = (random: () => number): string =>
  Array.from({ length: 4 }, () =>
    Math.floor(random() * 2 ** 32)
      .toString(16)
      .padStart(8, '0'),
  ).join('');

const wait: Time['wait'] = (ms, signal) =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    if (signal?.aborted) end();
    else signal?.addEventListener('abort', end);
  });
