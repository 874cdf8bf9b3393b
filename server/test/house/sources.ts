import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A file: its path within the source folder, and its text. */
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

/** Reads every file under a folder whose name has a given ending. */
export const readSources = (base: string, extension: RegExp): Source[] =>
  filesUnder(base, extension).map((full) =>
    sourceOf(path.relative(base, full).replaceAll(path.sep, '/'), readFileSync(full, 'utf8')),
  );

export const isTest = ({ file }: Source): boolean => /\.(test|fixture)\.ts$/.test(file);

/** Returns whether a file is generated from the migrations or, in the SDK, from the OpenAPI document. */
export const isGenerated = ({ file }: Source): boolean =>
  file === 'platform/database/tables.ts' || file.startsWith('src/generated/');
