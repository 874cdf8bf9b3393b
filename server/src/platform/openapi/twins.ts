import { isDeepStrictEqual } from 'node:util';
import type { createDocument } from 'zod-openapi';
import { mapObjects } from './map-objects.ts';

type Document = ReturnType<typeof createDocument>;

const schemaRef = '#/components/schemas/';
const twin = /Output$/;

/**
 * Leaves one component where a record is answered as it is sent. Of a record that is in bodies and in answers two are
 * generated, for answers would be closed to other fields; here they are as open as bodies, for later versions add fields.
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
  return pointedAway({ ...opened, components: { ...opened.components, schemas: left } }, twins) as Document;
}

/** Names of the components that say of an answer what their record says of a body. */
export function equalTwins(schemas: Readonly<Record<string, object>>): Set<string> {
  const twins = new Set(Object.keys(schemas).filter((name) => twin.test(name) && recordOf(name) in schemas));
  for (let before = -1; before !== twins.size; ) {
    before = twins.size;
    for (const name of [...twins])
      if (!isDeepStrictEqual(pointedAway(schemas[name], twins), pointedAway(schemas[recordOf(name)], twins)))
        twins.delete(name);
  }
  return twins;
}

const recordOf = (name: string): string => name.replace(twin, '');

/** Puts references to records in place of those to their twins. */
const pointedAway = (value: unknown, twins: ReadonlySet<string>): unknown =>
  mapObjects(value, (object) => {
    const { $ref } = object;
    return typeof $ref === 'string' && twins.has($ref.replace(schemaRef, ''))
      ? { ...object, $ref: recordOf($ref) }
      : object;
  });
