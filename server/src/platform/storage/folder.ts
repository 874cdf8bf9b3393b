import { randomUUID } from 'node:crypto';
import { open, rename, rm, unlink } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder } from '../folders.ts';
import { requireKey, type Storage } from './storage.ts';

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

/**
 * Creates the storage in files of a folder, which all processes of an installation must share. Only the owner can read
 * the files.
 */
export function createFolderStorage(folder: string): Storage {
  const fileOf = (key: string) => path.join(folder, ...requireKey(key).split('/'));
  return {
    put: async (key, content) => {
      const file = fileOf(key);
      const parent = path.dirname(file);
      const made = await makeFolder(parent, 0o700);
      // The content is written to a temporary file and renamed, so that readers never get incomplete content.
      const temporary = `${file}.${randomUUID()}.tmp`;
      const handle = await open(temporary, 'wx', 0o600);
      try {
        await handle.writeFile(content);
        await handle.sync();
        await handle.close();
        await rename(temporary, file);
      } catch (error) {
        await handle.close().catch(() => {});
        await unlink(temporary).catch(() => {});
        throw error;
      }
      await syncFolders(parent, made ? path.dirname(made) : parent);
    },
    get: async (key) => {
      try {
        const handle = await open(fileOf(key), 'r');
        return handle.createReadStream();
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
    remove: (key) => rm(fileOf(key), { force: true }),
  };
}

/**
 * Flushes a folder and its parents up to `to`: a new file is durable only when the entries of new folders are on
 * disk.
 */
async function syncFolders(from: string, to: string): Promise<void> {
  if (process.platform === 'win32') return;
  for (let folder = from; ; folder = path.dirname(folder)) {
    const handle = await open(folder, 'r');
    await handle.sync().finally(() => handle.close());
    if (folder === to || folder === path.dirname(folder)) return;
  }
}
