import type { Query } from './calls.ts';
import { errorOf, TradepostError } from './errors.ts';
import { waitBeforeRepeat } from './retry.ts';
import type { Tokens } from './tokens.ts';

/** Time as the client has it: tests have their own. */
export type Time = {
  now(): number;
  /** Ends early when the signal aborts. Never rejects. */
  wait(ms: number, signal?: AbortSignal): Promise<void>;
};

/** What requests are made with. */
export type Transport = {
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  time: Time;
  random(): number;
  /** How often a call is made again. */
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
  /** Without it the request carries none. */
  tokens?: Tokens | undefined;
};

export type Answer = { status: number; headers: Headers; text: string };

/**
 * Sends a request until it is answered, and answers what the service said.
 * @throws TradepostError when it refused, or had no answer after all attempts; the signal's reason when that aborted
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
    if (answer.status === 401 && token !== undefined && !isRenewed) {
      isRenewed = true;
      token = await request.tokens?.renew(token);
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

/** One attempt. The timeout is for all of it: an answer that stops in the middle is none. */
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
      headers: { ...request.headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
      signal: request.signal ? AbortSignal.any([request.signal, late]) : late,
      ...(body === undefined ? {} : { body }),
    });
    const answer = { status: response.status, headers: response.headers, text: await response.text() };
    return response.ok ? answer : errorOf(answer, time.now());
  } catch (cause) {
    const words = (cause as { cause?: Error }).cause?.message ?? (cause as Error).message;
    return new TradepostError('connection_lost', `No answer from ${request.url}: ${words}`, { cause });
  }
}

export function addressOf({ url, query = {} }: Pick<Request, 'url' | 'query'>): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  const search = new URLSearchParams(
    given.map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  return search ? `${url}?${search}` : url;
}
