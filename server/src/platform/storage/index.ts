import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { requireWritableFolder } from '../folders.ts';
import { createBucketStorage } from './bucket.ts';
import { createFolderStorage } from './folder.ts';
import type { Storage } from './storage.ts';

export type { Storage } from './storage.ts';

/** Requires that files can be kept in the folder of STORAGE_URL, if it names one. @throws an error that names the variable */
export async function requireStorageFolder({
  storageUrl,
}: Pick<StorageOptions, 'storageUrl'>): Promise<void> {
  if (storageUrl?.startsWith('file:')) await requireWritableFolder('STORAGE_URL', fileURLToPath(storageUrl));
}

export type StorageOptions = {
  /** Where the content of files lies; absent: a folder of `dataDir`. */
  storageUrl: string | undefined;
  dataDir: string;
  /** The key of a bucket. */
  secrets: { storage: Readonly<{ accessKeyId: string; secretAccessKey: string }> | undefined };
};

/** Creates the storage: a folder, or a bucket of a store that speaks S3. */
export function createStorage({ storageUrl, dataDir, secrets }: StorageOptions): Storage {
  if (storageUrl === undefined) return createFolderStorage(path.resolve(dataDir, 'files'));
  const url = new URL(storageUrl);
  if (url.protocol === 'file:') return createFolderStorage(fileURLToPath(url));
  return createBucketStorage(url, secrets.storage as NonNullable<typeof secrets.storage>);
}
