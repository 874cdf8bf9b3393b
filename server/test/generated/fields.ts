import type { Route } from '../../src/platform/http/route.ts';
import { bodySchema, type Operation, resolve, type Schema } from './operations.ts';

/** A field of a body: its path, through the first element of arrays, and its schema. */
export type Field = { path: readonly (string | number)[]; schema: Schema };

/** The key of a map entry in a generated body. */
const mapKey = 'key1';

/** Lists the fields of a schema to a depth. Nested records and array elements are one level deeper. */
export function fieldsOf(schema: Schema, depth: number, path: Field['path'] = []): Field[] {
  if (depth === 0) return [];
  const shape = resolve(schema);
  if (shape.anyOf) {
    const [only] = shape.anyOf.filter((part) => part.type !== 'null');
    return only ? fieldsOf(only, depth, path) : [];
  }
  const inner: [string | number, Schema][] = Object.entries(shape.properties ?? {});
  if (typeof shape.additionalProperties === 'object') inner.push([mapKey, shape.additionalProperties]);
  if (shape.items) inner.push([0, shape.items]);
  return inner.flatMap(([key, part]) => {
    const here = [...path, key];
    return [{ path: here, schema: part }, ...fieldsOf(part, depth - 1, here)];
  });
}

export const pointerOf = (path: Field['path']): string => path.map((part) => `/${part}`).join('');

/** Returns the JSON text of a body with the field and the fields that every body of the operation needs. */
export function bodyWith(path: Field['path'], raw: string, base: object = {}): string {
  const body = path.reduceRight<string>(
    (inner, part) => (typeof part === 'number' ? `[${inner}]` : `{${JSON.stringify(part)}:${inner}}`),
    raw,
  );
  const rest = Object.entries(base).filter(([name]) => name !== path[0]);
  if (Array.isArray(base) || rest.length === 0) return body;
  return `${JSON.stringify(Object.fromEntries(rest)).slice(0, -1)},${body.slice(1)}`;
}

export const schemaOf = (operation: Operation): Schema => bodySchema(operation.requestBody) ?? {};

/** Returns whether a field accepts a value of any type. */
export const isFree = ({ schema }: Field): boolean => Object.keys(resolve(schema)).length === 0;

/**
 * Returns whether a field is ignored. R9, R15: read-only fields are ignored, regardless of the type of the
 * value.
 */
export function isIgnored(routes: readonly Route[], { operationId }: Operation, { path }: Field): boolean {
  const route = routes.find((each) => each.operationId === operationId);
  const name = path.filter((part) => typeof part === 'string').join('.');
  return (
    route?.serverSetFields?.some((ignored) => name === ignored || name.startsWith(`${ignored}.`)) ?? false
  );
}
