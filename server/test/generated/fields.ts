import type { Route } from '../../src/platform/http/route.ts';
import { bodySchema, type Operation, resolve, type Schema } from './operations.ts';

/** A field of a body: where it stands, through the first element of arrays, and its schema. */
export type Field = { path: readonly (string | number)[]; schema: Schema };

/** Key of an entry of a map in a made body. */
const mapKey = 'key1';

/** The fields of a schema down to a depth: a record in a record is one deeper, as is an element of an array. */
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

/** JSON text of a body that has the field, beside what every body of the operation must have. */
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

/** True for a field that takes a value of any type. */
export const isFree = ({ schema }: Field): boolean => Object.keys(resolve(schema)).length === 0;

/** R9, R15: what is the service's is ignored, of whatever type it is. */
export function isIgnored(routes: readonly Route[], { operationId }: Operation, { path }: Field): boolean {
  const route = routes.find((each) => each.operationId === operationId);
  const name = path.filter((part) => typeof part === 'string').join('.');
  return route?.ignored?.some((ignored) => name === ignored || name.startsWith(`${ignored}.`)) ?? false;
}
