import { createHash, createHmac, type Hash, type Hmac } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Endpoint } from './clients.ts';
import type { Keys } from './sessions.ts';

type Bucket = { name: string; region: string };
export type SignedRequest = { url: string; method: string; headers: Record<string, string>; body?: Buffer };

const timeoutMs = 20_000;
const longestAnswer = 20_000;

/** The hash that the signer is made of. */
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
    throw new Error('a hash is used once');
  }
}

function bytesOf(data: string | ArrayBuffer | ArrayBufferView): Buffer {
  if (typeof data === 'string') return Buffer.from(data);
  return ArrayBuffer.isView(data)
    ? Buffer.from(data.buffer, data.byteOffset, data.byteLength)
    : Buffer.from(data);
}

/** Where an object lies: by the bucket's own host, or by path at the place that tests name. */
function placeOf({ name, region }: Bucket, key: string, endpoint: Endpoint): URL {
  const base =
    endpoint === undefined ? `https://${name}.s3.${region}.amazonaws.com/` : `${endpoint}/${name}/`;
  return new URL(base + key);
}

async function signerOf(keys: Keys, { region }: Bucket) {
  const { SignatureV4 } = await import('@smithy/signature-v4');
  const { expiration: _, lifeMs: __, ...credentials } = keys;
  return new SignatureV4({ service: 's3', region, credentials, sha256: Sha256, uriEscapePath: false });
}

const requestOf = (
  url: URL,
  method: string,
  more: { headers?: Record<string, string>; body?: Buffer } = {},
) => ({
  method,
  protocol: url.protocol,
  hostname: url.hostname,
  ...(url.port ? { port: Number(url.port) } : {}),
  path: url.pathname,
  query: {},
  headers: { host: url.host, ...more.headers },
  ...(more.body ? { body: more.body } : {}),
});

/** Calls the store of documents. Answers status and the code of an error, and nothing else of it. */
export async function callStore(
  { bucket, key, keys, endpoint }: { bucket: Bucket; key: string; keys: Keys; endpoint: Endpoint },
  method: 'PUT' | 'HEAD',
  content?: { body: Buffer; contentType: string },
): Promise<{ status: number; code: string }> {
  const url = placeOf(bucket, key, endpoint);
  const signer = await signerOf(keys, bucket);
  const headers = content ? { 'content-type': content.contentType } : {};
  const signed = await signer.sign(
    requestOf(url, method, { headers, ...(content ? { body: content.body } : {}) }),
  );
  return send({ url: url.href, method, headers: signed.headers, ...(content ? { body: content.body } : {}) });
}

/** Makes an address by which a document can be read until the keys or the time are over. */
export async function signedAddress(
  { bucket, key, keys, endpoint }: { bucket: Bucket; key: string; keys: Keys; endpoint: Endpoint },
  signingDate: Date,
  expiresIn: number,
): Promise<string> {
  const url = placeOf(bucket, key, endpoint);
  const signer = await signerOf(keys, bucket);
  // Who reads by the address sends no body, and so none is signed.
  const headers = { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' };
  const { query = {} } = await signer.presign(requestOf(url, 'GET', { headers }), { signingDate, expiresIn });
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
  return url.href;
}

/** When a signed address ends, in milliseconds; one without a signature never does. */
export function endOfAddress(address: string): number {
  if (!URL.canParse(address)) return Number.POSITIVE_INFINITY;
  const { searchParams } = new URL(address);
  const [, ...parts] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(searchParams.get('X-Amz-Date') ?? '') ?? [];
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.map(Number);
  if (parts.length === 0) return Number.POSITIVE_INFINITY;
  const begunMs = Date.UTC(year, month - 1, day, hour, minute, second);
  return begunMs + Number(searchParams.get('X-Amz-Expires') ?? 0) * 1000;
}

const send = ({ url, method, headers, body }: SignedRequest): Promise<{ status: number; code: string }> =>
  new Promise((resolve, reject) => {
    const target = new URL(url);
    const request = (target.protocol === 'https:' ? httpsRequest : httpRequest)(
      target,
      {
        method,
        headers: { ...headers, ...(body ? { 'content-length': body.length } : {}) },
        signal: AbortSignal.timeout(timeoutMs),
      },
      (response) => {
        const chunks: Buffer[] = [];
        let size = 0;
        response.on('data', (chunk: Buffer) => {
          size += chunk.length;
          if (size <= longestAnswer) chunks.push(chunk);
        });
        response.on('error', reject);
        response.on('end', () => {
          const code = /<Code>([A-Za-z]{1,100})<\/Code>/.exec(Buffer.concat(chunks).toString('utf8'))?.[1];
          resolve({ status: response.statusCode ?? 0, code: code ?? '' });
        });
      },
    );
    request.on('error', reject);
    request.end(body);
  });
