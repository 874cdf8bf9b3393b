import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { isVendorPackage } from './vendor-names.ts';

const repository = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const jsonOf = (file: string) => JSON.parse(readFileSync(path.join(repository, file), 'utf8'));

type LockedPackages = Readonly<
  Record<string, { version?: string; engines?: { node?: string }; hasInstallScript?: true }>
>;

/** Returns the oldest Node version that a range `>=X` allows. */
const floorOf = (range: string) => (/^>=\s*(\d+(?:\.\d+)*)/.exec(range)?.[1] ?? '0').split('.').map(Number);

/** Returns whether a package with this range runs on the Node version `floor`. */
function runsOn(floor: string, range: string): boolean {
  const [ours, theirs] = [floorOf(floor), floorOf(range)];
  const at = [0, 1, 2].find((index) => (ours[index] ?? 0) !== (theirs[index] ?? 0));
  return at === undefined || (ours[at] ?? 0) > (theirs[at] ?? 0);
}

/** Lists violations in vendors' client packages and in their dependencies from the same vendor. */
function clientFaults(
  declared: Readonly<Record<string, string>>,
  locked: LockedPackages,
  floor: string,
): string[] {
  const loose = Object.entries(declared)
    .filter(([name, version]) => isVendorPackage(name) && !/^\d+\.\d+\.\d+$/.test(version))
    .map(([name, version]) => `${name} is declared as ${version}`);
  const found = Object.entries(locked)
    .map(([place, one]) => ({ name: place.slice(place.lastIndexOf('node_modules/') + 13), ...one }))
    .filter(({ name }) => isVendorPackage(name));
  return [
    ...loose,
    ...found.flatMap(({ name, engines }) =>
      engines?.node && !runsOn(floor, engines.node) ? [`${name} wants Node ${engines.node}`] : [],
    ),
    ...found.flatMap(({ name, hasInstallScript }) => (hasInstallScript ? [`${name} runs at install`] : [])),
  ];
}

describe('official clients', () => {
  test('with a version range, a newer Node requirement or an install script are found', () => {
    const locked = {
      'node_modules/@aws-sdk/client-a': { version: '4.0.0', engines: { node: '>=22.0.0' } },
      'node_modules/@aws-sdk/client-b': { version: '3.0.0', engines: { node: '>=20.0.0' } },
      'node_modules/a/node_modules/@smithy/core': { version: '3.0.0', engines: { node: '>=20.19.1' } },
      'node_modules/jsforce': { version: '3.0.0', hasInstallScript: true as const },
      'node_modules/cookie': { version: '2.0.0', engines: { node: '>=22' } },
    };
    const declared = { '@aws-sdk/client-a': '^4.0.0', '@aws-sdk/client-b': '3.0.0', zod: '^4.0.0' };
    expect(clientFaults(declared, locked, '>=20.19')).toEqual([
      '@aws-sdk/client-a is declared as ^4.0.0',
      '@aws-sdk/client-a wants Node >=22.0.0',
      '@smithy/core wants Node >=20.19.1',
      'jsforce runs at install',
    ]);
  });

  test('have exact versions that support our oldest Node version', () => {
    const { packages } = jsonOf('package-lock.json');
    const { dependencies } = jsonOf('server/package.json');
    expect(Object.keys(dependencies).filter(isVendorPackage).length).toBeGreaterThan(5);
    expect(clientFaults(dependencies, packages, jsonOf('package.json').engines.node)).toEqual([]);
  });
});
