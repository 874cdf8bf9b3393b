import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { identifiersOf } from './identifiers.ts';

const repository = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/** Words that name nothing here any more, with what is said instead (docs/style.md). The list may only grow. */
const refused: ReadonlyMap<string, string> = new Map([
  ['alarm', 'wake signal'],
  ['arm', 'schedule'],
  ['armed', 'scheduled'],
  ['forerunner', 'informational response'],
  ['owe', 'enqueue'],
  ['owed', 'pending'],
  ['owing', 'pending'],
  ['patience', 'timeout'],
  ['patient', 'timeout'],
  ['reread', 'reconciliation, reconcile'],
  ['tell', 'dispatch, publish, record'],
  ['telling', 'dispatch, pipeline'],
  ['told', 'dispatched, published, recorded'],
  ['untold', 'pending'],
  ['waker', 'notifier'],
]);

/** Databases keep a migration's name. This list may not grow. */
const migrations = [
  'server/migrations/0039_notices_kept_and_armed.sql',
  'server/migrations/0041_webhook_messages_told_together.sql',
  'server/migrations/0045_messages_that_were_not_told.sql',
];

const entered = ['console', 'docs', 'scripts', 'server'];
const notEntered = ['node_modules', 'dist', 'data', 'results'];

function filesUnder(folder: string): string[] {
  return readdirSync(path.join(repository, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return notEntered.includes(entry.name) ? [] : filesUnder(file);
    return entry.isFile() ? [file] : [];
  });
}

/** The words of a name: `rowsOwed`, `owed-rows` and `OWEDRows` all have "owed" among theirs. */
const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);

/** What stands instead of the first refused word of a name, if it has one, also in the plural or as a verb. */
const insteadOf = (name: string): string | undefined =>
  wordsOf(name)
    .map((word) => refused.get(word) ?? refused.get(word.replace(/s$/, '')))
    .find((instead) => instead !== undefined);

/** Columns and metrics keep their names, and the only names in code that have an underscore inside are theirs. */
const isOfColumn = (name: string): boolean => /[a-z\d]_[a-z\d]/.test(name);

const faultsIn = (file: string, text: string): string[] =>
  identifiersOf(text)
    .filter(({ name }) => !isOfColumn(name) && insteadOf(name))
    .map(({ name, line }) => `${file}:${line}: ${name}: say ${insteadOf(name)}`);

describe('names in code', () => {
  test('are found: not what comments, strings, templates and expressions hold, but what templates compute', () => {
    const text = [
      "const a = \"one\" + 't\\'wo' /* three */; // four",
      'const b = `five $' + '{c(`six $' + '{{ d: 1 }.d} seven`)} \\` eight`;',
      'const e = f / g / 2, h = /nine[/"]\\/ten/g.test(i) && (j) / k;',
      'return /eleven/.exec(l) ?? m_n;',
    ].join('\n');
    expect(
      identifiersOf(text).filter(({ name }) => !['const', 'return', 'test', 'exec'].includes(name)),
    ).toEqual([
      ...['a'].map((name) => ({ name, line: 1 })),
      ...['b', 'c', 'd', 'd'].map((name) => ({ name, line: 2 })),
      ...['e', 'f', 'g', 'h', 'i', 'j', 'k'].map((name) => ({ name, line: 3 })),
      ...['l', 'm_n'].map((name) => ({ name, line: 4 })),
    ]);
  });

  test('with a refused word are found, whole words only', () => {
    const planted = `export const rowsOwed = (told: Row) => told.told_position; const { TELLING } = owes;`;
    expect(faultsIn('a.ts', planted)).toEqual([
      'a.ts:1: rowsOwed: say pending',
      'a.ts:1: told: say dispatched, published, recorded',
      'a.ts:1: told: say dispatched, published, recorded',
      'a.ts:1: TELLING: say dispatch, pipeline',
      'a.ts:1: owes: say enqueue',
    ]);
    const others = `allowed, followed, intelligence, charm, harmless, guarded, 'owed' // told`;
    expect(faultsIn('a.ts', others)).toEqual([]);
  });
});

describe('words that nothing is called by any more', () => {
  const files = entered.flatMap(filesUnder);

  test('are in no name of a file', () => {
    expect(insteadOf('server/src/platform/jobs/alarms.ts')).toBe('wake signal');
    expect(files.length).toBeGreaterThan(500);
    expect(files.filter(insteadOf).sort()).toEqual(migrations);
  });

  test('are in no name in code, be it exported or not', () => {
    const programs = files.filter((file) => /\.(tsx?|mjs)$/.test(file));
    expect(
      programs.flatMap((file) => faultsIn(file, readFileSync(path.join(repository, file), 'utf8'))),
    ).toEqual([]);
  });
});
