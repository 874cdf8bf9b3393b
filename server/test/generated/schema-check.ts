import { resolve, type Schema } from './operations.ts';

/**
 * Lists the pointers at which a value does not match a schema. Implements the part of JSON Schema that the
 * document uses. If `strict`, an unknown property is a finding.
 */
export function disagreements(schema: Schema, value: unknown, strict = false, pointer = ''): string[] {
  const shape = resolve(schema);
  const among = shape.anyOf ?? shape.allOf;
  if (among) {
    const each = among.map((part) => disagreements(part, value, strict, pointer));
    if (shape.anyOf) return each.some((found) => found.length === 0) ? [] : (each[0] ?? []);
    return each.flat();
  }
  if (shape.enum && !shape.enum.includes(value)) return [`${pointer} is not one of ${shape.enum.join(', ')}`];
  if (shape.const !== undefined && shape.const !== value) return [`${pointer} is not ${shape.const}`];
  const type = typeOf(value);
  const allowed = shape.type === undefined ? [type] : [shape.type].flat();
  if (!allowed.includes(type) && !(type === 'integer' && allowed.includes('number')))
    return [`${pointer} is ${type}, not ${allowed.join(' or ')}`];
  if (typeof value === 'number') return outOfRange(shape, value, pointer);
  if (Array.isArray(value))
    return shape.items
      ? value.flatMap((item, index) =>
          disagreements(shape.items as Schema, item, strict, `${pointer}/${index}`),
        )
      : [];
  if (typeof value === 'object' && value !== null) return ofObject(shape, value, strict, pointer);
  return [];
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}

function outOfRange({ minimum, maximum }: Schema, value: number, pointer: string): string[] {
  const within = Number.isFinite(value) && value >= (minimum ?? -Infinity) && value <= (maximum ?? Infinity);
  return within ? [] : [`${pointer} is out of range: ${value}`];
}

function ofObject(shape: Schema, value: object, strict: boolean, pointer: string): string[] {
  return Object.entries(value).flatMap(([key, item]) => {
    const known =
      shape.properties && Object.hasOwn(shape.properties, key) ? shape.properties[key] : undefined;
    const rest = shape.additionalProperties;
    if (known) return disagreements(known, item, strict, `${pointer}/${key}`);
    if (typeof rest === 'object') return disagreements(rest, item, strict, `${pointer}/${key}`);
    const free = rest === true || (shape.properties === undefined && rest === undefined);
    return strict && !free ? [`${pointer}/${key} is not in the document`] : [];
  });
}
