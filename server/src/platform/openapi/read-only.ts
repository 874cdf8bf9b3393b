import type { createDocument } from 'zod-openapi';
import { everyRecords } from '../http/ignored.ts';
import type { Route } from '../http/route.ts';
import { type JsonSchema, nameOf } from './examples.ts';
import { mapObjects } from './map-objects.ts';

type Document = ReturnType<typeof createDocument>;
type Media = { content?: Record<string, { schema?: JsonSchema }> };
type Operation = { requestBody?: Media; responses: Record<string, Media> };
type Fields = Record<string, JsonSchema>;
/** The owner of each field: the service if every body with the field ignores the field, otherwise the caller. */
type Owners = Map<Fields, Map<string, 'server' | 'caller'>>;

/**
 * Marks fields as `readOnly` that every operation ignores in its body (`serverSetFields`, R9). A field that some operations
 * read and other operations ignore remains unmarked, because the operations use the same schema. A field of which some
 * operations read the ignored value, such as the id of a draft, has `readOnly: false` in its schema.
 */
export function markReadOnly(document: Document, routes: readonly Route[]): Document {
  const schemas = (document.components?.schemas ?? {}) as Fields;
  const paths = document.paths as unknown as Record<string, Record<string, Operation>>;
  const owners: Owners = new Map();
  for (const route of routes.filter(({ body, hidden }) => body && !hidden)) {
    const { requestBody } = paths[route.path]?.[route.method.toLowerCase()] ?? {};
    for (const { schema = {} } of Object.values(requestBody?.content ?? {}))
      note(schema, { schemas, ignored: route.serverSetFields ?? [], owners, path: '', within: [] });
  }
  for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods)))
    noteAnswered(operation.responses['200']?.content?.['application/json']?.schema, schemas, owners);
  for (const [fields, ofFields] of owners)
    for (const [name, owner] of ofFields) {
      const { readOnly = owner === 'server', ...field } = fields[name] as JsonSchema;
      fields[name] = readOnly ? { ...field, readOnly } : field;
    }
  return document;
}

/**
 * Records the owners of the fields of a record that occurs only in responses: all of its fields belong to the service.
 */
function noteAnswered(schema: JsonSchema | undefined, schemas: Fields, owners: Owners): void {
  const { properties } = schemas[nameOf(schema?.items?.$ref ?? schema?.$ref ?? '')] ?? {};
  if (!properties?.id || owners.has(properties)) return;
  const own = everyRecords.filter((name) => name in properties);
  owners.set(properties, new Map(own.map((name) => [name, 'server'])));
}

type Walk = {
  schemas: Fields;
  ignored: readonly string[];
  owners: Owners;
  path: string;
  within: readonly string[];
};

/** Records the owners of the fields of a body. Fields within a field of the service are skipped. */
function note(schema: JsonSchema, walk: Walk): void {
  const { schemas, ignored, owners, path, within } = walk;
  if (schema.$ref !== undefined) {
    const record = nameOf(schema.$ref);
    if (within.includes(record)) return;
    note(schemas[record] ?? {}, { ...walk, within: [...within, record] });
    return;
  }
  for (const part of schema.anyOf ?? []) note(part, walk);
  if (schema.items) note(schema.items, walk);
  if (typeof schema.additionalProperties === 'object')
    note(schema.additionalProperties, { ...walk, path: `${path}*.` });
  if (!schema.properties) return;
  const known = owners.get(schema.properties) ?? new Map<string, 'server' | 'caller'>();
  owners.set(schema.properties, known);
  for (const [name, field] of Object.entries(schema.properties)) {
    const isServers = ignored.includes(path + name);
    if (!isServers || !known.has(name)) known.set(name, isServers ? 'server' : 'caller');
    if (!isServers) note(field, { ...walk, path: `${path}${name}.` });
  }
}

/**
 * Returns the name of a record's schema in events. That schema omits the `readOnly` marks, because receivers of events
 * read all fields.
 */
const inEvent = (name: string): string => `${name}InEvent`;

/**
 * Adds copies without `readOnly` of all schemas in the given event records. With these marks, tools would omit the
 * fields from the requests that webhooks receive.
 */
export function withoutMarks(schemas: Fields, records: readonly string[]): Fields {
  const marked = new Set<string>();
  const referred = new Map(Object.entries(schemas).map(([name, schema]) => [name, referencesIn(schema)]));
  for (let before = -1; before !== marked.size; ) {
    before = marked.size;
    for (const [name, others] of referred)
      if (others.marked || others.names.some((other) => marked.has(other))) marked.add(name);
  }
  const result = { ...schemas };
  const unmarked = (name: string) =>
    mapObjects(schemas[name], ({ readOnly: _, ...object }) => {
      const other = typeof object.$ref === 'string' ? nameOf(object.$ref) : '';
      return marked.has(other) ? { ...object, $ref: inEvent(object.$ref as string) } : object;
    }) as JsonSchema;
  const copy = (name: string, as: string): void => {
    result[as] = unmarked(name);
    for (const other of referred.get(name)?.names ?? [])
      if (marked.has(other) && !(inEvent(other) in result)) copy(other, inEvent(other));
  };
  for (const name of new Set(records)) copy(name, name);
  return Object.fromEntries(Object.entries(result).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function referencesIn(schema: JsonSchema): { names: string[]; marked: boolean } {
  const found = { names: [] as string[], marked: false };
  mapObjects(schema, (object) => {
    if (typeof object.$ref === 'string') found.names.push(nameOf(object.$ref));
    if (object.readOnly === true) found.marked = true;
    return object;
  });
  return found;
}
