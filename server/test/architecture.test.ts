import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import {
  betweenRooms,
  order,
  readImports,
  roomOf,
  rooms,
  roomsBack,
  sliceOf,
  slicesBack,
  toText,
} from './house/layout.ts';
import { isGenerated, isTest, readSources, type Source, sourceOf } from './house/sources.ts';

const server = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/** Exceptions to the rules below. These lists may only shrink. */
const exceptions = {
  /** Started by a script or by people, so imported by nobody; the filters wait for the first list that takes them. */
  entries: ['generate.ts', 'main.ts'],
  /** The programs hand the environment to config.ts; identity.ts hands it on to the database's programs. */
  environment: ['cli/index.ts', 'main.ts', 'platform/embedded-postgres/identity.ts'],
  connections: [
    'generate.ts',
    'platform/database/database.ts',
    'platform/database/login.ts',
    'platform/database/pipelines.ts',
    'platform/embedded-postgres/lock.ts',
    'platform/jobs/notifier.ts',
  ],
  /** What platform says of the domain all the same. The types of all tables are its, made from the migrations. */
  domainWords: [] as string[],
  longFiles: [] as string[],
  longFunctions: [] as string[],
};

const all = readSources(path.join(server, 'src'), /\.ts$/);
const sources = all.filter((source) => !isTest(source));
const tests = readSources(path.join(server, 'test'), /\.ts$/);
const sdk = readSources(path.join(server, '../sdk'), /\.ts$/);
const console = readSources(path.join(server, '../console'), /\.tsx?$/);
const imports = readImports(sources);

/** Pure rules that other slices share; importing one of them loads no routes and no jobs, as an index would. */
const pureDoors = [
  'entitlements/derive/quantity.ts',
  'metering/metrics/aggregate.ts',
  'products/commit-choices.ts',
  'products/included-periods.ts',
  'products/price-models.ts',
];

/** What others may import of a slice: its index, its records, its pure rules, and in marketplaces the index of each. */
const isDoor = (file: string): boolean =>
  /^[\w-]+\/(index|records|records\/index)\.ts$/.test(file) ||
  /^marketplaces\/[\w-]+\/index\.ts$/.test(file) ||
  pureDoors.includes(file);

/** The files that one loads when it is imported, itself included; imports of types load nothing. */
function loadedBy(file: string, loaded = new Set<string>()): Set<string> {
  const source = sources.find((each) => each.file === file);
  if (!source || loaded.has(file)) return loaded;
  loaded.add(file);
  const text = source.text.replaceAll(/^(import|export) type [^;]*;/gm, '');
  for (const { imported } of readImports([sourceOf(file, text)]))
    for (const next of imported) loadedBy(next, loaded);
  return loaded;
}

