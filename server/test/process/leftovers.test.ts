import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clearLeftovers, remember } from '../leftovers.ts';
import { cleanUp, isRunning, makeFolder, type Program, postmasterOf, start } from './program.ts';

let within: string;
/** The folder of a process with a server. */
let folder: string;
let program: Program;
beforeAll(async () => {
  within = await makeFolder();
  folder = folderOf('tradepost-run');
  program = start({ DATA_DIR: folder });
  await program.address();
});
afterAll(async () => {
  await program.kill();
  await cleanUp();
});

/** Returns the id of a process that has ended. */
const gone = () => Number(execFileSync('sh', ['-c', 'echo $$']).toString());
const left = (name: string, owner: object) => writeFileSync(`${name}.owner`, JSON.stringify(owner));
const folderOf = (name: string): string => {
  const made = path.join(within, name);
  mkdirSync(made);
  return made;
};

test('folders of active runs, folders without a marker and folders of other programs are kept, with their servers', async () => {
  await remember(folder);
  const [unnoted, other] = [folderOf('tradepost-unnoted'), folderOf('others')];
  left(other, { pid: gone(), since: '1' });
  const unfinished = folderOf('tradepost-unfinished');
  writeFileSync(`${unfinished}.owner`, '');
  await clearLeftovers(() => {}, within);
  for (const kept of [folder, unnoted, other, unfinished]) expect(existsSync(kept), kept).toBe(true);
  expect(isRunning(postmasterOf(folder) as number)).toBe(true);
});

test.skipIf(process.platform !== 'linux')(
  'a folder is removed when the process id of its run was reused by a process with another start time',
  async () => {
    const old = folderOf('tradepost-old');
    await remember(old);
    const { pid, since } = JSON.parse(readFileSync(`${old}.owner`, 'utf8'));
    left(old, { pid, since: `${since}0` });
    await clearLeftovers(() => {}, within);
    expect(existsSync(old)).toBe(false);
  },
);

test('a server left by a killed run is stopped, and its folder removed', async () => {
  const pid = postmasterOf(folder) as number;
  left(folder, { pid: gone(), since: '1' });
  const said: string[] = [];
  await clearLeftovers((message) => said.push(message), within);
  expect([isRunning(pid), existsSync(folder), existsSync(`${folder}.owner`)]).toEqual([false, false, false]);
  expect(said.join()).toContain(folder);
});
