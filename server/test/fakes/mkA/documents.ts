import { createHash } from 'node:crypto';
import type { RawAnswer, RawRequest } from '../http/server.ts';
import { ServiceError } from './errors.ts';
import type { AccessKey, Caller } from './identities.ts';
import { readSignedRequest, signatureOf, timeOf } from './signatures.ts';

type StoredObject = { body: Buffer; type: string; etag: string; modifiedMs: number; isArchived?: boolean };
type Bucket = { owner: string; isPublic: boolean; objects: Map<string, StoredObject> };
type Buckets = Map<string, Bucket>;
type Place = { bucket: string; key: string };

const refuse = (code: string, status: number, message: string) => new ServiceError(code, status, message);

/**
 * Parses bucket and key from a URL. The bucket is the first label of the host name or the first part of the
 * path.
 */
export function placeOf(url: URL): Place {
  const [host] = /^.+(?=\.s3[.-][a-z0-9.-]*amazonaws\.com$)/.exec(url.hostname) ?? [];
  const steps = url.pathname.slice(1).split('/').map(decodeURIComponent);
  const [bucket = '', ...key] = host === undefined ? steps : [host, ...steps];
  return { bucket, key: key.join('/') };
}

/**
 * Simulates document buckets, addressed by path (`/bucket/key`). Owners can write; other callers can read
 * public or signed documents.
 */
export function createDocuments(
  keyOf: (accessKeyId: string) => AccessKey | undefined,
  wallNow: () => number,
) {
  const buckets: Buckets = new Map();
  /** Objects per page of a listing. */
  const settings = { listed: 1000 };
  return {
    settings,
    /** Stores or deletes an object as its owner. */
    put: (name: string, key: string, content: string | undefined) => {
      const { objects } = requireBucket(buckets, { bucket: name, key });
      if (content === undefined) objects.delete(key);
      else objects.set(key, stored(Buffer.from(content), 'text/csv', wallNow()));
    },
    /** Archives an object, which must then be restored before it can be read. */
    archive: (name: string, key: string) => {
      const found = buckets.get(name)?.objects.get(key);
      if (found) found.isArchived = true;
    },
    addBucket: (name: string, owner: string) => {
      buckets.set(name, { owner, isPublic: false, objects: new Map() });
      return name;
    },
    publish: (name: string, isPublic = true) => {
      requireBucket(buckets, { bucket: name, key: '' }).isPublic = isPublic;
    },
    /** Finds the object with a key. */
    read: (bucket: string, key: string) => buckets.get(bucket)?.objects.get(key)?.body,
    keysIn: (bucket: string) => [...(buckets.get(bucket)?.objects.keys() ?? [])],
    /**
     * Returns whether a document is readable without permissions: the document is public, or its URL is
     * signed and has not expired.
     * @param waitedMs time since the service received the URL, by the service time of change sets
     */
    canRead: (address: string, waitedMs: number): boolean => {
      const url = new URL(address);
      const place = placeOf(url);
      const bucket = buckets.get(place.bucket);
      if (!bucket?.objects.has(place.key)) return false;
      return bucket.isPublic || isSigned(url, bucket.owner, keyOf, wallNow() + waitedMs);
    },
    handle: (operation: string, request: RawRequest, caller: Caller | undefined): RawAnswer =>
      operation === 'ListObjectsV2'
        ? list(buckets, request, caller, settings.listed)
        : handle(buckets, operation, request, caller, wallNow()),
  };
}
export type Documents = ReturnType<typeof createDocuments>;

const stored = (body: Buffer, type: string, modifiedMs: number): StoredObject => ({
  body,
  type,
  etag: `"${createHash('md5').update(body).digest('hex')}"`,
  modifiedMs,
});

function requireBucket(buckets: Buckets, { bucket }: Place): Bucket {
  const found = buckets.get(bucket);
  if (!found) throw refuse('NoSuchBucket', 404, 'The specified bucket does not exist');
  return found;
}

