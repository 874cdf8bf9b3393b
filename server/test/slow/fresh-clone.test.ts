import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { send } from '../harness.ts';
import {
  cleanUp,
  makeFolder,
  type Program,
  postmasterOf,
  repository,
  start,
  waitFor,
} from '../process/program.ts';

afterAll(cleanUp);

/**
 * Creates a folder for a clone, and a folder for temporary files beside it. For root, the clone is
 * inaccessible to PostgreSQL's user.
 */
async function makeClone(): Promise<{ clone: string; environment: Record<string, string> }> {
  const folder = await makeFolder('tradepost-clone-', tmpdir());
  chmodSync(folder, 0o755);
  const [clone, temporary] = [path.join(folder, 'clone'), path.join(folder, 'temporary')];
  mkdirSync(clone, { mode: 0o700 });
  mkdirSync(temporary);
  chmodSync(temporary, 0o1777);
  copyTree(clone);
  return { clone, environment: { ...npmSettings(), TMPDIR: temporary } };
}

/**
 * Copies the working tree as in a clone: all files that are not ignored, without installed or built files.
 */
function copyTree(target: string): void {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: repository });
  for (const file of listed.toString().split('\0').filter(Boolean)) {
    const from = path.join(repository, file);
    if (!existsSync(from)) continue;
    mkdirSync(path.dirname(path.join(target, file)), { recursive: true });
    cpSync(from, path.join(target, file));
  }
}

/** Returns the npm settings of the machine, which determine the registry. */
const npmSettings = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).filter(([name]) =>
      /^(npm_config_|node_extra_ca|https?_proxy$|no_proxy$)/i.test(name),
    ),
  ) as Record<string, string>;

/** Requires that the service starts, responds to requests, and shuts down. */
async function expectService(program: Program, clone: string): Promise<void> {
  const address = await program.address();
  expect((await send(`${address}/readyz`, 'GET', {})).status).toBe(200);
  const dataDir = path.join(clone, 'data');
  expect(statSync(path.join(dataDir, 'credentials.json')).mode & 0o777).toBe(0o600);
  expect(await program.terminate()).toEqual({ code: 0, signal: null });
  expect(postmasterOf(dataDir)).toBeUndefined();
  await expect(fetch(`${address}/livez`)).rejects.toThrow();
}

const hasEnded = ({ child }: Program) => child.exitCode !== null;

test('npm start on a fresh clone, twice simultaneously, installs and builds once; one process serves, the other is refused', async () => {
  const { clone, environment } = await makeClone();
  expect(existsSync(path.join(clone, 'node_modules'))).toBe(false);
  const settings = { ...environment, NODE_ENV: 'production' };
  const both = [0, 1].map(() => start(settings, { command: ['npm', 'start'], cwd: clone }));
  await waitFor(() => (both.some(hasEnded) ? true : undefined), 800_000);
  const refused = both.find(hasEnded);
  const served = both.find((program) => program !== refused) as Program;
  expect(refused?.stderr()).toMatch(/in use/);
  const said = both.map((program) => program.stderr()).join('');
  expect(said.match(/Installing/g)).toHaveLength(1);
  expect(said.match(/Building/g)).toHaveLength(1);
  await expectService(served, clone);

  // The next start installs and builds nothing.
  const again = start(environment, { command: ['npm', 'start'], cwd: clone });
  await again.address();
  expect(again.stderr()).not.toMatch(/Installing|Building/);
  expect(again.stdout()).not.toContain('sign in to the console');
  await again.terminate();
});
