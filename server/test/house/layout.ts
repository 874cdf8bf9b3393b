import path from 'node:path';
import type { Source } from './sources.ts';

/** Each slice may import those before it. A new slice takes its place here first. */
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
  'sandbox',
];

/** Folders of the composition root: they put the slices together, and may import all of them. */
const composition = ['cli', 'process'];

/** The rooms of what has them. Each may import those before it, and the files beside the rooms. */
export const rooms: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries({
    platform: `money-and-time embedded-postgres database observability outside access events jobs records secrets csv
      http lists filter openapi documentation mail pdf storage transfer system`,
    offers: 'prepare form change documents publication commands sets routes',
    entitlements: 'derive change terms commands ends agreements signups landing routes',
    partners: 'tiers channel-partners agreements attribution deals portal',
    metering: 'metrics ingest ledger run reports groups routes',
    billing: 'prices periods tax wallets invoices payments document ai',
  }).map(([slice, names]) => [slice, names.split(/\s+/)]),
);

/** What runs in threads, or there too: plain JavaScript beside src, which imports none of it. */
const isOfThreads = (file: string): boolean => /^\.\.\/workers\/[\w-]+\.mjs$/.test(file);

/** The files of src that a file imports, as paths in src. */
const importsOf = ({ file, text }: Source): string[] =>
  [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)'/g)]
    .map((match) => path.posix.normalize(path.posix.join(path.posix.dirname(file), match[1] as string)))
    .filter((imported) => !isOfThreads(imported));

export type Imports = { file: string; imported: string[] };
export const readImports = (sources: readonly Source[]): Imports[] =>
  sources.map((source) => ({ file: source.file, imported: importsOf(source) }));

/** Undefined for the composition root. */
export const sliceOf = (file: string): string | undefined => {
  const [folder] = file.split('/');
  return file.includes('/') && !composition.includes(folder as string) ? folder : undefined;
};

/** Undefined for a file beside the rooms. */
export const roomOf = (file: string): string | undefined => file.split('/').slice(1, -1)[0];

export type Arrow = { from: string; to: string };
export const toText = ({ from, to }: Arrow): string => `${from} → ${to}`;

/** Imports of a slice by one before it, and of the composition root by a slice. */
export const slicesBack = (imports: readonly Imports[]): Arrow[] =>
  imports.flatMap(({ file, imported }) => {
    const from = sliceOf(file);
    if (from === undefined) return [];
    return imported
      .filter((to) => order.indexOf(sliceOf(to) ?? '') > order.indexOf(from) || !sliceOf(to))
      .map((to) => ({ from: file, to }));
  });

/** Imports of one room by another, or by a file beside the rooms that is not the slice's door. */
export const betweenRooms = (imports: readonly Imports[]): Arrow[] =>
  imports.flatMap(({ file, imported }) => {
    const slice = sliceOf(file) ?? '';
    if (!Object.hasOwn(rooms, slice) || file === `${slice}/index.ts`) return [];
    return imported
      .filter((to) => sliceOf(to) === slice && roomOf(to) !== roomOf(file))
      .map((to) => ({ from: file, to }));
  });

/** Imports of a room by one before it, or by a file beside the rooms. */
export const roomsBack = (imports: readonly Imports[]): Arrow[] =>
  betweenRooms(imports).filter(({ from, to }) => {
    const inside = rooms[sliceOf(from) ?? ''] ?? [];
    const place = (file: string) => inside.indexOf(roomOf(file) ?? '');
    return place(to) > place(from);
  });
