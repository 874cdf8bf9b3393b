import type { Readable } from 'node:stream';

/** Storage for content that is too large for the database. A key consists of identifiers separated by slashes. */
export type Storage = {
  /**
   * Stores content durably: once the promise resolves, it survives a crash or power failure. Replaces older content.
   */
  put(key: string, content: Uint8Array): Promise<void>;
  /** Returns a stream of the content; undefined for missing content. */
  get(key: string): Promise<Readable | undefined>;
  /** Removes the content; succeeds for missing content. */
  remove(key: string): Promise<void>;
};

/** Returns a valid key. @throws Error for a key that could escape the folder or bucket */
export function requireKey(key: string): string {
  if (!/^[A-Za-z0-9_-]+(\/[A-Za-z0-9_-]+)*$/.test(key)) throw new Error(`invalid storage key: ${key}`);
  return key;
}