/** Returns whether a URL was signed with a key of the owner and has not expired. */
function isSigned(
  url: URL,
  owner: string,
  keyOf: (accessKeyId: string) => AccessKey | undefined,
  wallMs: number,
): boolean {
  const query = url.search.slice(1);
  const headers = { host: url.host };
  const signed = readSignedRequest({ headers, query });
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
  nowMs: number,
): RawAnswer {
  const place = placeOf(new URL(request.path, 'http://local'));
  const bucket = requireBucket(buckets, place);
  const isRead = operation === 'GetObject' || operation === 'HeadObject';
  if (caller?.accountId !== bucket.owner && !(isRead && bucket.isPublic))
    throw refuse('AccessDenied', 403, 'Access Denied');
  if (operation === 'PutObject') {
    const type = String(request.headers['content-type'] ?? 'application/octet-stream');
    bucket.objects.set(place.key, stored(request.body, type, nowMs));
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
  if (object.isArchived)
    throw refuse('InvalidObjectState', 403, "The operation is not valid for the object's storage class");
  return shown(object, operation, request);
}

/** Reads an object or a byte range, if the object still has the caller’s version. */
function shown({ body, type, etag }: StoredObject, operation: string, { headers }: RawRequest): RawAnswer {
  if (headers['if-match'] !== undefined && headers['if-match'] !== etag)
    throw refuse('PreconditionFailed', 412, 'At least one of the pre-conditions you specified did not hold');
  const known = { 'content-type': type, etag };
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? [];
  if (from === undefined) return { status: 200, headers: known, body: operation === 'GetObject' ? body : '' };
  if (Number(from) >= body.length)
    throw refuse('InvalidRange', 416, 'The requested range is not satisfiable');
  const last = Math.min(Number(to), body.length - 1);
  return {
    status: 206,
    headers: { ...known, 'content-range': `bytes ${from}-${last}/${body.length}` },
    body: body.subarray(Number(from), last + 1),
  };
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/**
 * Lists a page of the objects under a prefix, in key order. A token is the key after which the next page
 * begins.
 */
function list(buckets: Buckets, request: RawRequest, caller: Caller | undefined, most: number): RawAnswer {
  const place = placeOf(new URL(request.path, 'http://local'));
  const bucket = requireBucket(buckets, place);
  if (caller?.accountId !== bucket.owner) throw refuse('AccessDenied', 403, 'Access Denied');
  const query = new URLSearchParams(request.query);
  const after = Buffer.from(query.get('continuation-token') ?? '', 'base64').toString();
  const keys = [...bucket.objects.keys()]
    .filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after)
    .sort();
  const page = keys.slice(0, Math.min(most, Number(query.get('max-keys') ?? most)));
  const isTruncated = page.length < keys.length;
  const isEncoded = query.get('encoding-type') === 'url';
  const contents = page.map((key) => {
    const { body, etag, modifiedMs } = bucket.objects.get(key) as StoredObject;
    const name = isEncoded
      ? encodeURIComponent(key).replaceAll('%2F', '/').replaceAll('%20', '+')
      : escaped(key);
    return `<Contents><Key>${name}</Key><LastModified>${new Date(modifiedMs).toISOString()}</LastModified><ETag>${escaped(etag)}</ETag><Size>${body.length}</Size><StorageClass>STANDARD</StorageClass></Contents>`;
  });
  const next = isTruncated
    ? `<NextContinuationToken>${Buffer.from(page.at(-1) ?? '').toString('base64')}</NextContinuationToken>`
    : '';
  return {
    status: 200,
    headers: { 'content-type': 'application/xml' },
    body: `<?xml version="1.0" encoding="UTF-8"?>
<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>${place.bucket}</Name><KeyCount>${page.length}</KeyCount><IsTruncated>${isTruncated}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`,
  };
}
