import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The console folder, beside the server. */
const consoleFolder = fileURLToPath(new URL('../../../console', import.meta.url));

/** A file of the built console, with its compressed versions. */
export type ConsoleFile = { type: string; plain: Buffer; br?: Buffer; gzip?: Buffer };

/** The files of the built console. */
export type ConsoleFiles = {
  /** Returns the page for every path of the console; undefined until the console is built. */
  page(): Promise<ConsoleFile | undefined>;
  /** Returns a file with a hash in its name. */
  asset(name: string): Promise<ConsoleFile | undefined>;
  /** Whether the console's sources are present, so that `npm start` can build the console. */
  canBeBuilt(): Promise<boolean>;
};

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** The pattern of names with a hash of the content. A file with such a name never changes. */
const hashedName = /^[\w-]+-[\w-]{8}\.(css|js|svg|woff2)$/;

/** Opens the console folder. Files are cached; the page is read again after a new build. */
export function openConsoleFiles(folder = consoleFolder): ConsoleFiles {
  const dist = path.join(folder, 'dist');
  const kept = new Map<string, Promise<ConsoleFile | undefined>>();
  let page: { writtenAt: number; file: Promise<ConsoleFile | undefined> } | undefined;
  return {
    page: async () => {
      const writtenAt = await timeOf(path.join(dist, 'index.html'));
      if (writtenAt === undefined) return undefined;
      if (page?.writtenAt !== writtenAt) page = { writtenAt, file: readAll(dist, 'index.html') };
      return page.file;
    },
    asset: (name) => {
      if (!hashedName.test(name)) return Promise.resolve(undefined);
      const known = kept.get(name);
      if (known) return known;
      const file = readAll(path.join(dist, 'assets'), name);
      kept.set(name, file);
      const forget = () => kept.delete(name);
      file.then((found) => found ?? forget(), forget);
      return file;
    },
    canBeBuilt: async () => (await timeOf(path.join(folder, 'package.json'))) !== undefined,
  };
}

async function readAll(folder: string, name: string): Promise<ConsoleFile | undefined> {
  const read = (suffix = '') => readFile(path.join(folder, name + suffix)).catch(noneIfAbsent);
  const [plain, br, gzip] = await Promise.all([read(), read('.br'), read('.gz')]);
  const type = types[path.extname(name)];
  if (!plain || !type) return undefined;
  return { type, plain, ...(br ? { br } : {}), ...(gzip ? { gzip } : {}) };
}

const timeOf = async (file: string): Promise<number | undefined> =>
  (await stat(file).catch(noneIfAbsent))?.mtimeMs;

function noneIfAbsent(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
  throw error;
}
