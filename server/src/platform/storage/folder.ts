import { randomUUID } from 'node:crypto';
import { open, rename, rm, unlink } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder } from '../folders.ts';
import { requireKey, type Storage } from './storage.ts';

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

/**
 * Creates the storage of content in files under a folder, which every process of a service must share. Only its owner
 * can read them.
 */
export function createFolderStorage(folder: string): Storage {
  const fileOf = (key: string) => path.join(folder, ...requireKey(key).split('/'));
  return {
    put: async (key, content) => {
      const file = fileOf(key);
      const parent = path.dirname(file);
      const made = await makeFolder(parent, 0o700);
      // Written beside and renamed: whoever reads finds all of it or nothing.
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

/** A new name lasts when its folder is on the disk, up to the one that was there before. */
async function syncFolders(from: string, to: string): Promise<void> {
  if (process.platform === 'win32') return;
  for (let folder = from; ; folder = path.dirname(folder)) {
    const handle = await open(folder, 'r');
    await handle.sync().finally(() => handle.close());
    if (folder === to || folder === path.dirname(folder)) return;
  }
}
