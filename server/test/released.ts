import { readFileSync } from 'node:fs';

/** A version that was given to others: its migrations stay as they were. */
export type Release = { version: string; commit: string; migrations: Record<string, string> };

/** Oldest first. */
export const releases: readonly Release[] = JSON.parse(
  readFileSync(new URL('released.json', import.meta.url), 'utf8'),
);
