import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Releases the current commit as a version: writes the version into the packages, CHANGELOG.md and
 * server/test/released.json, with the commit and the checksums of its migrations. These changes belong in the next
 * commit.
 */
const [version, folder = fileURLToPath(new URL('..', import.meta.url))] = process.argv.slice(2);
const at = (...parts) => path.join(folder, ...parts);
const readJson = (...parts) => JSON.parse(readFileSync(at(...parts), 'utf8'));
const writeJson = (value, ...parts) => writeFileSync(at(...parts), `${JSON.stringify(value, null, 2)}\n`);
const fail = (message) => {
  process.stderr.write(`${message}\n`);
  process.exit(1);
};

if (!/^\d+\.\d+\.\d+$/.test(version ?? '')) fail('Usage: npm run release -- 1.2.3');
const released = readJson('server', 'test', 'released.json');
if (released.some((earlier) => earlier.version === version)) fail(`${version} was already released.`);
const git = (...words) => execFileSync('git', words, { cwd: folder, encoding: 'utf8' }).trim();
if (git('status', '--porcelain') !== '') fail('Commit all changes first: a release refers to a commit.');

const commit = git('rev-parse', 'HEAD');
const date = git('show', '-s', '--format=%cs', 'HEAD');
const checksum = (name) =>
  createHash('sha256')
    .update(readFileSync(at('server', 'migrations', name)))
    .digest('hex');
const migrations = readdirSync(at('server', 'migrations'))
  .filter((name) => name.endsWith('.sql'))
  .sort()
  .map((name) => [name, checksum(name)]);
writeJson(
  [...released, { version, commit, migrations: Object.fromEntries(migrations) }],
  ...['server', 'test', 'released.json'],
);

const sdk = '@tradepost/sdk';
const lock = readJson('package-lock.json');
lock.version = version;
for (const name of ['', 'server', 'sdk', 'console']) {
  const entry = readJson(name, 'package.json');
  for (const each of [entry, lock.packages[name]]) {
    each.version = version;
    // The console requires the SDK of its own version.
    if (each.dependencies?.[sdk]) each.dependencies[sdk] = version;
  }
  writeJson(entry, name, 'package.json');
}
writeJson(lock, 'package-lock.json');

const changes = readFileSync(at('CHANGELOG.md'), 'utf8');
if (!changes.includes('\n## Unreleased\n')) fail('CHANGELOG.md has no heading "Unreleased".');
writeFileSync(
  at('CHANGELOG.md'),
  changes.replace('\n## Unreleased\n', `\n## Unreleased\n\n## ${version} - ${date}\n`),
);
