import type { LookupFunction } from 'node:net';
import { lazyValue } from '../../platform/first-use.ts';
import { hostOf, inSpan, type SpanStart } from '../../platform/observability/trace.ts';
import type { AddressRules } from '../../platform/outside/address-guard.ts';
import type { Agent, Dispatcher } from '../../platform/outside/undici.ts';

/** The result of an attempt. */
export type SendResult = {
  startTime: Date;
  durationMs: number;
  status: number | undefined;
  excerpt: string | undefined;
  retryAfter: string | undefined;
  /** The reason for a missing response. */
  error: string | undefined;
};

export type OutgoingDelivery = {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
  timeoutMs: number;
};

export type Sender = {
  /**
   * Sends a POST request. Failures are returned as results. Redirects are returned like other responses, without being
   * followed.
   */
  send(delivery: OutgoingDelivery, signal: AbortSignal): Promise<SendResult>;
  close(): Promise<void>;
};

const excerptBytes = 1024;
/** The maximum number of bytes read from a response to reuse its connection. */
const readBytes = 65_536;
/** The maximum number of informational responses, which could otherwise keep a request open forever. */
const mostInformational = 100;
const connectMs = 10_000;
const keptMs = 15_000;
const connectionsOfOrigin = 64;

/** Creates the sender. @param lookup resolves host names instead of the system */
export function createSender(rules: AddressRules, clock: () => Date, lookup?: LookupFunction): Sender {
  const agent = lazyValue(() => createAgent(rules, lookup));
  return {
    send: async (delivery, signal) => {
      const startTime = clock();
      const began = performance.now();
      const answer = await inSpan(
        () => startOf(delivery),
        async () => post(await agent.get(), delivery, signal),
        ({ status }) => ({
          facts: { 'http.response.status_code': status },
          failed: status === undefined || status >= 400,
        }),
      );
      return { startTime, durationMs: Math.round(performance.now() - began), ...answer };
    },
    close: async () => (await agent.peek())?.destroy(),
  };
}

/** Creates the HTTP agent at first use, because many processes never send a webhook. */
async function createAgent(rules: AddressRules, lookup: LookupFunction | undefined): Promise<Agent> {
  const { createGuardedConnector } = await import('../../platform/outside/guarded-connector.ts');
  const { Agent: NewAgent } = await import('../../platform/outside/undici.ts');
  return new NewAgent({
    connect: createGuardedConnector(rules, lookup, connectMs),
    connections: connectionsOfOrigin,
    pipelining: 1,
    keepAliveTimeout: keptMs,
    keepAliveMaxTimeout: keptMs,
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}

const startOf = ({ url }: OutgoingDelivery): SpanStart => ({
  name: 'webhook POST',
  kind: 'client',
  facts: { 'http.request.method': 'POST', 'server.address': hostOf(url) },
});

type Answer = Pick<SendResult, 'status' | 'excerpt' | 'retryAfter' | 'error'>;

/**
 * Sends a request without streams and abort signals, whose cost would dominate at thousands of requests per second. The
 * timeout includes the wait for a connection.
 */
function post(agent: Agent, delivery: OutgoingDelivery, stop: AbortSignal): Promise<Answer> {
  return new Promise((resolve) => {
    const exchange = createExchange((answer) => {
      clearTimeout(timer);
      stop.removeEventListener('abort', onStop);
      resolve(answer);
    });
    const onStop = () => exchange.giveUp(String(stop.reason));
    const timer = setTimeout(
      () => exchange.giveUp(`no response within ${delivery.timeoutMs} ms`),
      delivery.timeoutMs,
    );
    if (stop.aborted) return onStop();
    stop.addEventListener('abort', onStop);
    const { headers, body } = delivery;
    try {
      const { origin, pathname, search } = new URL(delivery.url);
      const request = { origin, path: `${pathname}${search}`, method: 'POST', headers, body } as const;
      agent.dispatch(request, exchange.handler);
    } catch (error) {
      exchange.giveUp(describe(error));
    }
  });
}

/**
 * Tracks one request and its response. The response is read to its end, so that the connection can be reused;
 * its beginning is stored.
 */
function createExchange(onEnd: (answer: Answer) => void) {
  const chunks: Buffer[] = [];
  let size = 0;
  let status: number | undefined;
  let retryAfter: string | string[] | undefined;
  let running: Dispatcher.DispatchController | undefined;
  let informational = 0;
  let ended: Error | undefined;

  const end = (reason: string, answer: Answer) => {
    if (ended) return;
    ended = new Error(reason);
    onEnd(answer);
  };
  const fail = (error: string) =>
    end(error, { status: undefined, excerpt: undefined, retryAfter: undefined, error });
  const succeed = () =>
    end('the response was received', {
      status,
      excerpt: toExcerpt(chunks),
      retryAfter: Array.isArray(retryAfter) ? retryAfter[0] : retryAfter,
      error: undefined,
    });
  const handler: Dispatcher.DispatchHandler = {
    onRequestStart: (controller) => {
      running = controller;
      // The request was aborted while it waited for a connection.
      if (ended) controller.abort(ended);
    },
    onResponseStart: (controller, code, headers) => {
      // Informational responses are followed by the final response.
      if (code < 200) {
        informational += 1;
        if (informational <= mostInformational) return;
        fail(`more than ${mostInformational} informational (1xx) responses`);
        return controller.abort(ended as Error);
      }
      status = code;
      retryAfter = headers['retry-after'];
    },
    onResponseData: (controller, chunk) => {
      if (size < excerptBytes) chunks.push(chunk);
      size += chunk.length;
      if (size <= readBytes) return;
      succeed();
      controller.abort(ended as Error);
    },
    onResponseEnd: succeed,
    onResponseError: (_controller, error) => fail(describe(error)),
  };
  return {
    handler,
    giveUp: (reason: string) => {
      fail(reason);
      running?.abort(ended as Error);
    },
  };
}

const toExcerpt = (chunks: readonly Buffer[]): string =>
  Buffer.concat(chunks).subarray(0, excerptBytes).toString('utf8').replaceAll('\0', '�');

/** Describes a failure for the owner of the endpoint. Network error texts contain no confidential data. */
function describe(error: unknown): string {
  const { message, code } = error as { message?: string; code?: string };
  // The HTTP library reports some protocol violations as failed assertions.
  if (code === 'ERR_ASSERTION') return 'the response violates HTTP';
  return [code, message]
    .filter((part) => part !== undefined && part !== '')
    .join(': ')
    .slice(0, 300)
    .replaceAll('\0', '�');
}
