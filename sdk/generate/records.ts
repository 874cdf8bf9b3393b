import type { Document, Schema } from './document.ts';
import { nameOf } from './document.ts';
import { commentOf, typeOf } from './types.ts';

const twin = /(Output|InEvent)$/;

/**
 * Finds the records that say the same as the one that they are named after, those that they refer to included: a client
 * has one of them. What differs in what it means only, such as bounds and descriptions, is the same type.
 * @returns by the name of each such record the one that stands for it
 */
export function findTwins(schemas: Readonly<Record<string, Schema>>): Map<string, string> {
  const twins = new Map<string, string>();
  for (const name of Object.keys(schemas)) {
    const base = name.replace(twin, '');
    if (base !== name && Object.hasOwn(schemas, base)) twins.set(name, base);
  }
  // Taken for twins until something tells them apart: then those that refer to them may differ, too.
  for (let isChanged = true; isChanged; ) {
    isChanged = false;
    for (const [name, base] of twins) {
      const [own, other] = [name, base].map((each) =>
        typeOf(schemas[each] as Schema, { names: twins, comments: false }),
      );
      if (own === other) continue;
      twins.delete(name);
      isChanged = true;
    }
  }
  return twins;
}

/** What every event has: the fields by which events are told apart. */
const fieldsOfEvents = ['type', 'eventID', 'organizationID', 'entityType', 'entityID', 'action', 'timestamp'];

/** The names of the records that are sent to webhooks. */
export const eventRecords = (document: Document): string[] => [
  ...new Set(
    Object.values(document.webhooks).map(({ post }) =>
      nameOf(post.requestBody?.content['application/json']?.schema?.$ref ?? ''),
    ),
  ),
];

/** Prints the types of all records. */
export function recordsText(document: Document): string {
  const { schemas } = document.components;
  const names = findTwins(schemas);
  const events = eventRecords(document);
  const records = Object.entries(schemas)
    .filter(([name]) => !names.has(name))
    .map(([name, schema]) => {
      const required = events.includes(name) ? fieldsOfEvents : [];
      return `${commentOf(schema.description, '')}export type ${name} = ${typeOf(schema, { names, required })};\n`;
    });
  return records.join('\n');
}
