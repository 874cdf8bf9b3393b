import type { z } from 'zod';
import { fieldTraits } from './fields.ts';

/** The description of a record's field, derived from the record's schema. */
export type DescribedField = {
  /**
   * The kind of the values. `list` is an array of records; an array of plain values has a plural kind, such as `texts`.
   */
  kind:
    | 'text'
    | 'texts'
    | 'number'
    | 'numbers'
    | 'whole'
    | 'flag'
    | 'time'
    | 'day'
    | 'choice'
    | 'choices'
    | 'group'
    | 'list'
    | 'json';
  description: string;
  /** All values of a closed enumeration, or the known values of an open one. */
  options: readonly string[];
};

type Definition = {
  type: string;
  innerType?: z.ZodType;
  element?: z.ZodType;
  shape?: Readonly<Record<string, z.ZodType>>;
  entries?: Readonly<Record<string, string>>;
  format?: string;
};
type Meta = {
  description?: string | undefined;
  examples?: readonly unknown[];
  override?: { maxLength?: number; format?: string };
};

const definitionOf = (schema: z.ZodType) => schema.def as unknown as Definition;

/** Unwraps optional and nullable schemas; the outermost description wins. */
function unwrapSchema(schema: z.ZodType): { inner: z.ZodType; definition: Definition; meta: Meta } {
  let inner = schema;
  let meta: Meta = inner.meta() ?? {};
  for (;;) {
    const { innerType } = definitionOf(inner);
    if (!innerType) return { inner, definition: definitionOf(inner), meta };
    inner = innerType;
    meta = { ...inner.meta(), ...meta };
  }
}

/** The length that identifies time schemas. Their two examples show formats and are not values to select from. */
const timeLength = 40;

function valueKind(inner: z.ZodType, { type, format }: Definition, meta: Meta): DescribedField['kind'] {
  if (type === 'boolean') return 'flag';
  if (type === 'number') return format === 'safeint' ? 'whole' : 'number';
  if (type === 'enum') return 'choice';
  if (type !== 'string') return 'json';
  if (fieldTraits.get(inner)?.day) return 'day';
  if (meta.override?.maxLength === timeLength) return 'time';
  return (meta.examples ?? []).length > 1 ? 'choice' : 'text';
}

const plurals: Partial<Record<DescribedField['kind'], DescribedField['kind']>> = {
  text: 'texts',
  choice: 'choices',
  number: 'numbers',
  whole: 'numbers',
};

function describe(schema: z.ZodType): DescribedField & { nested?: z.ZodType } {
  const { inner, definition, meta } = unwrapSchema(schema);
  const description = meta.description ?? '';
  if (definition.type === 'object') return { kind: 'group', description, options: [], nested: inner };
  if (definition.type === 'array') {
    const item = describe(definition.element as z.ZodType);
    if (item.nested && item.kind === 'group')
      return { kind: 'list', description, options: [], nested: item.nested };
    return { kind: plurals[item.kind] ?? 'json', description, options: item.options };
  }
  const kind = valueKind(inner, definition, meta);
  const known = definition.entries ? Object.values(definition.entries) : (meta.examples ?? []).map(String);
  return { kind, description, options: kind === 'choice' ? known : [] };
}

/**
 * Describes every field of a record, including nested ones, by JSON pointer; `*` stands for any item of a list. Maps
 * and recursive records are described as one field of the kind `json`.
 */
export function describedFields(record: z.ZodObject): ReadonlyMap<string, DescribedField> {
  const found = new Map<string, DescribedField>();
  walk(record, '', [record], found);
  return found;
}

function walk(
  record: z.ZodType,
  within: string,
  above: readonly z.ZodType[],
  found: Map<string, DescribedField>,
): void {
  for (const [name, schema] of Object.entries(definitionOf(record).shape ?? {})) {
    const pointer = `${within}/${name}`;
    const { nested, ...field } = describe(schema);
    const isWithinItself = nested !== undefined && above.includes(nested);
    found.set(pointer, isWithinItself ? { ...field, kind: 'json' } : field);
    if (nested && !isWithinItself)
      walk(nested, field.kind === 'list' ? `${pointer}/*` : pointer, [...above, nested], found);
  }
}