describe('imports', () => {
  test('are read: the composition root imports the slices', () => {
    const root = imports.find(({ file }) => file === 'description.ts')?.imported;
    expect(root).toEqual(
      expect.arrayContaining([
        'offers/index.ts',
        'platform/documentation/index.ts',
        'products/records/index.ts',
      ]),
    );
    expect(sources.length).toBeGreaterThan(100);
    const missing = imports.flatMap(({ imported }) =>
      imported.filter((file) => !all.some((other) => other.file === file)),
    );
    expect(missing).toEqual([]);
  });

  test('every folder of src is a slice with a place in the order, which ARCHITECTURE.md says', () => {
    const slices = new Set(sources.flatMap(({ file }) => sliceOf(file) ?? []));
    expect([...slices].filter((slice) => !order.includes(slice))).toEqual([]);
    const text = readFileSync(path.join(server, '../ARCHITECTURE.md'), 'utf8');
    const listed = /only by those after it: ([\w,\s]+)\./.exec(text)?.[1]?.split(/,\s+/);
    expect(listed, 'the order in ARCHITECTURE.md').toEqual(order.filter((slice) => slices.has(slice)));
  });

  test('of slices follow the order, so that there is no cycle between slices', () => {
    expect(slicesBack(imports).map(toText)).toEqual([]);
    const planted = readImports([
      sourceOf('files/a.ts', `from '../buyers/index.ts'; from '../platform/b.ts'`),
    ]);
    expect(slicesBack(planted).map(toText)).toEqual(['files/a.ts → buyers/index.ts']);
  });

  test('marketplaces sits on platform only', () => {
    const own = imports.filter(({ file }) => sliceOf(file) === 'marketplaces');
    const others = own.flatMap(({ imported }) => imported.map(sliceOf));
    expect([...new Set(others)].sort()).toEqual(['marketplaces', 'platform']);
  });

  test('of another slice go through its index or its records', () => {
    const wrong = imports.flatMap(({ file, imported }) =>
      imported
        .filter(
          (to) =>
            sliceOf(to) !== sliceOf(file) && !['platform', undefined].includes(sliceOf(to)) && !isDoor(to),
        )
        .map((to) => `${file} → ${to}`),
    );
    expect(wrong).toEqual([]);
  });

  test.each(pureDoors)('of pure rules that slices share load no index and no other slice: %s', (door) => {
    const loaded = [...loadedBy(door)].filter((file) => !file.startsWith('platform/'));
    expect(loaded).toContain(door);
    expect(loaded.filter((file) => /index\.ts$/.test(file) || sliceOf(file) !== sliceOf(door))).toEqual([]);
  });

  test.each(Object.entries(rooms))('of rooms of %s follow their order', (slice, inside) => {
    const folders = sources
      .filter(({ file }) => sliceOf(file) === slice)
      .flatMap(({ file }) => roomOf(file) ?? []);
    expect([...new Set(folders)].sort()).toEqual([...inside].sort());
    const back = roomsBack(imports).filter(({ from }) => sliceOf(from) === slice);
    expect(back.map(toText)).toEqual([]);
    const [first, second] = inside as [string, string];
    const planted = readImports([sourceOf(`${slice}/${first}/a.ts`, `from '../${second}/index.ts'`)]);
    expect(roomsBack(planted)).toHaveLength(1);
  });

  test('of another room go through its index; those of platform have none', () => {
    const past = betweenRooms(imports).filter(
      ({ to }) => sliceOf(to) !== 'platform' && roomOf(to) && to !== `${sliceOf(to)}/${roomOf(to)}/index.ts`,
    );
    expect(past.map(toText)).toEqual([]);
  });

  test('of files make no cycle either, not even by types', () => {
    const graph = new Map(imports.map(({ file, imported }) => [file, imported]));
    const cycles: string[] = [];
    const done = new Set<string>();
    const visit = (file: string, trail: string[]): void => {
      if (trail.includes(file)) cycles.push([...trail.slice(trail.indexOf(file)), file].join(' → '));
      if (trail.includes(file) || done.has(file)) return;
      for (const next of graph.get(file) ?? []) visit(next, [...trail, file]);
      done.add(file);
    };
    for (const file of graph.keys()) visit(file, []);
    expect(cycles).toEqual([]);
  });

  test('reach every file: none is dead', () => {
    const used = new Set(imports.flatMap(({ imported }) => imported));
    const dead = sources.map(({ file }) => file).filter((file) => !used.has(file));
    expect(dead.sort()).toEqual([...exceptions.entries].sort());
  });
});

describe('size', () => {
  test('no file is longer than 400 lines', () => {
    const written = [...all, ...tests, ...sdk, ...console].filter((source) => !isGenerated(source));
    const long = written.filter(({ lines }) => lines.length > 401).map(({ file }) => file);
    expect(long).toEqual(exceptions.longFiles);
  });

  test('no function is longer than 70 lines', () => {
    const long = [...sources, ...tests, ...sdk, ...console].flatMap((source) =>
      functionsOf(source)
        .filter(({ length }) => length > 70)
        .map(({ name }) => `${source.file}: ${name}`),
    );
    expect(long).toEqual(exceptions.longFunctions);
  });

  test('functions are found where they begin and end', () => {
    const body = (count: number) => Array.from({ length: count }, () => '    work();');
    const method = ['export const a = {', '  method: (x) => {', ...body(75), '  },', '};'];
    const declared = ['async function b(', '  x: number,', '): void {', ...body(2), '}'];
    expect(functionsOf({ file: '', text: '', lines: [...method, ...declared] })).toEqual([
      { name: 'method: (x) => {', length: 77 },
      { name: 'async function b(', length: 6 },
    ]);
  });
});

/**
 * The formatter indents by depth and gives a closing brace the indentation of the line that the function began on:
 * a function lasts from a line that begins one to the next line of that indentation that begins with a brace.
 * `describe` blocks are not counted, the tests in them are.
 */
