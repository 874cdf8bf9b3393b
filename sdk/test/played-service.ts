import { createTradepost, type Tradepost, type TradepostOptions } from '@tradepost/sdk';

/** A request as sent by the client. */
export type Sent = { method: string; url: string; headers: Headers; body: unknown };

/** A response, or a failure of the connection. */
export type Played = { status?: number; body?: unknown; headers?: Record<string, string> } | Error;

export const problem = (status: number, code: string, headers = {}): Played => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: { status, code, title: code, detail: `it is ${code}`, requestId: 'req_1' },
});

/**
 * A service that returns the next of its responses for each request, and repeats the last response, with a clock that
 * only waiting advances.
 */
export function playService(answers: Played[], options: Partial<TradepostOptions> = {}) {
  const [sent, waits]: [Sent[], number[]] = [[], []];
  let now = Date.UTC(2027, 0, 31);
  const pass = (ms: number): void => {
    now += ms;
  };
  const tradepost: Tradepost = createTradepost({
    baseUrl: 'http://service.test/',
    organization: 'org_1',
    token: () => 'token',
    random: () => 0.5,
    time: {
      now: () => now,
      wait: async (ms) => {
        waits.push(ms);
        pass(ms);
      },
    },
    fetch: async (url, { method, headers, body }) => {
      sent.push({
        method: method as string,
        url,
        headers: new Headers(headers as Record<string, string>),
        body,
      });
      const played = answers[Math.min(sent.length, answers.length) - 1] as Played;
      if (played instanceof Error) throw played;
      const { status = 200, body: said = {}, headers: more = {} } = played;
      return new Response(typeof said === 'string' ? said : JSON.stringify(said), { status, headers: more });
    },
    ...options,
  });
  return { tradepost, sent, waits, pass };
}

/** Returns the error of a failing call. */
export const failure = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  );
