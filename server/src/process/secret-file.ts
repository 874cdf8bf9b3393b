import { chmod, open, rename, writeFile } from 'node:fs/promises';

/** Writes a file atomically. Only its owner can read the file. */
export async function writeSecretFile(file: string, content: string): Promise<void> {
  const temporary = `${file}.${process.pid}.tmp`;
  await writeFile(temporary, content, { mode: 0o600 });
  await chmod(temporary, 0o600);
  const handle = await open(temporary, 'r+');
  await handle.sync();
  await handle.close();
  await rename(temporary, file);
}
