/** Reads and changes values by JSON pointer. A change keeps the identity of all other values. */
export type Json = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const partsOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));

export const valueAt = (record: unknown, pointer: string): unknown =>
  partsOf(pointer).reduce<unknown>((value, name) => Object(value)[name], record);

/**
 * Returns the record with a new value at a pointer. Undefined removes the field, and also a record without other
 * fields.
 */
export const withValue = (record: Json, pointer: string, value: unknown): Json =>
  (withValueAt(record, partsOf(pointer), value) as Json | undefined) ?? {};

function withValueAt(holder: unknown, [name = '', ...rest]: readonly string[], value: unknown): unknown {
  const inner = rest.length === 0 ? value : withValueAt(Object(holder)[name], rest, value);
  // A row with empty fields stays, because only the user removes rows.
  if (Array.isArray(holder)) return holder.with(Number(name), inner ?? {});
  const own = isObject(holder) ? holder : {};
  const { [name]: _, ...others } = own;
  const whole = inner === undefined ? others : { ...own, [name]: inner };
  return Object.keys(whole).length === 0 ? undefined : whole;
}

/** Returns whether two values are equal, ignoring the order of fields. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, at) => isSame(item, other[at]));
  if (!isObject(one) || !isObject(other)) return one === other;
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].every((name) =>
    isSame(one[name], other[name]),
  );
}

/** Creates the PATCH that changes one record into another, with null for removed fields and complete lists. */
export const patchOf = (before: Json, after: Json): Json =>
  Object.fromEntries(
    [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) => {
      const [was, is] = [before[name], after[name]];
      if (isSame(was, is)) return [];
      if (is === undefined) return [[name, null]];
      return [[name, isObject(was) && isObject(is) ? patchOf(was, is) : is]];
    }),
  );

/** Applies a PATCH to a record, as the service does. */
export const applyPatch = (record: Json, patch: Json): Json => {
  const next: Record<string, unknown> = { ...record };
  for (const [name, value] of Object.entries(patch)) {
    const before = record[name];
    if (value === null) delete next[name];
    else next[name] = isObject(value) ? applyPatch(isObject(before) ? before : {}, value) : value;
  }
  return next;
};

/** Returns the pointers of all values in a PATCH. */
export const pointersOf = (patch: Json, within = ''): string[] =>
  Object.entries(patch).flatMap(([name, value]) => {
    const pointer = `${within}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    return isObject(value) && Object.keys(value).length > 0 ? pointersOf(value, pointer) : [pointer];
  });
