import { type Document, nameOf, type Schema } from '../../sdk/generate/index.ts';
import type { OperationField } from '../src/ui/operation/operation.ts';

type FieldSchema = Schema & { readOnly?: boolean; minimum?: number; maxLength?: number };

/** A nested record that a field refers to, printed once for each file. */
export type Printing = {
  document: Document;
  records: Map<string, OperationField[]>;
  within: readonly string[];
};

/** A reference to the fields of a record, which `print` replaces with the name of a constant. */
export const recordMark = '@record:';

/** Kinds of text fields by name: references to records, addresses, and texts that the browser hides. */
const kindsOfNames: readonly [RegExp, string][] = [
  [/^buyerI[dD]$/, 'buyer'],
  [/^buyerI[dD]s$/, 'buyers'],
  [/ontactI[dD]$/, 'contact'],
  [/ontactI[dD]s$/, 'contacts'],
  [/^productI[dD]$/, 'product'],
  [/^offerI[dD]$/, 'offer'],
  [/^entitlementI[dD]$/, 'entitlement'],
  [/^channelPartnerI[dD]$/, 'channelPartner'],
  [/^(email|emailAddress|userEmail)$/, 'mail'],
  [/ur[il]s?$/i, 'text'],
  [/password|secret(?!.*I[dD]$)|apiKey$|privateKey/i, 'secret'],
];

const isCode = (value: unknown): boolean => typeof value === 'string' && !/^\d|[@/ ]/.test(value);
const isTime = (value: unknown): boolean => typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value);

/** Returns the schema without its alternative null. */
function withoutNull(document: Document, schema: FieldSchema): FieldSchema & { name?: string } {
  const { anyOf, ...own } = schema;
  const inner = anyOf?.find(({ type }) => type !== 'null');
  if (inner) return withoutNull(document, { ...inner, ...(own.description ? own : {}) });
  if (schema.$ref === undefined) return schema;
  const name = nameOf(schema.$ref);
  const named = document.components.schemas[name] ?? {};
  return { ...named, name, ...(schema.description ? { description: schema.description } : {}) };
}

const typeOf = ({ type }: Schema): string | undefined =>
  Array.isArray(type) ? type.find((each) => each !== 'null') : type;

/** Returns the fields of a record that a caller may set. */
function fieldsOf(schema: Schema, printing: Printing): OperationField[] {
  const record = withoutNull(printing.document, schema);
  const required = record.required ?? [];
  return Object.entries(record.properties ?? {})
    .filter(([, property]) => !(property as FieldSchema).readOnly && !property.deprecated)
    .map(([name, property]) => fieldOf(name, property, required.includes(name), printing));
}

export function fieldOf(
  name: string,
  schema: Schema,
  isRequired: boolean,
  printing: Printing,
): OperationField {
  const meant = withoutNull(printing.document, schema);
  const { kind, options, fields } = kindOf(name, meant, printing);
  const help = [meant.description ?? '', boundsOf(meant)].filter(Boolean).join(' ');
  return {
    name,
    kind,
    ...(help ? { help } : {}),
    ...(isRequired ? { isRequired } : {}),
    ...(options ? { options } : {}),
    ...(fields ? { fields } : {}),
  };
}

/** The codes of marketplaces and of connected systems; the other partners are not connected. */
const isConnected = /^(MK[A-Z](_\w+)?|(CRM|BILL|METER|PAY)[A-Z])$/;

const optionsOf = ({ name, enum: values = [] }: FieldSchema & { name?: string }): string[] =>
  values.map(String).filter((value) => name !== 'Partner' || isConnected.test(value));

type Kind = Pick<OperationField, 'kind' | 'options' | 'fields'>;

function kindOf(name: string, schema: FieldSchema & { name?: string }, printing: Printing): Kind {
  const { examples = [], format } = schema;
  const named = kindsOfNames.find(([pattern]) => pattern.test(name))?.[1];
  if (schema.enum) return { kind: 'choice', options: optionsOf(schema) };
  switch (typeOf(schema)) {
    case 'boolean':
      return { kind: 'flag' };
    case 'integer':
      return { kind: 'whole' };
    case 'number':
      return { kind: 'number' };
    case 'array':
      return kindOfList(withoutNull(printing.document, schema.items ?? {}), named, printing);
    case 'object':
      return schema.properties ? nested('record', schema, printing) : { kind: 'json' };
    case 'string':
      if (format === 'binary') return { kind: 'file' };
      if (format === 'date') return { kind: 'day' };
      if (examples.length > 1 && examples.every(isTime)) return { kind: 'time' };
      if (named) return { kind: named };
      if (examples.length > 1 && examples.every(isCode))
        return { kind: 'choice', options: examples.map(String) };
      return { kind: (schema.maxLength ?? 0) > 2000 ? 'longText' : 'text' };
    default:
      return { kind: 'json' };
  }
}

function kindOfList(
  items: FieldSchema & { name?: string },
  named: string | undefined,
  printing: Printing,
): Kind {
  const { examples = [] } = items;
  if (items.enum) return { kind: 'choices', options: optionsOf(items) };
  switch (typeOf(items)) {
    case 'object':
      return items.properties ? nested('list', items, printing) : { kind: 'json' };
    case 'integer':
    case 'number':
      return { kind: 'numbers' };
    case 'string':
      if (named === 'buyers' || named === 'contacts') return { kind: named };
      if (examples.length > 1 && examples.every(isCode))
        return { kind: 'choices', options: examples.map(String) };
      return { kind: 'texts' };
    default:
      return { kind: 'json' };
  }
}

/** Returns the fields of a record, or a reference to them if the record has a name. */
export function recordFields(schema: Schema, printing: Printing): { fields: OperationField[] } {
  const meant = withoutNull(printing.document, schema);
  if (meant.name === undefined) return { fields: fieldsOf(meant, printing) };
  const { name } = meant;
  const own = { ...printing, within: [...printing.within, name] };
  if (!printing.records.has(name)) printing.records.set(name, fieldsOf(meant, own));
  return { fields: `${recordMark}${name}` as never };
}

/** Returns the kind of a nested record. A record that contains itself is entered as JSON. */
const nested = (kind: string, schema: FieldSchema & { name?: string }, printing: Printing): Kind =>
  schema.name !== undefined && printing.within.includes(schema.name)
    ? { kind: 'json' }
    : { kind, ...recordFields(schema, printing) };

/** The limits of a number, if they are narrow enough to be useful. */
function boundsOf({ minimum = -Infinity, maximum = Infinity, type }: FieldSchema): string {
  if (typeOf({ type: type ?? 'null' }) === 'string' || maximum > 1_000_000) return '';
  return minimum > -1_000_000 ? `From ${minimum} to ${maximum}.` : '';
}
