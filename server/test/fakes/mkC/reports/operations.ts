import type { Pages } from '../../http/pages.ts';
import { type Call, Media, type Operations } from '../calls.ts';
import { invalid, notFound, refusedFor, ServiceError } from '../errors.ts';
import { type Bucket, type Buckets, type StoredObject, showObject } from './buckets.ts';

const mostPerPage = 1000;

/** Creates the operations of the storage interface. */
export function createStorageOperations({ buckets, pages }: { buckets: Buckets; pages: Pages }): Operations {
  const bucketOf = ({ caller, parameters }: Call, right: string): Bucket => {
    const bucket = buckets.find(parameters.bucket ?? '');
    if (!bucket) throw notFound('The specified bucket does not exist.');
    if (bucket.readers.has(caller.email)) return bucket;
    throw refusedFor(
      'PERMISSION_DENIED',
      'forbidden',
      `${caller.email} does not have ${right} access to the storage bucket. Permission '${right}' denied on resource (or it may not exist).`,
    );
  };
  return {
    listObjects: (call) => {
      const bucket = bucketOf(call, 'storage.objects.list');
      const { maxResults, pageToken, prefix = '' } = call.query;
      const size = Math.min(Number(maxResults ?? 0) || mostPerPage, buckets.settings.listed);
      const rows = [...bucket.objects.values()]
        .filter(({ name }) => name.startsWith(prefix))
        .sort((one, other) => (one.name < other.name ? -1 : 1));
      const page = pageToken ? pages.next<StoredObject>(pageToken, size) : pages.first(rows, size);
      if (!page) throw invalid('pageToken', 'Invalid or expired.');
      return {
        kind: 'storage#objects',
        ...(page.rows.length > 0 && { items: page.rows.map((one) => showObject(bucket, one)) }),
        ...(page.next && { nextPageToken: page.next }),
      };
    },
    getObject: (call) => {
      const bucket = bucketOf(call, 'storage.objects.get');
      const { object = '' } = call.parameters;
      const { alt, generation } = call.query;
      const one = bucket.objects.get(object);
      // Without versioning, a replaced generation does not exist any more.
      if (!one || (generation !== undefined && generation !== one.generation))
        throw notFound(`No such object: ${bucket.name}/${object}`);
      return alt === 'media' ? mediaOf(one.content, call.range) : showObject(bucket, one);
    },
  };
}

function mediaOf(content: Buffer, range: Call['range']): Media {
  if (!range) return new Media(content, undefined);
  const [first, last] = [range[0], Math.min(range[1], content.length - 1)];
  if (first >= content.length)
    throw new ServiceError('OUT_OF_RANGE', 'The requested range cannot be satisfied.', [], { status: 416 });
  return new Media(content.subarray(first, last + 1), `bytes ${first}-${last}/${content.length}`);
}

const reasons: Readonly<Record<number, string>> = {
  400: 'invalid',
  401: 'required',
  403: 'forbidden',
  404: 'notFound',
  416: 'requestedRangeNotSatisfiable',
  429: 'rateLimitExceeded',
  503: 'backendError',
};

/** Shows a refusal in the form of the older interfaces, which has no code as text. */
export const showStorageError = ({ status, message }: ServiceError): object => ({
  error: {
    code: status,
    message,
    errors: [{ message, domain: 'global', reason: reasons[status] ?? 'backendError' }],
  },
});
