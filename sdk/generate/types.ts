import { nameOf, type Schema } from './document.ts';

type Printing = {
  /** Names of records that are printed under another one's name. */
  names?: ReadonlyMap<string, string>;
  /** False: without descriptions, to compare what types say. */
  comments?: boolean;
  /** Fields that are there, whatever the schema says. */
  required?: readonly string[];
};

/** Prints a description as a comment in front of what it describes. */
export function commentOf(text: string | undefined, indent: string, tags: readonly string[] = []): string {
  const lines = [...(text ? text.replaceAll('*/', '*\\/').split('\n') : []), ...tags];
  if (lines.length === 0) return '';
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}\n`).join('')}${indent} */\n`;
}

export const keyOf = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : `'${name}'`);

const literal = (value: unknown): string =>
  typeof value === 'string' ? `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'` : String(value);

/** Prints the type that a schema describes. */
export function typeOf(schema: Schema, printing: Printing = {}, indent = ''): string {
  if (schema.$ref !== undefined) {
    const name = nameOf(schema.$ref);
    return printing.names?.get(name) ?? name;
  }
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.enum) return schema.enum.map(literal).join(' | ') || 'never';
  if (schema.anyOf) return union(schema.anyOf.map((each) => typeOf(each, printing, indent)));
  if (Array.isArray(schema.type))
    return union(schema.type.map((type) => typeOf({ ...schema, type }, printing, indent)));
  return ofOneType(schema, printing, indent);
}

const union = (types: readonly string[]): string => [...new Set(types)].join(' | ');

function ofOneType(schema: Schema, printing: Printing, indent: string): string {
  switch (schema.type) {
    case 'string':
      return textOf(schema);
    case 'integer':
      return (schema.maximum ?? Infinity) > Number.MAX_SAFE_INTEGER ? 'number | string' : 'number';
    case 'number':
    case 'boolean':
    case 'null':
      return schema.type;
    case 'array':
      return listOf(typeOf(schema.items ?? {}, printing, indent));
    case 'object':
      return objectOf(schema, printing, indent);
    case undefined:
      return 'unknown';
    default:
      throw new Error(`the document has a type that is not printed yet: ${schema.type}`);
  }
}

/** Codes among the examples of a text are the known values of an open enumeration. */
function textOf({ format, examples = [] }: Schema): string {
  if (format === 'binary') return 'Blob | string';
  const codes = examples.filter((each) => typeof each === 'string' && /^[A-Z][A-Z_]+$/.test(each));
  const isOpen = codes.length > 2 && codes.length === examples.length;
  return isOpen ? `${codes.map(literal).join(' | ')} | (string & {})` : 'string';
}

const listOf = (type: string): string =>
  /[|&]/.test(type) && !/^\{/.test(type) ? `(${type})[]` : `${type}[]`;

function objectOf(schema: Schema, printing: Printing, indent: string): string {
  const { properties = {}, additionalProperties, required = [] } = schema;
  const entries = Object.entries(properties);
  if (entries.length === 0)
    return additionalProperties
      ? `Record<string, ${typeOf(additionalProperties, printing, indent)}>`
      : 'object';
  const within = `${indent}  `;
  const lines = entries.map(([name, property]) => {
    const isThere = required.includes(name) || printing.required?.includes(name);
    const tags = property.deprecated ? ['@deprecated'] : [];
    const comment = printing.comments === false ? '' : commentOf(property.description, within, tags);
    const type = typeOf(property, { ...printing, required: [] }, within);
    return `${comment}${within}${keyOf(name)}${isThere ? '' : '?'}: ${type};\n`;
  });
  return `{\n${lines.join('')}${indent}}`;
}
