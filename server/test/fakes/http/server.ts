import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A received call. `signal` is aborted when the caller disconnects. */
export type RawRequest = {
  method: string;
  /** Path as sent, without decoding. */
  path: string;
  query: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
  signal: AbortSignal;
};

export type RawAnswer = { status: number; headers?: Record<string, string>; body?: string | Buffer };

/** Listens on a free port of 127.0.0.1. If `handle` returns DROP, the connection ends without a response. */
export async function listen(handle: (request: RawRequest) => Promise<RawAnswer | 'DROP'>) {
  const server = createServer(async (request, response) => {
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const [path = '/', query = ''] = (request.url ?? '/').split('?', 2);
    const { method = 'GET', headers } = request;
    const body = await bodyOf(request).catch(() => undefined);
    if (!body) return;
    const answer = await handle({ method, path, query, headers, body, signal: gone.signal });
    if (answer === 'DROP') return void request.socket.destroy();
    const sent = answer.body ?? '';
    response.writeHead(answer.status, {
      'content-length': String(Buffer.byteLength(sent)),
      ...answer.headers,
    });
    response.end(sent);
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** Returns the JSON body of a call; the text if it is not JSON, and undefined if the call has no body. */
export function inputOf({ body }: RawRequest): unknown {
  if (body.length === 0) return undefined;
  const text = body.toString();
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Waits for a time, or until the caller disconnects. */
export const passing = (ms: number, signal: AbortSignal) =>
  new Promise<void>((done) => {
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      done();
    });
  });
