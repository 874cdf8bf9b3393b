import { type Field, fieldsOf, schemaOf } from './fields.ts';
import type { Operation } from './operations.ts';

/** A value that no field of the service's has, whatever its type: nothing that is sent as it may be found anywhere. */
export const foreign = 'not for a caller to say';

/** How deep bodies are looked into. */
const depth = 5;

/** The fields of a body that the document marks as the service's, without those that lie in one of them. */
export function readOnlyFields(operation: Operation): Field[] {
  const fields = fieldsOf(schemaOf(operation), depth).filter(
    ({ schema, path }) => schema.readOnly && !path.includes('key1'),
  );
  const names = fields.map(({ path }) => path.join('.'));
  return fields.filter(({ path }) => !names.some((name) => path.join('.').startsWith(`${name}.`)));
}

type Parts = Record<string | number, unknown>;

/** A body that has a value in each of the fields, beside what every body of the operation must have. */
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

/** What a record has in such a field. */
export const valueAt = (record: unknown, { path }: Field): unknown =>
  path.reduce<unknown>((value, part) => (value as Parts | undefined)?.[part], record);
