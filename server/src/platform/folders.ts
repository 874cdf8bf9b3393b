import { mkdir, mkdtemp, rmdir, stat } from 'node:fs/promises';
import path from 'node:path';

/**
 * Makes a folder and the missing ones above it. The recursive `mkdir` of Node 20 never ends where the kernel makes no
 * folders, as below `/proc`.
 * @returns the uppermost folder that was made, if any
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

/** Makes a folder, or requires that files can be made in the one that is there. @throws an error that names `variable` */
export async function requireWritableFolder(variable: string, folder: string): Promise<void> {
  try {
    await makeFolder(folder);
    await rmdir(await mkdtemp(path.join(folder, '.writable-')));
  } catch (error) {
    const cause = (error as Error).message;
    throw new Error(
      `${variable}: the folder ${folder} cannot be written to (${cause}). Name a folder that this user may write to.`,
      { cause: error },
    );
  }
}
