import type { z } from 'zod';

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Applies a PATCH body (R8): absent fields are unchanged, maps are merged by key, a null removes its key, and arrays
 * are replaced completely.
 */
export function mergePatch(stored: Json, patch: Json): Json {
  const merged: Json = { ...stored };
  for (const [key, value] of Object.entries(patch)) {
    if (value === undefined) continue;
    if (value === null) delete merged[key];
    else if (isObject(value))
      merged[key] = mergePatch(isObject(merged[key]) ? (merged[key] as Json) : {}, value);
    else merged[key] = value;
  }
  return merged;
}

/** Removes the nulls from a PATCH body, so that rules check only the new values. */
export const withoutNulls = <T>(patch: T): T =>
  (isObject(patch)
    ? Object.fromEntries(
        Object.entries(patch).flatMap(([name, value]) =>
          value === null ? [] : [[name, withoutNulls(value)]],
        ),
      )
    : patch) as T;

/** Applies a PATCH to a map field; null unsets the whole map. */
export const mergeField = (stored: Json, given: Json | null | undefined): Json =>
  given === null ? {} : mergePatch(stored, given ?? {});

/** Returns the field names of a record's schema, which keep capability maps up to date. */
export const fieldNames = (schema: z.ZodObject): string[] => Object.keys(schema.shape);
