import path from 'node:path';
import type { Source } from './sources.ts';

/** Slices in dependency order: each slice may import earlier slices. Add a new slice here first. */
export const order = [
  'platform',
  'console',
  'marketplaces',
  'auditing',
  'notifications',
  'operations',
  'authentication',
  'organizations',
  'knowledge',
  'files',
  'support',
  'products',
  'buyers',
  'offers',
  'entitlements',
  'synchronization',
  'partners',
  'metering',
  'billing',
  'questions',
  'revenue',
  'reports',
  'overview',
  'buyer-pages',
  'sandbox',
];

/** Folders of the composition root, which wires the slices and may import all slices. */
const composition = ['cli', 'process'];

/**
 * The subfolders of slices, in dependency order: each subfolder may import earlier subfolders. Subfolders and the
 * files beside them may import each other, without cycles between files.
 */
export const rooms: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries({
    platform: `money-and-time embedded-postgres database observability outside access events jobs records secrets csv
      http lists filter openapi documentation mail pdf storage transfer system`,
    offers: 'prepare form documents sets',
    entitlements: 'derive terms requests agreements',
    partners: 'channel-partners agreements attribution deals portal',
    metering: 'metrics ingest ledger run reports groups routes',
    billing: 'prices periods wallets invoices payments document ai',
  }).map(([slice, names]) => [slice, names.split(/\s+/)]),
);

/**
 * Returns whether a file is plain JavaScript for worker threads, which is beside src and does not import from
 * src.
 */
const isOfThreads = (file: string): boolean => /^\.\.\/workers\/[\w-]+\.mjs$/.test(file);

/** Returns the files of src that a file imports, as paths in src. */
const importsOf = ({ file, text }: Source): string[] =>
  [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)'/g)]
    .map((match) => path.posix.normalize(path.posix.join(path.posix.dirname(file), match[1] as string)))
    .filter((imported) => !isOfThreads(imported));

export type Imports = { file: string; imported: string[] };
export const readImports = (sources: readonly Source[]): Imports[] =>
  sources.map((source) => ({ file: source.file, imported: importsOf(source) }));

/** Returns the slice of a file; undefined for the composition root. */
export const sliceOf = (file: string): string | undefined => {
  const [folder] = file.split('/');
  return file.includes('/') && !composition.includes(folder as string) ? folder : undefined;
};

/** Returns the subfolder of a file; undefined for a file beside the subfolders. */
export const roomOf = (file: string): string | undefined => file.split('/').slice(1, -1)[0];

export type Arrow = { from: string; to: string };
export const toText = ({ from, to }: Arrow): string => `${from} → ${to}`;

/** Finds imports of a later slice by an earlier one, and of the composition root by a slice. */
export const slicesBack = (imports: readonly Imports[]): Arrow[] =>
  imports.flatMap(({ file, imported }) => {
    const from = sliceOf(file);
    if (from === undefined) return [];
    return imported
      .filter((to) => order.indexOf(sliceOf(to) ?? '') > order.indexOf(from) || !sliceOf(to))
      .map((to) => ({ from: file, to }));
  });

/**
 * Finds imports of a subfolder by a different subfolder, or by a file beside the subfolders other than the
 * slice’s index and wiring.
 */
export const betweenRooms = (imports: readonly Imports[]): Arrow[] =>
  imports.flatMap(({ file, imported }) => {
    const slice = sliceOf(file) ?? '';
    if (!Object.hasOwn(rooms, slice) || [`${slice}/index.ts`, `${slice}/wiring.ts`].includes(file)) return [];
    return imported
      .filter((to) => sliceOf(to) === slice && roomOf(to) !== roomOf(file))
      .map((to) => ({ from: file, to }));
  });

/** Finds imports of a later subfolder by an earlier one. */
export const roomsBack = (imports: readonly Imports[]): Arrow[] =>
  betweenRooms(imports).filter(({ from, to }) => {
    const inside = rooms[sliceOf(from) ?? ''] ?? [];
    const place = (file: string) => inside.indexOf(roomOf(file) ?? '');
    return roomOf(from) !== undefined && place(to) > place(from);
  });
