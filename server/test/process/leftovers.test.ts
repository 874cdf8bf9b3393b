import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clearLeftovers, remember } from '../leftovers.ts';
import { cleanUp, isRunning, makeFolder, postmasterOf, start, waitFor } from './program.ts';

let within: string;
beforeAll(async () => {
  within = await makeFolder();
});
afterAll(cleanUp);

/** The number of a process that is no more. */
const gone = () => Number(execFileSync('sh', ['-c', 'echo $$']).toString());
const left = (folder: string, owner: object) => writeFileSync(`${folder}.owner`, JSON.stringify(owner));
const folderOf = (name: string): string => {
  const folder = path.join(within, name);
  mkdirSync(folder);
  return folder;
};

test('a server that a killed run left is ended, and its folder removed; a program on it ends too', async () => {
  const folder = folderOf('tradepost-left');
  const program = start({ DATA_DIR: folder });
  await program.address();
  const pid = postmasterOf(folder) as number;
  left(folder, { pid: gone(), since: '1' });
  const said: string[] = [];
  await clearLeftovers((message) => said.push(message), within);
  expect([isRunning(pid), existsSync(folder), existsSync(`${folder}.owner`)]).toEqual([false, false, false]);
  expect(said.join()).toContain(folder);
  await program.kill();
});

test('what a living run has, what nobody noted and what is not of tests stays, with its servers', async () => {
  const folder = folderOf('tradepost-living');
  const program = start({ DATA_DIR: folder });
  await program.address();
  await remember(folder);
  const [unnoted, other] = [folderOf('tradepost-unnoted'), folderOf('others')];
  left(other, { pid: gone(), since: '1' });
  const unfinished = folderOf('tradepost-unfinished');
  writeFileSync(`${unfinished}.owner`, '');
  await clearLeftovers(() => {}, within);
  for (const kept of [folder, unnoted, other, unfinished]) expect(existsSync(kept), kept).toBe(true);
  expect(isRunning(postmasterOf(folder) as number)).toBe(true);

  // The same number, but of a process that began at another time.
  if (process.platform !== 'linux') return void (await program.terminate());
  const { pid, since } = JSON.parse(readFileSync(`${folder}.owner`, 'utf8'));
  left(folder, { pid, since: `${since}0` });
  const postmaster = postmasterOf(folder) as number;
  await clearLeftovers(() => {}, within);
  await waitFor(() => (isRunning(postmaster) ? undefined : true));
  expect(existsSync(folder)).toBe(false);
  await program.kill();
});
