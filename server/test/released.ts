import { readFileSync } from 'node:fs';

/** A released version, whose migrations are never edited. */
export type Release = { version: string; commit: string; migrations: Record<string, string> };

/** Released versions, oldest first. */
export const releases: readonly Release[] = JSON.parse(
  readFileSync(new URL('released.json', import.meta.url), 'utf8'),
);
