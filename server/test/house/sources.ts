import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A file with its path inside the folder that was read, and what it says. */
export type Source = { file: string; text: string; lines: string[] };

const notEntered = ['node_modules', 'dist', 'data', 'results'];

function filesUnder(folder: string, extension: RegExp): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (notEntered.includes(entry.name) || entry.name.startsWith('.')) return [];
    const full = path.join(folder, entry.name);
    if (entry.isDirectory()) return filesUnder(full, extension);
    return extension.test(entry.name) ? [full] : [];
  });
}

export const sourceOf = (file: string, text: string): Source => ({ file, text, lines: text.split('\n') });

/** Reads every file under a folder whose name ends so. */
export const readSources = (base: string, extension: RegExp): Source[] =>
  filesUnder(base, extension).map((full) =>
    sourceOf(path.relative(base, full).replaceAll(path.sep, '/'), readFileSync(full, 'utf8')),
  );

export const isTest = ({ file }: Source): boolean => /\.(test|fixture)\.ts$/.test(file);

/** What is made from the migrations is as they make it, and what of the SDK is made from the API's document. */
export const isGenerated = ({ file }: Source): boolean =>
  file === 'platform/database/tables.ts' || file.startsWith('src/generated/');
