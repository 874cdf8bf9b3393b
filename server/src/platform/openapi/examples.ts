/** The part of a schema of the document that the examples need. */
export type JsonSchema = {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: JsonSchema | boolean;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  examples?: unknown[];
  format?: string;
  deprecated?: boolean;
  readOnly?: boolean;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
};

/** Schemas of the document by name, handwritten examples of some of them, and prefixes of identifiers. */
export type ExampleSource = {
  schemas: Readonly<Record<string, JsonSchema>>;
  examples: Readonly<Record<string, unknown>>;
  identifiers: Readonly<Record<string, string>>;
};

/** The position of a value: its field name, record and depth, and whether the value is part of a request. */
type Place = { name: string; record: string; depth: number; isSent?: true };

const top: Place = { name: '', record: '', depth: 0 };

/** The maximum depth of nested records in an example; a nested record is shown with a few of its fields. */
const deepest = 1;
const fieldsInside = 8;

export const nameOf = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1);

/** Creates a valid example of a schema, as it may appear in a response. The result is deterministic. */
export function exampleOf(
  schema: JsonSchema,
  known: ExampleSource = { schemas: {}, examples: {}, identifiers: {} },
  place: Place = top,
): unknown {
  if (schema.$ref !== undefined) {
    const record = nameOf(schema.$ref);
    return record in known.examples
      ? known.examples[record]
      : exampleOf(known.schemas[record] ?? {}, known, { ...place, record });
  }
  const [given] = [schema.const, ...(schema.examples ?? []), ...(schema.enum ?? [])].filter(
    (value) => value !== undefined,
  );
  if (given !== undefined) return given;
  const part = schema.anyOf?.find(({ type }) => type !== 'null');
  if (part) return exampleOf(part, known, place);
  switch (typeOf(schema)) {
    case 'object':
      return objectExample(schema, known, place);
    case 'array':
      return schema.items && isShown(schema.items, known, place)
        ? [exampleOf(schema.items, known, place)]
        : [];
    case 'integer':
    case 'number':
      return Math.min(Math.max(1, schema.minimum ?? 1), schema.maximum ?? 1e15);
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return textExample(schema, known, place);
  }
}

/** Creates the example of a request body from its required fields and its first few plain fields. */
export function requestExampleOf(
  schema: JsonSchema,
  known: ExampleSource,
  ignored: readonly string[] = [],
): unknown {
  const shape = resolve(schema, known);
  if (shape.items) return [requestExampleOf(shape.items, known, ignored)];
  if (typeOf(shape) !== 'object' || !shape.properties) return exampleOf(shape, known);
  const { required = [] } = shape;
  const usual = Object.entries(shape.properties).filter(
    ([name, field]) => !ignored.includes(name) && !field.deprecated,
  );
  const plain = usual.filter(([, field]) => !['object', 'array'].includes(typeOf(resolve(field, known))));
  const first = (plain.length > 0 ? plain : usual).slice(0, 5);
  const few = new Set([...required, ...first.map(([name]) => name)]);
  const properties = Object.entries(shape.properties).filter(([name]) => few.has(name));
  const record = schema.$ref ? nameOf(schema.$ref) : '';
  return exampleOf({ ...shape, properties: Object.fromEntries(properties) }, known, {
    ...top,
    record,
    isSent: true,
  });
}

function objectExample(schema: JsonSchema, known: ExampleSource, place: Place): unknown {
  const { properties, required = [], additionalProperties: others } = schema;
  if (!properties) {
    const isFree = typeof others !== 'object' || Object.keys(others).length === 0;
    return isFree ? {} : { key: exampleOf(others, known, place) };
  }
  const inner = { ...place, depth: place.depth + 1 };
  const usual = Object.entries(properties).filter(([, field]) => !(place.isSent && field.readOnly));
  const shown = usual.filter(
    ([name, field]) => required.includes(name) || (!field.deprecated && isShown(field, known, inner)),
  );
  const few = place.depth === 0 ? shown : shown.slice(0, Math.max(fieldsInside, required.length));
  return Object.fromEntries(few.map(([name, field]) => [name, exampleOf(field, known, { ...inner, name })]));
}

/** Whether an example includes a value. Below `deepest`, records, maps, and lists of records or maps are omitted. */
function isShown(schema: JsonSchema, known: ExampleSource, { depth }: { depth: number }): boolean {
  if (depth <= deepest) return true;
  const shape = resolve(schema, known);
  const type = typeOf(shape);
  if (type === 'array') return shape.items === undefined || isShown(shape.items, known, { depth });
  return type !== 'object';
}

function resolve(schema: JsonSchema, known: ExampleSource): JsonSchema {
  if (schema.$ref !== undefined) return resolve(known.schemas[nameOf(schema.$ref)] ?? {}, known);
  const part = schema.anyOf?.find(({ type }) => type !== 'null');
  return part ? resolve(part, known) : schema;
}

const typeOf = ({ type, properties }: JsonSchema): string =>
  [type].flat().find((name) => name !== 'null') ??
  (properties ? 'object' : type === undefined ? 'string' : 'null');

const digits = '01m7z53qrwf3raysksbfq2fp2q';

/** Returns an example identifier: with the prefix of the record type, or a number for records of other systems. */
const identifier = ({ identifiers }: ExampleSource, noun: string): string => {
  const prefix = identifiers[noun.replace(/^Workload|InEvent$/g, '').toLowerCase()];
  return prefix === undefined ? '1234567890' : `${prefix}_${digits}`;
};

/** The examples of texts, by field name. */
const texts: readonly (readonly [RegExp, (place: Place, known: ExampleSource) => string])[] = [
  [/^id$/, ({ record }, known) => identifier(known, record)],
  [/.(ID|Id|Ids|IDs)$/, ({ name }, known) => identifier(known, name.replace(/I[dD]s?$/, ''))],
  [/(created|updated|invited)By$/i, (_, known) => identifier(known, 'client')],
  [/e-?mails?$/i, () => 'person@example.com'],
  [/ur[li]s?$/i, () => 'https://example.com/'],
  [/(^t|T)ime$|At$|Date$/, () => '2027-01-31T00:00:00.000Z'],
  [/countryCodes?$/i, () => 'US'],
  [/phone/i, () => '+15550100'],
];

const formats: Record<string, string> = {
  date: '2027-01-31',
  'date-time': '2027-01-31T00:00:00.000Z',
  email: 'person@example.com',
  uri: 'https://example.com/',
};

function textExample({ format, maxLength }: JsonSchema, known: ExampleSource, place: Place): string {
  const given =
    formats[format ?? ''] ?? texts.find(([pattern]) => pattern.test(place.name))?.[1](place, known);
  const words = place.name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return (given ?? `Example ${words}`.trim()).slice(0, maxLength);
}
