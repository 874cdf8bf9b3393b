import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeFolder, requireWritableFolder } from './folders.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tradepost-test-'));
});
afterAll(() => rm(folder, { recursive: true }));

test('missing parent folders are created with the same mode, and the uppermost created folder is returned', async () => {
  const inner = path.join(folder, 'one', 'two', 'three');
  expect(await makeFolder(inner, 0o700)).toBe(path.join(folder, 'one'));
  for (const name of ['one', 'one/two', 'one/two/three'])
    expect((await stat(path.join(folder, name))).mode & 0o777, name).toBe(0o700);
  expect(await makeFolder(inner)).toBeUndefined();
});

test('several callers may create the same folder simultaneously', async () => {
  const inner = path.join(folder, 'shared', 'by', 'all');
  await Promise.all(Array.from({ length: 8 }, () => makeFolder(inner)));
  expect((await stat(inner)).isDirectory()).toBe(true);
});

test('an error about an unwritable folder names the variable', async () => {
  const file = path.join(folder, 'file');
  await writeFile(file, '');
  for (const impossible of ['/proc/none/none', file, path.join(file, 'below')])
    await expect(requireWritableFolder('DATA_DIR', impossible)).rejects.toThrow(
      `DATA_DIR: the folder ${impossible} cannot be written to (`,
    );
});
