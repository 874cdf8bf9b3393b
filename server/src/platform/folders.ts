import { mkdir, mkdtemp, rmdir, stat } from 'node:fs/promises';
import path from 'node:path';

/**
 * Creates a folder and its missing parents. Node 20's recursive `mkdir` is avoided because it never returns below
 * `/proc`, where folders cannot be created.
 * @returns the uppermost folder that was created, if any
 */
export async function makeFolder(folder: string, mode = 0o777): Promise<string | undefined> {
  try {
    return await makeOne(folder, mode);
  } catch (error) {
    const parent = path.dirname(folder);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || parent === folder) throw error;
    const uppermost = await makeFolder(parent, mode);
    const made = await makeOne(folder, mode);
    return uppermost ?? made;
  }
}

async function makeOne(folder: string, mode: number): Promise<string | undefined> {
  try {
    await mkdir(folder, mode);
    return folder;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    if (!(await stat(folder)).isDirectory()) throw error;
    return undefined;
  }
}

/** Creates a missing folder, and requires that the folder is writable. @throws an error that names `variable` */
export async function requireWritableFolder(variable: string, folder: string): Promise<void> {
  try {
    await makeFolder(folder);
    await rmdir(await mkdtemp(path.join(folder, '.writable-')));
  } catch (error) {
    const cause = (error as Error).message;
    throw new Error(
      `${variable}: the folder ${folder} cannot be written to (${cause}). Name a folder to which this user has write access.`,
      { cause: error },
    );
  }
}
