import { createHash, createHmac, type Hash, type Hmac } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Endpoint } from './clients.ts';
import type { Keys } from './sessions.ts';
import type { Bucket } from './settings.ts';

/** An object in a bucket, or the bucket if `key` is empty, and the keys that sign the calls. */
export type Place = { bucket: Bucket; key: string; keys: Keys; endpoint: Endpoint };

export type StoreCall = {
  method: 'PUT' | 'HEAD' | 'GET';
  query?: Readonly<Record<string, string>>;
  headers?: Record<string, string>;
  body?: Buffer;
  /**
   * Maximum number of response bytes to keep; the rest is dropped. The default is sufficient for an error.
   */
  longest?: number;
};
export type StoreAnswer = {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: Buffer;
};

const timeoutMs = 20_000;
const longestError = 20_000;

/** Hash implementation for the signer. */
class Sha256 {
  readonly #hash: Hash | Hmac;
  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#hash = secret === undefined ? createHash('sha256') : createHmac('sha256', bytesOf(secret));
  }
  update(data: string | ArrayBuffer | ArrayBufferView): void {
    this.#hash.update(bytesOf(data));
  }
  digest(): Promise<Uint8Array> {
    return Promise.resolve(new Uint8Array(this.#hash.digest()));
  }
  reset(): void {
    throw new Error('a hash can be used only once');
  }
}

function bytesOf(data: string | ArrayBuffer | ArrayBufferView): Buffer {
  if (typeof data === 'string') return Buffer.from(data);
  return ArrayBuffer.isView(data)
    ? Buffer.from(data.buffer, data.byteOffset, data.byteLength)
    : Buffer.from(data);
}

/** Percent-encodes a text as signatures require (RFC 3986): everything except letters, digits and `-._~`. */
const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

/** Builds the URL of an object: on the bucket's own host, or by path on the test endpoint. */
export function addressOf({ bucket: { name, region }, key, endpoint }: Omit<Place, 'keys'>): URL {
  const base =
    endpoint === undefined ? `https://${name}.s3.${region}.amazonaws.com/` : `${endpoint}/${name}/`;
  return new URL(base + key.split('/').map(encode).join('/'));
}

export async function signerOf({ keys, bucket: { region } }: Pick<Place, 'keys' | 'bucket'>) {
  const { SignatureV4 } = await import('@smithy/signature-v4');
  const { expiration: _, lifeMs: __, ...credentials } = keys;
  return new SignatureV4({ service: 's3', region, credentials, sha256: Sha256, uriEscapePath: false });
}

export const requestOf = (url: URL, { method, query = {}, headers, body }: Omit<StoreCall, 'longest'>) => ({
  method,
  protocol: url.protocol,
  hostname: url.hostname,
  ...(url.port ? { port: Number(url.port) } : {}),
  path: url.pathname,
  query: { ...query },
  headers: { host: url.host, ...headers },
  ...(body ? { body } : {}),
});

/** Calls the store of a bucket with a signature. An error response is returned instead of being thrown. */
export async function callBucket(place: Place, call: StoreCall): Promise<StoreAnswer> {
  const url = addressOf(place);
  const signer = await signerOf(place);
  const { headers } = await signer.sign(requestOf(url, call));
  const query = Object.entries(call.query ?? {}).map(([name, value]) => `${encode(name)}=${encode(value)}`);
  url.search = query.join('&');
  return send(url, { ...call, headers });
}

/** Reads code and message of a store error. */
export function errorOf({ body }: Pick<StoreAnswer, 'body'>): { code: string; message: string } {
  const text = body.subarray(0, longestError).toString('utf8');
  return {
    code: /<Code>([A-Za-z]{1,100})<\/Code>/.exec(text)?.[1] ?? '',
    message: /<Message>([^<]{1,1000})<\/Message>/.exec(text)?.[1] ?? '',
  };
}

const send = (target: URL, { method, headers, body, longest = 0 }: StoreCall): Promise<StoreAnswer> =>
  new Promise((resolve, reject) => {
    const request = (target.protocol === 'https:' ? httpsRequest : httpRequest)(
      target,
      {
        method,
        headers: { ...headers, ...(body ? { 'content-length': body.length } : {}) },
        signal: AbortSignal.timeout(timeoutMs),
      },
      (response) => {
        const chunks: Buffer[] = [];
        let left = Math.max(longest, longestError);
        response.on('data', (chunk: Buffer) => {
          if (left > 0) chunks.push(chunk.subarray(0, left));
          left -= chunk.length;
        });
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks),
          }),
        );
      },
    );
    request.on('error', reject);
    request.end(body);
  });
