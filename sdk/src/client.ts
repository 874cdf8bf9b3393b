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
import { clientTokens, type GiveToken, type Granted, givenTokens, type Tokens } from './tokens.ts';

export type TradepostOptions = {
  /** Where the service is, such as `https://api.example.com`; in a browser '' is where the page comes from. */
  baseUrl: string;
  /** Where tokens are, when that is elsewhere. */
  authUrl?: string | undefined;
  /** The organization that operations are about. */
  organization?: string | undefined;
  /** An API client and its secret, from which tokens are got; or `token`. */
  clientId?: string | undefined;
  clientSecret?: string | undefined;
  token?: GiveToken | undefined;
  /** False: fields and parameters that the service does not know are ignored, and not refused. */
  strict?: boolean;
  /** How often a call is made again that failed for the time being: 4. */
  retries?: number;
  /** Milliseconds for an attempt: 60,000. */
  timeoutMs?: number;
  fetch?: Transport['fetch'];
  /** From 0 to 1: for waits and keys. */
  random?: () => number;
  time?: Time;
};

export type Tradepost = Omit<Operations, 'events'> & {
  events: Events;
  /** The same client for another organization; tokens are shared. */
  in(organization: string): Tradepost;
  /**
   * Sends any request as the methods do, with token and repeats: for answers that are no JSON.
   * @param path begins with `/`, or with `~/` for what is in the organization
   */
  request(method: string, path: string, options?: RequestOptions): Promise<Answer>;
};

export type RequestOptions = ChangeOptions & { query?: Query; body?: unknown };

/** Makes a client of the service. */
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
  const { token, clientId, clientSecret, authUrl } = options;
  if (token) return givenTokens(token);
  if (clientId === undefined || clientSecret === undefined) return undefined;
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
  const ask = async (): Promise<Granted> => {
    const { text } = await send(transport, {
      method: 'POST',
      url: `${(authUrl ?? options.baseUrl).replace(/\/+$/, '')}/oauth2/token`,
      headers: {},
      body: new URLSearchParams(form),
      isRepeatable: true,
    });
    return JSON.parse(text) as Granted;
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

/** @throws TradepostError for what is no JSON: it does not come from the service */
function recordOf({ status, headers, text }: Answer): unknown {
  if (text === '') return undefined;
  try {
    return remember(parseExact(text), status, headers);
  } catch (cause) {
    throw new TradepostError('unknown_answer', `${status}, but no JSON: ${text.slice(0, 300)}`, {
      status,
      cause,
    });
  }
}

/** A change within an organization has a key: its repeats are one change. Others outside have none. */
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

/** 32 digits of chance. */
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
