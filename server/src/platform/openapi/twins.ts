import { isDeepStrictEqual } from 'node:util';
import type { createDocument } from 'zod-openapi';
import { mapObjects } from './map-objects.ts';

type Document = ReturnType<typeof createDocument>;

const schemaRef = '#/components/schemas/';
const twin = /Output$/;

/**
 * Merges a record's request and response schemas if they are equal. The generator creates two schemas for each record
 * because it disallows additional fields in response schemas. Here they are allowed, because later versions may add
 * fields.
 */
export function mergeTwins(document: Document): Document {
  const opened = mapObjects(document, ({ additionalProperties, ...rest }) =>
    additionalProperties === undefined || additionalProperties === false
      ? rest
      : { ...rest, additionalProperties },
  ) as Document;
  const schemas = (opened.components?.schemas ?? {}) as Record<string, object>;
  const twins = equalTwins(schemas);
  const left = Object.fromEntries(Object.entries(schemas).filter(([name]) => !twins.has(name)));
  return redirectReferences(
    { ...opened, components: { ...opened.components, schemas: left } },
    twins,
  ) as Document;
}

/** Returns the names of the response schemas that equal the request schema of their record. */
export function equalTwins(schemas: Readonly<Record<string, object>>): Set<string> {
  const twins = new Set(Object.keys(schemas).filter((name) => twin.test(name) && recordOf(name) in schemas));
  for (let before = -1; before !== twins.size; ) {
    before = twins.size;
    for (const name of [...twins])
      if (
        !isDeepStrictEqual(
          redirectReferences(schemas[name], twins),
          redirectReferences(schemas[recordOf(name)], twins),
        )
      )
        twins.delete(name);
  }
  return twins;
}

const recordOf = (name: string): string => name.replace(twin, '');

/** Replaces references to response schemas by references to the equal request schemas. */
const redirectReferences = (value: unknown, twins: ReadonlySet<string>): unknown =>
  mapObjects(value, (object) => {
    const { $ref } = object;
    return typeof $ref === 'string' && twins.has($ref.replace(schemaRef, ''))
      ? { ...object, $ref: recordOf($ref) }
      : object;
  });
