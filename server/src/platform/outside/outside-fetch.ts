import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { hostOf, inSpan, type SpanStart, traceHeaders } from '../observability/trace.ts';
import { addressProblem, PrivateAddress, publicLookup } from './address-guard.ts';

/** A request to an external server, with a text body. */
export type OutsideRequest = {
  method: string;
  headers: Record<string, string>;
  body?: string | undefined;
};
export type OutsideFetch = (url: string, request: OutsideRequest) => Promise<Response>;

/** The error for a forbidden request or a too large response, for which a retry is useless. */
export class OutsideRefused extends Error {
  override readonly name = 'OutsideRefused';
}

const usualTimeoutMs = 10_000;
const defaultLargestAnswer = 1_000_000;

const neverSent = new WeakSet<object>();

/** Whether a failed request cannot have reached the server because there was no connection. */
export const wasNeverSent = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && neverSent.has(error);

function markNeverSent<E extends Error>(error: E): E {
  neverSent.add(error);
  return error;
}

/**
 * Creates the fetch function for URLs that users or other systems entered. The function uses only https and never
 * connects to a private network, regardless of the current resolution of the host name. Redirects are returned, not
 * followed.
 * @param options.allowInsecure also allows http and private addresses
 * @param options.largestAnswer maximum size of a response in bytes
 * @param options.timeoutMs maximum time until the response is read completely
 * @throws OutsideRefused
 */
export const createOutsideFetch =
  ({
    allowInsecure,
    largestAnswer = defaultLargestAnswer,
    timeoutMs = usualTimeoutMs,
  }: {
    allowInsecure: boolean;
    largestAnswer?: number;
    timeoutMs?: number;
  }): OutsideFetch =>
  (address, asked) =>
    inSpan(
      () => startOf(address, asked),
      () => ask(address, asked, { allowInsecure, largestAnswer, timeoutMs }),
      ({ status }) => ({ facts: { 'http.response.status_code': status }, failed: status >= 500 }),
    );

const startOf = (address: string, { method }: OutsideRequest): SpanStart => ({
  name: `outside ${method}`,
  kind: 'client',
  facts: { 'http.request.method': method, 'server.address': hostOf(address) },
});

type Limits = { allowInsecure: boolean; largestAnswer: number; timeoutMs: number };

const ask = (
  address: string,
  { method, headers, body }: OutsideRequest,
  { allowInsecure, largestAnswer, timeoutMs }: Limits,
): Promise<Response> =>
  new Promise((resolve, reject) => {
    const url = new URL(address);
    const problem = allowInsecure ? undefined : problemOf(url);
    if (problem) return reject(markNeverSent(new OutsideRefused(problem)));
    const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(
      url,
      {
        method,
        headers: {
          ...traceHeaders(),
          ...headers,
          ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
        },
        signal: AbortSignal.timeout(timeoutMs),
        // A pooled connection is unchecked and may lead to a private address.
        agent: false,
        ...(allowInsecure ? {} : { lookup: publicLookup() }),
      },
      (response) => readAnswer(response, largestAnswer).then(resolve, reject),
    );
    let isConnected = false;
    request.once('socket', (socket) => {
      socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
        isConnected = true;
      });
    });
    request.on('error', (error) => {
      const failure = error instanceof PrivateAddress ? new OutsideRefused(error.message) : error;
      reject(isConnected ? failure : markNeverSent(failure));
    });
    request.end(body);
  });

async function readAnswer(response: IncomingMessage, largest: number): Promise<Response> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response) {
    size += (chunk as Buffer).length;
    if (size > largest) throw new OutsideRefused(`the response is too large: more than ${largest} bytes`);
    chunks.push(chunk as Buffer);
  }
  const headers = new Headers();
  for (const [name, value] of Object.entries(response.headers)) headers.set(name, String(value));
  const status = response.statusCode ?? 502;
  const empty = [101, 204, 205, 304].includes(status);
  return new Response(empty ? null : Buffer.concat(chunks), { status, headers });
}

const strict = { allowHttp: false, allowPrivate: false };

/**
 * Returns the error message for a URL that must not be requested. The fragment is ignored, because it is never sent.
 */
function problemOf(url: URL): string | undefined {
  const asked = new URL(url);
  asked.hash = '';
  const problem = addressProblem(asked.href, strict);
  return problem && `the address ${problem}`;
}
