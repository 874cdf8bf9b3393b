import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { requireWritableFolder } from '../folders.ts';
import { createBucketStorage } from './bucket.ts';
import { createFolderStorage } from './folder.ts';
import type { Storage } from './storage.ts';

export type { Storage } from './storage.ts';

/**
 * If STORAGE_URL is a folder, requires that the folder is writable.
 * @throws an error that names the variable
 */
export async function requireStorageFolder({
  storageUrl,
}: Pick<StorageOptions, 'storageUrl'>): Promise<void> {
  if (storageUrl?.startsWith('file:')) await requireWritableFolder('STORAGE_URL', fileURLToPath(storageUrl));
}

export type StorageOptions = {
  /** The URL of the folder or bucket with the content of files. Default: a folder in `dataDir`. */
  storageUrl: string | undefined;
  dataDir: string;
  /** Access key of the bucket. */
  secrets: { storage: Readonly<{ accessKeyId: string; secretAccessKey: string }> | undefined };
};

/** Creates the storage: a folder, or a bucket of an S3-compatible store. */
export function createStorage({ storageUrl, dataDir, secrets }: StorageOptions): Storage {
  if (storageUrl === undefined) return createFolderStorage(path.resolve(dataDir, 'files'));
  const url = new URL(storageUrl);
  if (url.protocol === 'file:') return createFolderStorage(fileURLToPath(url));
  return createBucketStorage(url, secrets.storage as NonNullable<typeof secrets.storage>);
}
