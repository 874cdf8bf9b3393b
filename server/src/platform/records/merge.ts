import type { z } from 'zod';

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Applies a PATCH body (R8): what is absent stays, maps merge by key and a null removes its key, arrays are
 * replaced whole.
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

/** Picks what a PATCH sets, without what it unsets: rules of values have nothing to say of a null. */
export const withoutNulls = <T>(patch: T): T =>
  (isObject(patch)
    ? Object.fromEntries(
        Object.entries(patch).flatMap(([name, value]) =>
          value === null ? [] : [[name, withoutNulls(value)]],
        ),
      )
    : patch) as T;

/** `mergePatch` for a map that a PATCH may unset whole. */
export const mergeField = (stored: Json, given: Json | null | undefined): Json =>
  given === null ? {} : mergePatch(stored, given ?? {});

/** The fields of a record, for capability maps that cannot go stale. */
export const fieldNames = (schema: z.ZodObject): string[] => Object.keys(schema.shape);
