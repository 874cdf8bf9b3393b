import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { installedExtent } from './installed.mjs';

/**
 * The folder of the checkout. This file prepares a checkout: it installs dependencies and builds sources, unless both
 * are current.
 */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const at = (...parts) => path.join(root, ...parts);

/**
 * Runs work unless a stamp marks the work as complete.
 * @param work may return the stamp of complete earlier work
 * @param enough the stamps of earlier work with the same or a larger result
 */
function stamped(file, wanted, work, enough = [wanted]) {
  const stamp = at('node_modules', file);
  const isCurrent = () => existsSync(stamp) && enough.includes(readFileSync(stamp, 'utf8'));
  if (isCurrent()) return;
  alone(() => {
    if (isCurrent()) return;
    const found = work();
    mkdirSync(path.dirname(stamp), { recursive: true });
    writeFileSync(stamp, found ?? wanted);
  });
}

/**
 * Prints a line of progress. The returned function erases the line from a terminal, so that the service's output comes
 * first.
 */
function announce(text) {
  const { isTTY } = process.stderr;
  process.stderr.write(isTTY ? text : `${text}\n`);
  return () => void (isTTY && process.stderr.write('\r\x1b[2K'));
}

/** Runs work exclusively, because several processes of a checkout must not install or build concurrently. */
function alone(work) {
  const lock = at('.stamp.lock');
  for (;;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' });
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    if (isAbandoned(lock)) rmSync(lock, { force: true });
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
  }
  const release = () => rmSync(lock, { force: true });
  process.once('exit', release);
  try {
    work();
  } finally {
    process.off('exit', release);
    release();
  }
}

/** Whether the process that created the lock has ended. */
function isAbandoned(lock) {
  try {
    const holder = Number(readFileSync(lock, 'utf8'));
    // An empty lock is either being written at this moment, or was left by a crashed process.
    if (!(holder > 0)) return Date.now() - statSync(lock).mtimeMs > 5000;
    process.kill(holder, 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}

const installed = '.tradepost-installed';
const withoutTools = ' without tools';

/** @param tools false to omit tools for tests and lint, which are most of an installation */
export function ensureInstalled({ tools = true } = {}) {
  const lockfile = createHash('sha256')
    .update(readFileSync(at('package-lock.json')))
    .digest('hex');
  const whole = `${lockfile} ${process.platform} ${process.arch}`;
  const lean = whole + withoutTools;
  const stamp = at('node_modules', installed);
  const present = () => (existsSync(stamp) ? readFileSync(stamp, 'utf8') : '');
  // An installation with tools, made manually or for tests, is kept.
  const isLean = !tools && (!existsSync(at('node_modules')) || present().endsWith(withoutTools));
  const install = () => {
    // npm may have been run manually.
    const extent = installedExtent(root);
    if (extent === 'whole') return whole;
    if (extent === 'lean' && !tools) return lean;
    const finish = announce('Installing dependencies …');
    // Only missing tools are added, because a process may be running from this folder.
    const command = extent === 'lean' ? ['install', '--no-save'] : ['ci'];
    const options = [
      // NODE_ENV=production would omit the tools.
      isLean ? '--omit=dev' : '--include=dev',
      '--include=optional',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
    ];
    execFileSync('npm', [...command, ...options], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
      shell: process.platform === 'win32',
    });
    finish();
    return undefined;
  };
  stamped(installed, isLean ? lean : whole, install, tools ? [whole] : [whole, lean]);
  linkCommand();
}

/** Links `tradepost` for npx, as npm does, in a checkout that was installed before the link existed. */
function linkCommand() {
  const link = at('node_modules', '.bin', 'tradepost');
  if (existsSync(link) || process.platform === 'win32') return;
  try {
    symlinkSync('../@tradepost/server/tradepost.mjs', link);
  } catch {
    // Another process has just created the link, or the folder is read-only. The command works without the link.
  }
}

/**
 * Hashes the size and time of every file in the folders, and the content of the other files, which is fast enough for
 * each start.
 */
function sourceStamp(folders, files) {
  const hash = createHash('sha256');
  const visit = (folder) => {
    for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) =>
      a.name < b.name ? -1 : 1,
    )) {
      const file = path.join(folder, entry.name);
      if (entry.isDirectory()) visit(file);
      else {
        const { size, mtimeMs } = statSync(file);
        hash.update(`${path.relative(root, file)} ${size} ${mtimeMs}\n`);
      }
    }
  };
  for (const folder of folders) visit(at(folder));
  for (const file of files) hash.update(readFileSync(at(file)));
  return hash.digest('hex');
}

const programSources = [
  ['server/src', 'server/workers', 'sdk/src'],
  ['scripts/build.mjs', 'server/tsconfig.json'],
];
const consoleSources = [
  ['console/src', 'sdk/src'],
  ['scripts/console.mjs', 'console/vite.config.ts', 'console/index.html', 'package-lock.json'],
];

export function ensureBuilt() {
  if (!existsSync(at('server', 'dist', 'main.js')))
    rmSync(at('node_modules', '.tradepost-built'), { force: true });
  stamped('.tradepost-built', sourceStamp(...programSources), () => {
    const finish = announce('Building …');
    run([at('scripts', 'build.mjs')]);
    finish();
  });
}

/** Whether a command line starts a service that serves the console, which requires its build. */
export const servesConsole = ([command = 'start']) => ['start', 'serve'].includes(command);

const consoleStamp = '.tradepost-console';

/** Whether the console was built from the current sources. */
export const isConsoleBuilt = () =>
  existsSync(at('console', 'dist', 'index.html')) &&
  existsSync(at('node_modules', consoleStamp)) &&
  readFileSync(at('node_modules', consoleStamp), 'utf8') === sourceStamp(...consoleSources);

/** Hashes the sources before a build. The returned function records that the console was built from these sources. */
export function beginConsole() {
  const stamp = sourceStamp(...consoleSources);
  return () => writeFileSync(at('node_modules', consoleStamp), stamp);
}

/** Builds the console if needed. */
export function ensureConsole() {
  if (!isConsoleBuilt()) run([at('scripts', 'console.mjs')]);
}

/** Runs a tool of node_modules; if it fails, exits with its status. */
export const runTool = (name, args) => run([toolFile(name), ...args]);

function run(args) {
  try {
    execFileSync(process.execPath, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  } catch (error) {
    process.exit(error.status ?? 1);
  }
}

export function toolFile(name) {
  const packages = {
    tsc: 'typescript',
    vitest: 'vitest',
    biome: '@biomejs/biome',
    spectral: '@stoplight/spectral-cli',
    redocly: '@redocly/cli',
  };
  const folder = at('node_modules', packages[name]);
  const { bin } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  return path.join(folder, typeof bin === 'string' ? bin : bin[name]);
}
