import { type Field, fieldsOf, schemaOf } from './fields.ts';
import type { Operation } from './operations.ts';

/** A value that is invalid for every read-only field. After it was sent, no record may contain it. */
export const foreign = 'not for a caller to say';

/** Depth to which bodies are examined. */
const depth = 5;

/** Returns the read-only fields of a body, without fields nested in a read-only field. */
export function readOnlyFields(operation: Operation): Field[] {
  const fields = fieldsOf(schemaOf(operation), depth).filter(
    ({ schema, path }) => schema.readOnly && !path.includes('key1'),
  );
  const names = fields.map(({ path }) => path.join('.'));
  return fields.filter(({ path }) => !names.some((name) => path.join('.').startsWith(`${name}.`)));
}

type Parts = Record<string | number, unknown>;

/**
 * Returns a body with a value in each of the fields and the fields that every body of the operation needs.
 */
export function bodyWithAll(fields: readonly Field[], value: unknown, base: object): string {
  const body = structuredClone(base) as Parts;
  for (const { path } of fields) {
    let place = body;
    for (const [index, part] of path.slice(0, -1).entries()) {
      place[part] ??= typeof path[index + 1] === 'number' ? [] : {};
      place = place[part] as Parts;
    }
    place[path.at(-1) as string] = value;
  }
  return JSON.stringify(body);
}

/** Returns the values of a record in these fields. */
export const valueAt = (record: unknown, { path }: Field): unknown =>
  path.reduce<unknown>((value, part) => (value as Parts | undefined)?.[part], record);
