import type { Readable } from 'node:stream';

/** The store of content that is too large for the database. A key is made of identifiers with slashes between them. */
export type Storage = {
  /** Keeps the content: when it is done, neither a crash nor a lost power takes it away. A repeat replaces it. */
  put(key: string, content: Uint8Array): Promise<void>;
  /** The content from its beginning; undefined when there is none. */
  get(key: string): Promise<Readable | undefined>;
  /** What is not there is removed already. */
  remove(key: string): Promise<void>;
};

/** @throws Error for a key that could lead elsewhere */
export function requireKey(key: string): string {
  if (!/^[A-Za-z0-9_-]+(\/[A-Za-z0-9_-]+)*$/.test(key)) throw new Error(`no key of a content: ${key}`);
  return key;
}
