import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { ensureBuilt, ensureConsole, ensureInstalled, root, toolFile } from './ready.mjs';

/** Runs the tests on other dates: `--pick 2` chooses two by the commit, `--at 2028-02-29T12:00Z` selects a date. */
const dates = [
  { at: '2026-11-28T12:00Z' },
  { at: '2026-12-30T23:58Z' },
  { at: '2027-01-31T12:00Z' },
  { at: '2027-02-28T12:00Z' },
  { at: '2028-02-29T12:00Z' },
  { at: '2027-03-14T06:50Z', zone: 'America/New_York' },
  { at: '2027-11-07T05:50Z', zone: 'America/New_York' },
  { at: '2027-07-01T00:00:30Z' },
];

/**
 * The dates in the future. PostgreSQL's signal handlers use the real time under libfaketime. With a date in the past,
 * every lock timeout fires immediately, and tests that wait for a lock fail.
 */
const ahead = dates.filter(({ at }) => Date.parse(at) > Date.now());

/** Finds libfaketime as Debian and Homebrew install it. */
function findLibrary() {
  const folders = ['/usr/lib/faketime', '/usr/local/lib/faketime'];
  if (existsSync('/usr/lib'))
    for (const name of readdirSync('/usr/lib')) folders.push(`/usr/lib/${name}/faketime`);
  return folders.map((folder) => `${folder}/libfaketime.so.1`).find(existsSync);
}

/** Picks dates by the commit: different commits try different dates, and a commit always tries the same dates. */
function pick(count) {
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' });
  const first = Number.parseInt(commit.slice(0, 8), 16);
  return Array.from(
    { length: Math.min(count, ahead.length) },
    (_, index) => ahead[(first + index) % ahead.length],
  );
}

function readArguments([name, value, ...files]) {
  if (name === '--pick') return { chosen: pick(Number(value)), files };
  if (name === '--at') return { chosen: [dates.find(({ at }) => at === value) ?? { at: value }], files };
  return { chosen: ahead, files: [name, value, ...files].filter((file) => file !== undefined) };
}

/**
 * Runs the tests at a date. Timers use the monotonic clock, which stays unchanged.
 * @returns whether all tests passed
 */
function runAt(library, { at, zone }, files) {
  const offset = Math.round((Date.parse(at) - Date.now()) / 1000);
  const env = {
    GENERATED_SHARE: '0.25',
    ...process.env,
    LD_PRELOAD: library,
    FAKETIME: `${offset < 0 ? '' : '+'}${offset}s`,
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    NO_FAKE_STAT: '1',
    ...(zone ? { TZ: zone } : {}),
  };
  console.log(`\n== The tests at ${at}${zone ? `, TZ=${zone}` : ''}`);
  const args = [toolFile('vitest'), 'run', '--root', 'server', ...files];
  const { status } = spawnSync(process.execPath, args, { cwd: root, env, stdio: 'inherit' });
  if (status !== 0)
    console.log(`To reproduce: npm run test:dates -- --at ${at} ${files.join(' ')}`.trimEnd());
  return status === 0;
}

// Installing and building come first, because they use the network, whose certificates are invalid on some dates.
ensureInstalled();
ensureBuilt();
ensureConsole();
const library = findLibrary();
if (!library) console.log('libfaketime is not installed: skipping the tests on other dates');
else {
  const { chosen, files } = readArguments(process.argv.slice(2));
  if (chosen.length === 0)
    throw new Error('All dates of scripts/test-dates.mjs are in the past: add later dates.');
  const failed = chosen.filter((date) => !runAt(library, date, files)).map(({ at }) => at);
  if (failed.length > 0) {
    console.log(`\nFailed at ${failed.join(', ')}`);
    process.exitCode = 1;
  }
}
