import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';

type Package = {
  version?: string;
  integrity?: string;
  dev?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
};
type Packages = Record<string, Package>;
type Machine = { os: string; cpu: string; libc: string };
type Decide = {
  extentOf(
    locked: Packages,
    recorded: Packages,
    machine: Machine,
    isPresent: (folder: string) => boolean,
  ): 'whole' | 'lean' | undefined;
};

const scripts = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../../scripts');
const { extentOf } = (await import(pathToFileURL(path.join(scripts, 'installed.mjs')).href)) as Decide;

const machine = { os: 'linux', cpu: 'x64', libc: 'glibc' };
const used = { version: '1.0.0', integrity: 'sha512-a' };
const native = { version: '2.0.0', integrity: 'sha512-b', optional: true, os: ['linux'], cpu: ['x64'] };
const tool = { version: '3.0.0', integrity: 'sha512-c', dev: true };
const locked = {
  '': { version: '0.1.0' },
  'node_modules/used': used,
  'node_modules/native': native,
  'node_modules/native-arm': { ...native, cpu: ['arm64'] },
  'node_modules/native-musl': { ...native, libc: ['musl'] },
  'node_modules/native-elsewhere': { ...native, os: ['!linux'] },
  'node_modules/of-native-arm': { version: '1.0.0', optional: true },
  'node_modules/tool': tool,
};
const complete: Packages = {
  'node_modules/used': used,
  'node_modules/native': native,
  'node_modules/tool': tool,
};
const without = (folder: string): Packages => {
  const { [`node_modules/${folder}`]: _, ...others } = complete;
  return others;
};
const extent = (recorded: Packages, absent?: string) =>
  extentOf(locked, recorded, machine, (folder) => folder !== `node_modules/${absent}`);

test('an installation by npm ci is accepted without the packages of other platforms', () => {
  expect(extent(complete)).toBe('whole');
});

test('an installation without development dependencies is enough for a start, but not for tests', () => {
  expect(extent(without('tool'))).toBe('lean');
});

test.each<[string, Packages, absent?: string]>([
  [
    'a version that differs from the lock file',
    { ...complete, 'node_modules/used': { ...used, version: '0.9.0' } },
  ],
  [
    'different contents of the same version',
    { ...complete, 'node_modules/used': { ...used, integrity: 'sha512-z' } },
  ],
  ['a package that the lock file no longer has', { ...complete, 'node_modules/old': used }],
  ['a missing package of the program', without('used')],
  ['a missing package of this platform', without('native')],
  ['a deleted package folder', complete, 'used'],
  ['nothing', {}],
])('a stale or partial installation is installed again: %s', (_, recorded, absent) => {
  expect(extent(recorded, absent)).toBeUndefined();
});
