import type { Query } from './calls.ts';
import { errorOf, TradepostError } from './errors.ts';
import { waitBeforeRepeat } from './retry.ts';
import type { Tokens } from './tokens.ts';

/** The clock of the client, which tests replace. */
export type Time = {
  now(): number;
  /** Ends early when the signal aborts. Never rejects. */
  wait(ms: number, signal?: AbortSignal): Promise<void>;
};

/** The settings for sending requests. */
export type Transport = {
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  time: Time;
  random(): number;
  /** The maximum number of retries. */
  retries: number;
  timeoutMs: number;
};

export type Request = {
  method: string;
  url: string;
  query?: Query | undefined;
  headers: Record<string, string>;
  body?: string | FormData | URLSearchParams | undefined;
  signal?: AbortSignal | undefined;
  timeoutMs?: number | undefined;
  retries?: number | undefined;
  isRepeatable: boolean;
  /** The source of the tokens. Without a source, the request is sent without a token. */
  tokens?: Tokens | undefined;
};

export type Answer = { status: number; headers: Headers; text: string };

/**
 * Sends a request, with retries, and returns the response.
 * @throws TradepostError if the service rejected the request, or sent no response after all attempts; the signal's
 * reason if the signal aborted
 */
export async function send(transport: Transport, request: Request): Promise<Answer> {
  const { time, random } = transport;
  const retries = request.retries ?? transport.retries;
  let token = await request.tokens?.get();
  let isRenewed = false;
  for (let tries = 1; ; ) {
    const answer = await attempt(transport, request, token);
    request.signal?.throwIfAborted();
    if (!(answer instanceof TradepostError)) return answer;
    if (answer.status === 401 && token !== undefined && request.tokens?.renew && !isRenewed) {
      isRenewed = true;
      token = await request.tokens.renew(token);
      continue;
    }
    const { isRepeatable } = request;
    const waitMs =
      tries > retries ? undefined : waitBeforeRepeat(answer, { tries, isRepeatable, random: random() });
    if (waitMs === undefined) throw answer;
    await time.wait(waitMs, request.signal);
    request.signal?.throwIfAborted();
    tries += 1;
  }
}

/** Sends one attempt. The timeout covers the complete response; an incomplete response counts as missing. */
async function attempt(
  { fetch, time, timeoutMs }: Transport,
  request: Request,
  token: string | undefined,
): Promise<Answer | TradepostError> {
  request.signal?.throwIfAborted();
  const late = AbortSignal.timeout(request.timeoutMs ?? timeoutMs);
  try {
    const { method, body } = request;
    const response = await fetch(addressOf(request), {
      method,
      headers: {
        ...request.headers,
        ...(token === undefined ? {} : { authorization: `${request.tokens?.scheme} ${token}` }),
      },
      signal: request.signal ? AbortSignal.any([request.signal, late]) : late,
      ...(body === undefined ? {} : { body }),
    });
    const answer = { status: response.status, headers: response.headers, text: await response.text() };
    return response.ok ? answer : errorOf(answer, time.now());
  } catch (cause) {
    const words = (cause as { cause?: Error }).cause?.message ?? (cause as Error).message;
    return new TradepostError('connection_lost', `No response from ${request.url}: ${words}`, { cause });
  }
}

export function addressOf({ url, query = {} }: Pick<Request, 'url' | 'query'>): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  const search = new URLSearchParams(
    given.map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  return search ? `${url}?${search}` : url;
}