function functionsOf({ lines }: Source): { name: string; length: number }[] {
  return lines.flatMap((line, index) => {
    const indentation = /^ */.exec(line)?.[0] as string;
    const declares = /^\s*(export )?(default )?(async )?function\b/.test(line);
    const isArrow = /=> \{$/.test(line) && !/^\s*describe(\.each)?\(/.test(line);
    if (!declares && !isArrow) return [];
    const length = lines.slice(index + 1).findIndex((other) => other.startsWith(`${indentation}}`)) + 2;
    return [{ name: line.trim(), length }];
  });
}

const occurrences = (pattern: RegExp, among = sources): string[] =>
  among
    .filter(({ text }) => pattern.test(text))
    .map(({ file }) => file)
    .sort();

/** Literals that are spread in another one: objects, and lists of words. Values of statements are lists by position. */
function packed(text: string): string[] {
  return [...text.matchAll(/\.\.\.(\{|\[\s*')/g)].flatMap((match) => {
    let depth = 0;
    const rest = text.slice(match.index + 3);
    const end = [...rest].findIndex((letter) => {
      depth += '{['.includes(letter) ? 1 : '}]'.includes(letter) ? -1 : 0;
      return depth === 0;
    });
    return /^(,|\s*[}\])])/.test(rest.slice(end + 1)) ? [rest.slice(0, end + 1)] : [];
  });
}

describe('what only some files may do', () => {
  test('the environment is read in one place, and given to it by the programs', () => {
    expect(occurrences(/process\.env\b/)).toEqual(exceptions.environment);
  });

  test('connections are opened where connections are made', () => {
    const opening = occurrences(/new (pg\.)?(Client|Pool)\(/).filter(
      (file) => !file.startsWith('platform/transfer/'),
    );
    expect(opening).toEqual(exceptions.connections);
  });

  test('only database.ts knows the shared pipelined connections', () => {
    const importing = imports.filter(({ imported }) => imported.includes('platform/database/pipelines.ts'));
    expect(importing.map(({ file }) => file)).toEqual(['platform/database/database.ts']);
    // Those of the pool are pipelined too: each is one transaction's alone.
    expect(occurrences(/\bpipeline: true\b/).sort()).toEqual([
      'platform/database/database.ts',
      'platform/database/pipelines.ts',
    ]);
    expect(occurrences(/\bcreatePipelines\b/)).toEqual([
      'platform/database/database.ts',
      'platform/database/pipelines.ts',
    ]);
  });

  test('no statement selects or returns whatever columns there are', () => {
    expect(occurrences(/\b(SELECT|RETURNING)\s+(DISTINCT\s+)?(\w+\.)?\*|\bselectAll\(/i)).toEqual([]);
  });

  test('what a literal holds is written in it: the compiler checks no spread for properties too many', () => {
    expect(packed(`({ ...{ a, b }, c })`)).toHaveLength(1);
    expect(packed(`[...['a', 'b'], c]`)).toHaveLength(1);
    expect(packed(`[...['a', 'b'].map(f), ...(c ? ['d'] : []), ...more, ...[...e, f].map(g)]`)).toEqual([]);
    const own = path.basename(fileURLToPath(import.meta.url));
    const written = [...all, ...tests.filter(({ file }) => file !== own)];
    const found = written.flatMap(({ file, text }) => packed(text).map((spread) => `${file}: ${spread}`));
    expect(found).toEqual([]);
  });

  test('nothing waits by sleeping, and no program ends itself in the middle', () => {
    expect(occurrences(/process\.exit\(/)).toEqual(['main.ts']);
    expect(occurrences(/Atomics\.wait|execSync\(/)).toEqual([]);
  });

  test('platform knows no domain word, neither in its paths nor in its text', () => {
    const domain =
      /offer|entitlement|buyer|seller|(?<!by)product(?!ion)|marketplace|partner|sandbox|cosell|metering|crm/gi;
    const wordsIn = (text: string) => [...new Set(text.match(domain)?.map((word) => word.toLowerCase()))];
    expect(wordsIn('const sellers = offersOf(crmA) // in production, a byproduct')).toEqual([
      'seller',
      'offer',
      'crm',
    ]);
    const known = sources
      .filter(({ file }) => file.startsWith('platform/'))
      .flatMap(({ file, text }) => wordsIn(`${file} ${text}`).map((word) => `${file}: ${word}`));
    const left = known.filter((found) => !found.startsWith('platform/database/tables.ts: '));
    expect(left).toEqual(exceptions.domainWords);
  });
});
