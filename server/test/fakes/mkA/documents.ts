import type { RawAnswer, RawRequest } from '../http/server.ts';
import { ServiceError } from './errors.ts';
import type { AccessKey, Caller } from './identities.ts';
import { signatureOf, signedOf, timeOf } from './signatures.ts';

type Bucket = { owner: string; isPublic: boolean; objects: Map<string, { body: Buffer; type: string }> };
type Buckets = Map<string, Bucket>;
type Place = { bucket: string; key: string };

const refuse = (code: string, status: number, message: string) => new ServiceError(code, status, message);

/** Where an address of a document leads to: by the bucket's host, or by the first step of the path. */
export function placeOf(url: URL): Place {
  const [host] = /^.+(?=\.s3[.-][a-z0-9.-]*amazonaws\.com$)/.exec(url.hostname) ?? [];
  const steps = url.pathname.slice(1).split('/').map(decodeURIComponent);
  const [bucket = '', ...key] = host === undefined ? steps : [host, ...steps];
  return { bucket, key: key.join('/') };
}

/**
 * Buckets of documents, addressed by path (`/bucket/key`). Who owns the bucket writes; others read what is public or signed
 * for them.
 */
export function createDocuments(
  keyOf: (accessKeyId: string) => AccessKey | undefined,
  wallNow: () => number,
) {
  const buckets: Buckets = new Map();
  return {
    addBucket: (name: string, owner: string) => {
      buckets.set(name, { owner, isPublic: false, objects: new Map() });
      return name;
    },
    publish: (name: string, isPublic = true) => {
      requireBucket(buckets, { bucket: name, key: '' }).isPublic = isPublic;
    },
    /** What lies under a key. */
    read: (bucket: string, key: string) => buckets.get(bucket)?.objects.get(key)?.body,
    keysIn: (bucket: string) => [...(buckets.get(bucket)?.objects.keys() ?? [])],
    /**
     * Whether somebody without rights of his own gets the document: it is public, or the address is signed and not over.
     * @param waitedMs for how long the address has lain at the service, by whose time change sets go
     */
    canRead: (address: string, waitedMs: number): boolean => {
      const url = new URL(address);
      const place = placeOf(url);
      const bucket = buckets.get(place.bucket);
      if (!bucket?.objects.has(place.key)) return false;
      return bucket.isPublic || isSigned(url, bucket.owner, keyOf, wallNow() + waitedMs);
    },
    handle: (operation: string, request: RawRequest, caller: Caller | undefined): RawAnswer =>
      handle(buckets, operation, request, caller),
  };
}
export type Documents = ReturnType<typeof createDocuments>;

function requireBucket(buckets: Buckets, { bucket }: Place): Bucket {
  const found = buckets.get(bucket);
  if (!found) throw refuse('NoSuchBucket', 404, 'The specified bucket does not exist');
  return found;
}

/** Whether an address was signed for reading by a key of the owner, and is not over. */
function isSigned(
  url: URL,
  owner: string,
  keyOf: (accessKeyId: string) => AccessKey | undefined,
  wallMs: number,
): boolean {
  const query = url.search.slice(1);
  const headers = { host: url.host };
  const signed = signedOf({ headers, query });
  const key = signed && keyOf(signed.accessKeyId);
  if (!key || signed.expiresS === undefined || key.accountId !== owner || key.token !== signed.token)
    return false;
  const request = { method: 'GET', path: url.pathname, query, headers, body: Buffer.alloc(0) };
  const endMs = Math.min(
    timeOf(signed.at) + signed.expiresS * 1000,
    key.endsAtMs ?? Number.POSITIVE_INFINITY,
  );
  const isOver = wallMs > endMs;
  return !isOver && signatureOf(request, signed, key.secret) === signed.signature;
}

function handle(
  buckets: Buckets,
  operation: string,
  request: RawRequest,
  caller: Caller | undefined,
): RawAnswer {
  const place = placeOf(new URL(request.path, 'http://local'));
  const bucket = requireBucket(buckets, place);
  const isRead = operation === 'GetObject' || operation === 'HeadObject';
  if (caller?.accountId !== bucket.owner && !(isRead && bucket.isPublic))
    throw refuse('AccessDenied', 403, 'Access Denied');
  if (operation === 'PutObject') {
    const type = String(request.headers['content-type'] ?? 'application/octet-stream');
    bucket.objects.set(place.key, { body: request.body, type });
    return { status: 200, headers: { etag: '"0"' } };
  }
  if (operation === 'DeleteObject') {
    bucket.objects.delete(place.key);
    return { status: 204 };
  }
  if (operation === 'HeadBucket') return { status: 200 };
  if (!isRead) throw refuse('NotImplemented', 501, `${operation} is not played.`);
  const object = bucket.objects.get(place.key);
  if (!object) throw refuse('NoSuchKey', 404, 'The specified key does not exist.');
  return {
    status: 200,
    headers: { 'content-type': object.type },
    body: operation === 'GetObject' ? object.body : '',
  };
}
