import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { migrationsFolder } from '../src/platform/database/migrate.ts';
import { type Release, releases } from './released.ts';

const repository = fileURLToPath(new URL('../../', import.meta.url));
const migrations = readdirSync(migrationsFolder).filter((name) => name.endsWith('.sql'));
const checksum = (name: string) =>
  createHash('sha256')
    .update(readFileSync(path.join(migrationsFolder, name)))
    .digest('hex');
const newest = releases.at(-1) as Release;

/** Migrations from before the rule that each migration states its compatibility with the previous version. */
const beforeTheRule = [
  '0039_notices_kept_and_armed.sql',
  '0040_offers_read_again.sql',
  '0041_webhook_messages_told_together.sql',
  '0042_buyers_named.sql',
  '0043_leaner_webhook_indexes.sql',
  '0044_deliveries_of_an_older_program.sql',
  '0045_messages_that_were_not_told.sql',
  '0046_offers_of_an_older_program.sql',
  '0065_revoked_tokens.sql',
];

const packages = ['', 'server', 'sdk', 'console'];

/** Reads the versions of the packages, also where one of them requires another, and those of the changelog. */
function versionsIn(folder: string) {
  const text = (...parts: string[]) => readFileSync(path.join(folder, ...parts), 'utf8');
  const lock = JSON.parse(text('package-lock.json'));
  return {
    versions: [
      lock.version,
      ...packages.flatMap((name) =>
        [JSON.parse(text(name, 'package.json')), lock.packages[name]].flatMap(({ version, dependencies }) => [
          version,
          dependencies?.['@tradepost/sdk'] ?? version,
        ]),
      ),
    ],
    headings: [...text('CHANGELOG.md').matchAll(/^## (\d+\.\d+\.\d+) - \d{4}-\d\d-\d\d$/gm)].map(
      ([, name]) => name,
    ),
  };
}

describe('released versions', () => {
  test.each(releases)('$version: no migration of it was edited, renamed or removed', (release) => {
    const now = Object.fromEntries(
      Object.keys(release.migrations).map((name) => [
        name,
        migrations.includes(name) ? checksum(name) : 'missing',
      ]),
    );
    expect(now).toEqual(release.migrations);
  });

  test('keep the migrations of earlier versions, and unreleased ones come after all of them', () => {
    let last = '';
    const known = new Set<string>();
    for (const release of releases) {
      const names = Object.keys(release.migrations);
      for (const name of known) expect(names).toContain(name);
      for (const name of names) if (!known.has(name)) expect(name > last, name).toBe(true);
      for (const name of names) known.add(name);
      last = names.sort().at(-1) as string;
    }
    for (const name of migrations) if (!known.has(name)) expect(name > last, name).toBe(true);
  });

  test('are followed by migrations that state whether the previous program may continue', () => {
    const isSaid = (name: string) =>
      /^-- (Compatible|Incompatible): \S.{20}/.test(readFileSync(path.join(migrationsFolder, name), 'utf8'));
    const after = migrations.filter((name) => !(name in newest.migrations) && !beforeTheRule.includes(name));
    const unsaid = after.filter((name) => !isSaid(name));
    expect(unsaid, 'begin with "-- Compatible: " or "-- Incompatible: ", and why in a sentence').toEqual([]);
  });

  test('and later migrations have unique numbers', () => {
    const numbers = migrations.map((name) => name.slice(0, 4));
    const taken = migrations.filter(
      (name) => numbers.indexOf(name.slice(0, 4)) !== numbers.lastIndexOf(name.slice(0, 4)),
    );
    expect(taken, 'the migration that landed last takes the next free number').toEqual([]);
  });

  test('have their commits, and the newest is the version of the packages and the changelog', () => {
    for (const { commit } of releases) expect(commit).toMatch(/^[0-9a-f]{40}$/);
    const { versions, headings } = versionsIn(repository);
    expect(new Set(versions)).toEqual(new Set([newest.version]));
    // The first version has no heading, because its changes are listed with the second version.
    expect(headings).toEqual(
      releases
        .slice(1)
        .map(({ version }) => version)
        .reverse(),
    );
  });

  test('are made by one command', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'tradepost-release-'));
    for (const name of [
      'package.json',
      'package-lock.json',
      'CHANGELOG.md',
      'server/package.json',
      'sdk/package.json',
      'console/package.json',
      'server/migrations',
      'server/test/released.json',
    ])
      cpSync(path.join(repository, name), path.join(folder, name), { recursive: true });
    const git = (...words: string[]) =>
      execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...words], { cwd: folder })
        .toString()
        .trim();
    git('init', '-q');
    git('add', '-A');
    git('commit', '-q', '-m', 'All of it');
    const script = path.join(repository, 'scripts', 'release.mjs');
    const release = (version: string) => () =>
      execFileSync(process.execPath, [script, version, folder], { stdio: 'pipe' });
    release('99.0.0')();
    const made: Release[] = JSON.parse(
      readFileSync(path.join(folder, 'server', 'test', 'released.json'), 'utf8'),
    );
    expect(made.slice(0, -1)).toEqual(releases);
    expect(made.at(-1)).toEqual({
      version: '99.0.0',
      commit: git('rev-parse', 'HEAD'),
      migrations: Object.fromEntries(migrations.map((name) => [name, checksum(name)])),
    });
    const { versions, headings } = versionsIn(folder);
    expect(new Set(versions)).toEqual(new Set(['99.0.0']));
    expect(headings[0]).toBe('99.0.0');
    expect(release('99.0.0')).toThrow('already released');
    expect(release('99.0.1')).toThrow('Commit all changes first');
    expect(release('next')).toThrow('Usage: npm run release');
    rmSync(folder, { recursive: true, force: true });
  });
});
