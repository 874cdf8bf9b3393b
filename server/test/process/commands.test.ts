import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { cleanUp, command, repository } from './program.ts';

afterAll(cleanUp);

const dist = path.join(repository, 'server', 'dist');
const main = path.join(dist, 'main.js');

test('--version tells the version of the package, and --help lists the commands', async () => {
  const { version } = JSON.parse(readFileSync(path.join(repository, 'server', 'package.json'), 'utf8'));
  const printed = await command({}, '--version');
  expect([printed.code, printed.stdout()]).toEqual([0, `${version}\n`]);
  const help = await command({}, '--help');
  for (const word of ['serve', 'audit', 'login', 'export', 'quota', 'ticket'])
    expect(help.stdout()).toContain(word);
});

test('--help loads the command line and nothing of what the commands work with', () => {
  const loaded = spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(printImports)}`, main, '--help'],
    { encoding: 'utf8' },
  );
  expect(loaded.status, loaded.stderr).toBe(0);
  const modules = [...loaded.stderr.matchAll(/^loaded (file:.*)$/gm)].map(([, url]) => String(url));
  expect(modules.filter((url) => url.includes('/commander/')).length).toBeGreaterThan(0);
  expect(modules.filter((url) => /fastify|\/zod\/|\/pg\/|pino/.test(url))).toEqual([]);
  const texts = modules.map((url) => readFileSync(fileURLToPath(url), 'utf8')).join('\n');
  expect(texts).toContain('\n// server/src/cli/index.ts\n');
  expect(texts).not.toMatch(/^\/\/ server\/src\/(api|app|process\/run)\.ts$/m);
});

/** Says of each module that it is loaded. */
const printImports = `
import { register } from 'node:module';
const hooks = "export async function load(url, context, next) { process._rawDebug('loaded ' + url); return next(url, context); }";
register('data:text/javascript,' + encodeURIComponent(hooks));`;

test('a command whose output nobody reads any more ends without an error', () => {
  const piped = spawnSync(
    'bash',
    ['-c', 'set -o pipefail; "$0" "$1" trigger | head -1', process.execPath, main],
    { encoding: 'utf8' },
  );
  expect([piped.status, piped.stderr]).toEqual([0, '']);
});
