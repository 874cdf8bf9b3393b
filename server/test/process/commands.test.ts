import { spawnSync } from 'node:child_process';
import { readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { cleanUp, command, repository } from './program.ts';

afterAll(cleanUp);

const dist = path.join(repository, 'server', 'dist');
const main = path.join(dist, 'main.js');

test('--version prints the version of the package, and --help lists the commands', async () => {
  const { version } = JSON.parse(readFileSync(path.join(repository, 'server', 'package.json'), 'utf8'));
  const printed = await command({}, '--version');
  expect([printed.code, printed.stdout()]).toEqual([0, `${version}\n`]);
  const help = await command({}, '--help');
  for (const word of ['serve', 'audit', 'login', 'export', 'quota', 'ticket'])
    expect(help.stdout()).toContain(word);
});

/** Runs a script and returns the modules that it loads. */
function loadedModules(...words: string[]): string[] {
  const loaded = spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(printImports)}`, ...words],
    { encoding: 'utf8' },
  );
  expect(loaded.status, loaded.stderr).toBe(0);
  return [...loaded.stderr.matchAll(/^loaded (file:.*)$/gm)].map(([, url]) => String(url));
}

test('tradepost --version loads its own script only, without installing, building or starting anything', () => {
  const script = path.join(repository, 'scripts', 'tradepost.mjs');
  expect(loadedModules(script, '--version')).toEqual([pathToFileURL(script).href]);
});

test('npx finds tradepost among the installed commands, without reading the tree of packages', () => {
  const manifest = (...parts: string[]) =>
    JSON.parse(readFileSync(path.join(repository, ...parts, 'package.json'), 'utf8'));
  // The root package has no command, because npx would read the whole tree of installed packages.
  expect(manifest().bin).toBeUndefined();
  const command = path.join(repository, 'server', manifest('server').bin.tradepost);
  expect(realpathSync(path.join(repository, 'node_modules', '.bin', 'tradepost'))).toBe(command);
});

test('only commands that serve the console build it', async () => {
  const { servesConsole } = (await import(
    pathToFileURL(path.join(repository, 'scripts', 'ready.mjs')).href
  )) as { servesConsole(words: string[]): boolean };
  expect([[], ['start'], ['serve']].map(servesConsole)).toEqual([true, true, true]);
  expect([['--help'], ['work'], ['migrate'], ['invite']].map(servesConsole)).toEqual(Array(4).fill(false));
});

test('--help loads the command line only, without the modules of the commands', () => {
  const modules = loadedModules(main, '--help');
  expect(modules.filter((url) => url.includes('/commander/')).length).toBeGreaterThan(0);
  expect(modules.filter((url) => /fastify|\/zod\/|\/pg\/|pino/.test(url))).toEqual([]);
  const texts = modules.map((url) => readFileSync(fileURLToPath(url), 'utf8')).join('\n');
  expect(texts).toContain('\n// server/src/cli/index.ts\n');
  expect(texts).not.toMatch(/^\/\/ server\/src\/(api|app|process\/run)\.ts$/m);
});

/** Module hooks that log each loaded module. */
const printImports = `
import { register } from 'node:module';
const hooks = "export async function load(url, context, next) { process._rawDebug('loaded ' + url); return next(url, context); }";
register('data:text/javascript,' + encodeURIComponent(hooks));`;

test('a command whose output pipe was closed ends without an error', () => {
  const piped = spawnSync(
    'bash',
    ['-c', 'set -o pipefail; "$0" "$1" trigger | head -1', process.execPath, main],
    { encoding: 'utf8' },
  );
  expect([piped.status, piped.stderr]).toEqual([0, '']);
});
