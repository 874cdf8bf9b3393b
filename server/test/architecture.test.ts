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

/** Exceptions to the rules below; these lists may only shrink. */
const exceptions = {
  /** Files without importers: started by a script or by hand; the filters are reserved for a future list. */
  entries: ['generate.ts', 'main.ts'],
  /** The entry points pass the environment to config.ts; identity.ts passes it to the database programs. */
  environment: ['cli/index.ts', 'main.ts', 'platform/embedded-postgres/identity.ts'],
  connections: [
    'generate.ts',
    'platform/database/database.ts',
    'platform/database/login.ts',
    'platform/database/pipelines.ts',
    'platform/embedded-postgres/lock.ts',
    'platform/jobs/notifier.ts',
  ],
  /**
   * Domain words that `platform` may use. Its table types are generated from the migrations and are exempt.
   */
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

/** Pure rules that several slices use. Unlike an index, a pure rule loads neither routes nor jobs. */
const pureDoors = [
  'entitlements/derive/quantity.ts',
  'metering/metrics/aggregate.ts',
  'organizations/email-domains.ts',
  'products/commit-choices.ts',
  'products/included-periods.ts',
  'products/price-models.ts',
];

/**
 * Returns whether other slices may import a file: index, records and pure rules of a slice, and in
 * marketplaces the index of each folder.
 */
const isDoor = (file: string): boolean =>
  /^[\w-]+\/(index|records|records\/index)\.ts$/.test(file) ||
  /^marketplaces\/[\w-]+\/index\.ts$/.test(file) ||
  pureDoors.includes(file);

/** Returns whether only the composition root may import a file, such as routes, jobs and schedules. */
const isWiring = (file: string): boolean => /^[\w-]+\/wiring\.ts$/.test(file);

/** Returns the files that the import of a file loads, including the file. Type imports are ignored. */
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
  test('are found: the composition root imports the slices', () => {
    const root = imports.find(({ file }) => file === 'description.ts')?.imported;
    expect(root).toEqual(
      expect.arrayContaining([
        'offers/wiring.ts',
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

  test('every folder of src is a slice in the order that ARCHITECTURE.md lists', () => {
    const slices = new Set(sources.flatMap(({ file }) => sliceOf(file) ?? []));
    expect([...slices].filter((slice) => !order.includes(slice))).toEqual([]);
    const text = readFileSync(path.join(server, '../ARCHITECTURE.md'), 'utf8');
    const listed = /only by slices after it: ([\w,\s-]+)\./.exec(text)?.[1]?.split(/,\s+/);
    expect(listed, 'the order in ARCHITECTURE.md').toEqual(order.filter((slice) => slices.has(slice)));
  });

  test('between slices follow the order, so there are no cycles between slices', () => {
    expect(slicesBack(imports).map(toText)).toEqual([]);
    const planted = readImports([
      sourceOf('files/a.ts', `from '../buyers/index.ts'; from '../platform/b.ts'`),
    ]);
    expect(slicesBack(planted).map(toText)).toEqual(['files/a.ts → buyers/index.ts']);
  });

  test('of marketplaces are from platform only', () => {
    const own = imports.filter(({ file }) => sliceOf(file) === 'marketplaces');
    const others = own.flatMap(({ imported }) => imported.map(sliceOf));
    expect([...new Set(others)].sort()).toEqual(['marketplaces', 'platform']);
  });

  test('from another slice use its index or records', () => {
    const wrong = imports.flatMap(({ file, imported }) =>
      imported
        .filter(
          (to) =>
            sliceOf(to) !== sliceOf(file) &&
            !['platform', undefined].includes(sliceOf(to)) &&
            !isDoor(to) &&
            !(sliceOf(file) === undefined && isWiring(to)),
        )
        .map((to) => `${file} → ${to}`),
    );
    expect(wrong).toEqual([]);
  });

  test('of the wiring of a slice are in the composition root only', () => {
    const into = imports.flatMap(({ file, imported }) =>
      imported.filter((to) => isWiring(to)).map((to) => ({ file, to })),
    );
    expect(into.length).toBeGreaterThan(20);
    expect(into.filter(({ file }) => sliceOf(file) !== undefined)).toEqual([]);
  });

  test.each(pureDoors)('of shared pure rules load no index and no other slice: %s', (door) => {
    const loaded = [...loadedBy(door)].filter((file) => !file.startsWith('platform/'));
    expect(loaded).toContain(door);
    expect(loaded.filter((file) => /index\.ts$/.test(file) || sliceOf(file) !== sliceOf(door))).toEqual([]);
  });

  test.each(Object.entries(rooms))('between subfolders of %s follow their order', (slice, inside) => {
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

  test('from another subfolder use its index, if it has an index, except in platform', () => {
    const past = betweenRooms(imports).filter(({ to }) => {
      const index = `${sliceOf(to)}/${roomOf(to)}/index.ts`;
      return (
        sliceOf(to) !== 'platform' && roomOf(to) && to !== index && sources.some(({ file }) => file === index)
      );
    });
    expect(past.map(toText)).toEqual([]);
  });

  test('between files have no cycles, type imports included', () => {
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

  test('reach every file', () => {
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

  test('functions are measured from their first to their last line', () => {
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
 * The formatter indents by depth and gives a closing brace the indentation of the first line of its function: a
 * function lasts from its first line to the next line of that indentation that starts with a brace. `describe` blocks
 * are not counted; the tests in them are.
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

/** Finds spread literals: objects and lists of words. Parameter lists of statements are allowed. */
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

describe('restricted code', () => {
  test('the environment is read in config.ts only', () => {
    expect(occurrences(/process\.env\b/)).toEqual(exceptions.environment);
  });

  test('connections are opened in their own modules only', () => {
    const opening = occurrences(/new (pg\.)?(Client|Pool)\(/).filter(
      (file) => !file.startsWith('platform/transfer/'),
    );
    expect(opening).toEqual(exceptions.connections);
  });

  test('only database.ts uses the shared pipelined connections', () => {
    const importing = imports.filter(({ imported }) => imported.includes('platform/database/pipelines.ts'));
    expect(importing.map(({ file }) => file)).toEqual(['platform/database/database.ts']);
    // Pool connections are also pipelined, but each connection belongs to one transaction.
    expect(occurrences(/\bpipeline: true\b/).sort()).toEqual([
      'platform/database/database.ts',
      'platform/database/pipelines.ts',
    ]);
    expect(occurrences(/\bcreatePipelines\b/)).toEqual([
      'platform/database/database.ts',
      'platform/database/pipelines.ts',
    ]);
  });

  test('no statement selects or returns all columns', () => {
    expect(occurrences(/\b(SELECT|RETURNING)\s+(DISTINCT\s+)?(\w+\.)?\*|\bselectAll\(/i)).toEqual([]);
  });

  test('no literal is spread, because the compiler does not check spreads for excess properties', () => {
    expect(packed(`({ ...{ a, b }, c })`)).toHaveLength(1);
    expect(packed(`[...['a', 'b'], c]`)).toHaveLength(1);
    expect(packed(`[...['a', 'b'].map(f), ...(c ? ['d'] : []), ...more, ...[...e, f].map(g)]`)).toEqual([]);
    const own = path.basename(fileURLToPath(import.meta.url));
    const written = [...all, ...tests.filter(({ file }) => file !== own)];
    const found = written.flatMap(({ file, text }) => packed(text).map((spread) => `${file}: ${spread}`));
    expect(found).toEqual([]);
  });

  test('no code sleeps or calls process.exit', () => {
    expect(occurrences(/process\.exit\(/)).toEqual(['main.ts']);
    expect(occurrences(/Atomics\.wait|execSync\(/)).toEqual([]);
  });

  test('platform has no domain words in paths or text', () => {
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
