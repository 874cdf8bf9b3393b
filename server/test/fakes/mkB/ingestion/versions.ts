import { ServiceError } from '../errors.ts';
import { type SchemaName, schemaVersions } from '../facts/ingestion.ts';

const base = 'https://schema.mp.microsoft.com/schema';

export const schemaAddress = (name: SchemaName, version: string): string => `${base}/${name}/${version}`;

/** Reads the address of a published schema; undefined for any other address. */
export function readSchema(address: unknown): { name: SchemaName; version: string } | undefined {
  const [, name = '', version = ''] =
    /^https:\/\/schema\.mp\.microsoft\.com\/schema\/([\w-]+)\/([\w-]+)$/.exec(String(address)) ?? [];
  // Offers of several parties may name the schema of their own part.
  const known = name.replace(
    /^private-offer-(customer|csp|mpo-originator|mpo-channel-partner)$/,
    'private-offer',
  );
  const versions = (schemaVersions as Record<string, readonly string[]>)[known];
  return versions?.includes(version) ? { name: known as SchemaName, version } : undefined;
}

/** Returns the newest version of a resource that is not newer than the caller’s limit. */
export function versionFor(name: SchemaName, limit: string): string {
  const found = [...schemaVersions[name]].reverse().find((version) => version <= limit.slice(0, 10));
  if (found) return found;
  const details = { details: [] };
  throw new ServiceError(400, 'badRequest', `${name} has no version ${limit} or older.`, details);
}
