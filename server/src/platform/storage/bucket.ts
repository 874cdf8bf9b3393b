import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { S3mini } from 's3mini';
import { requireKey, type Storage } from './storage.ts';

export type BucketKeys = { accessKeyId: string; secretAccessKey: string };

const timeoutMs = 60_000;

/**
 * Creates the storage in a bucket of an S3-compatible store. The URL is `https://host/bucket` (path style), optionally
 * with `?region=`. The store confirms a write when the content is durable.
 */
export function createBucketStorage(url: URL, keys: BucketKeys): Storage {
  const protocol = url.protocol === 's3:' ? 'https:' : url.protocol;
  const client = new S3mini({
    ...keys,
    endpoint: `${protocol}//${url.host}${url.pathname.replace(/\/+$/, '')}`,
    region: url.searchParams.get('region') ?? 'auto',
    requestAbortTimeout: timeoutMs,
  });
  return {
    put: async (key, content) => {
      const answer = await client.putObject(requireKey(key), content);
      if (!answer.ok) throw new Error(`the storage responded to a write with status ${answer.status}`);
    },
    get: async (key) => {
      const answer = await client.getObjectResponse(requireKey(key));
      return answer?.body ? Readable.fromWeb(answer.body as ReadableStream) : undefined;
    },
    remove: async (key) => {
      await client.deleteObject(requireKey(key));
    },
  };
}
