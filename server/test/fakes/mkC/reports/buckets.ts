import { createHash } from 'node:crypto';
import type { Clock } from '../../http/clock.ts';
import type { Ids } from '../ids.ts';

export type StoredObject = {
  name: string;
  /** Identifies the content; every replacement has a higher one. */
  generation: string;
  content: Buffer;
  createdMs: number;
  retainedUntilMs: number | undefined;
};
/** A bucket of a seller. `readers` are the service accounts with the role of an object viewer. */
export type Bucket = {
  name: string;
  readers: Set<string>;
  /** Duration for which new objects cannot be replaced. */
  retentionMs: number | undefined;
  objects: Map<string, StoredObject>;
};

/** Simulates the seller's storage, to which the marketplace writes its reports. */
export function createBuckets({ clock, ids }: { clock: Clock; ids: Ids }) {
  const buckets = new Map<string, Bucket>();
  let written = 0;
  return {
    settings: { listed: 1000 },
    add: (readers: readonly string[]): Bucket => {
      const bucket: Bucket = {
        name: `reports-${ids.hex(8)}`,
        readers: new Set(readers),
        retentionMs: undefined,
        objects: new Map(),
      };
      buckets.set(bucket.name, bucket);
      return bucket;
    },
    find: (name: string): Bucket | undefined => buckets.get(name),
    put: ({ objects, retentionMs }: Bucket, name: string, content: string): StoredObject => {
      const now = clock.now();
      const known = objects.get(name);
      if (known?.retainedUntilMs !== undefined && known.retainedUntilMs > now)
        throw new Error(`${name} is retained and cannot be replaced.`);
      written += 1;
      const one: StoredObject = {
        name,
        generation: String(now * 1000 + written),
        content: Buffer.from(content),
        createdMs: now,
        retainedUntilMs: retentionMs === undefined ? undefined : now + retentionMs,
      };
      objects.set(name, one);
      return one;
    },
    remove: ({ objects }: Bucket, name: string): void => void objects.delete(name),
  };
}
export type Buckets = ReturnType<typeof createBuckets>;

const iso = (ms: number) => new Date(ms).toISOString();

export const showObject = ({ name: bucket }: Bucket, one: StoredObject): object => ({
  kind: 'storage#object',
  id: `${bucket}/${one.name}/${one.generation}`,
  name: one.name,
  bucket,
  generation: one.generation,
  metageneration: '1',
  contentType: 'text/csv',
  storageClass: 'STANDARD',
  size: String(one.content.length),
  md5Hash: createHash('md5').update(one.content).digest('base64'),
  timeCreated: iso(one.createdMs),
  updated: iso(one.createdMs),
  ...(one.retainedUntilMs === undefined ? {} : { retentionExpirationTime: iso(one.retainedUntilMs) }),
});
