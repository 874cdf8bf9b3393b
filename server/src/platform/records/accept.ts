import type { z } from 'zod';

/** The result for a value that may be invalid, which the schema must then parse to find the errors. */
export const rejected: unique symbol = Symbol('refused');

/** Returns the value as the schema parses it, or `rejected`. */
type Acceptor = (value: unknown) => unknown;

const acceptors = new WeakMap<z.ZodType, Acceptor>();

const fastChecks = new WeakMap<z.ZodType, (value: unknown) => boolean>();

/**
 * Adds a fast check to the schema of a body. The check returns true only for values that are valid and clean; all other
 * values are parsed with the schema.
 */
export function withFastCheck<Schema extends z.ZodType>(
  schema: Schema,
  check: (value: unknown) => boolean,
): Schema {
  fastChecks.set(schema, check);
  return schema;
}

export const passesFastCheck = (schema: z.ZodType, value: unknown): boolean =>
  fastChecks.get(schema)?.(value) === true;

/**
 * Parses a cleaned body with the same result as `safeParse` of its schema, in a fraction of the time: most bodies are
 * valid, so no errors are collected, and values that do not change are not copied.
 * @returns `rejected` for a value that must be parsed by `safeParse`
 */
export const accept = (schema: z.ZodType, value: unknown): unknown => acceptorOf(schema)(value);

function acceptorOf(schema: z.ZodType): Acceptor {
  let acceptor = acceptors.get(schema);
  if (!acceptor) {
    acceptor = buildAcceptor(schema);
    acceptors.set(schema, acceptor);
  }
  return acceptor;
}

type CheckDefinition = {
  check: string;
  format?: string;
  maximum?: number;
  value?: number;
  inclusive?: boolean;
  fn?: (value: unknown) => unknown;
};
type Definition = CheckDefinition & {
  type: string;
  checks?: readonly { _zod: { def: CheckDefinition } }[];
  coerce?: boolean;
  innerType?: z.ZodType;
  element?: z.ZodType;
  keyType?: z.ZodType;
  valueType?: z.ZodType;
  catchall?: z.ZodType;
  shape?: Record<string, z.ZodType>;
  entries?: Record<string, string>;
};

type Check = (value: never) => boolean;

/** Returns the checks of a schema; undefined if a check is not supported here. */
function checksOf({ checks = [] }: Definition): Check[] | undefined {
  const known = checks.map(({ _zod }) => checkOf(_zod.def));
  return known.every((check) => check !== undefined) ? known : undefined;
}

function checkOf({ check, maximum, value: bound, inclusive, fn }: CheckDefinition): Check | undefined {
  if (check === 'max_length' && maximum !== undefined)
    return (value: string | unknown[]) =>
      value.length <= maximum || (typeof value === 'string' && Array.from(value).length <= maximum);
  if (check === 'custom' && fn) return (value: unknown) => fn(value) === true;
  if (bound === undefined || typeof bound !== 'number') return undefined;
  if (check === 'greater_than') return (value: number) => (inclusive ? value >= bound : value > bound);
  if (check === 'less_than') return (value: number) => (inclusive ? value <= bound : value < bound);
  return undefined;
}

/** Creates the acceptor for schemas that are not supported here, which calls the schema itself. */
function acceptBySchema(schema: z.ZodType): Acceptor {
  return (value) => {
    const result = schema.safeParse(value);
    return result.success ? result.data : rejected;
  };
}

function buildAcceptor(schema: z.ZodType): Acceptor {
  const definition = schema.def as unknown as Definition;
  const checks = checksOf(definition);
  if (!checks || definition.coerce) return acceptBySchema(schema);
  const passes = (value: unknown): boolean => {
    for (const check of checks) if (!check(value as never)) return false;
    return true;
  };
  switch (definition.type) {
    case 'optional':
      return acceptOrNothing(undefined, definition);
    case 'nullable':
      return acceptOrNothing(null, definition);
    case 'boolean':
      return (value) => (typeof value === 'boolean' && passes(value) ? value : rejected);
    case 'string':
      return definition.format === undefined
        ? (value) => (typeof value === 'string' && passes(value) ? value : rejected)
        : acceptBySchema(schema);
    case 'number':
      return acceptNumber(schema, definition, passes);
    case 'enum': {
      const entries = new Set<unknown>(Object.values(definition.entries ?? {}));
      return (value) => (typeof value === 'string' && entries.has(value) && passes(value) ? value : rejected);
    }
    case 'array':
      return acceptArray(acceptorOf(definition.element as z.ZodType), passes);
    case 'record':
      return checks.length === 0 ? acceptRecord(definition) : acceptBySchema(schema);
    case 'object':
      return checks.length === 0 && !definition.catchall
        ? acceptObject(definition.shape as Record<string, z.ZodType>)
        : acceptBySchema(schema);
    case 'unknown':
      return (value) => (passes(value) ? value : rejected);
    default:
      return acceptBySchema(schema);
  }
}

function acceptOrNothing(nothing: null | undefined, { innerType }: Definition): Acceptor {
  const inner = acceptorOf(innerType as z.ZodType);
  return (value) => (value === nothing ? value : inner(value));
}

function acceptNumber(
  schema: z.ZodType,
  { format }: Definition,
  passes: (value: unknown) => boolean,
): Acceptor {
  if (format === 'safeint')
    return (value) => (Number.isSafeInteger(value) && passes(value) ? value : rejected);
  if (format !== undefined) return acceptBySchema(schema);
  return (value) => (Number.isFinite(value) && passes(value) ? value : rejected);
}

function acceptArray(element: Acceptor, passes: (value: unknown) => boolean): Acceptor {
  return (value) => {
    if (!Array.isArray(value) || !passes(value)) return rejected;
    let out: unknown[] = value;
    for (let index = 0; index < value.length; index++) {
      const item = value[index];
      const accepted = element(item);
      if (accepted === rejected) return rejected;
      if (accepted === item) continue;
      if (out === value) out = [...value];
      out[index] = accepted;
    }
    return out;
  };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function acceptRecord({ keyType, valueType }: Definition): Acceptor {
  const key = acceptorOf(keyType as z.ZodType);
  const item = acceptorOf(valueType as z.ZodType);
  return (value) => {
    if (!isObject(value)) return rejected;
    let out = value;
    for (const name of Object.keys(value)) {
      if (name === '__proto__' || key(name) !== name) return rejected;
      const accepted = item(value[name]);
      if (accepted === rejected) return rejected;
      if (accepted === value[name]) continue;
      if (out === value) out = { ...value };
      out[name] = accepted;
    }
    return out;
  };
}

type Field = { order: number; accept: Acceptor; isOptional: boolean };

/**
 * Creates the acceptor for objects. The result has the fields in the order of the schema, which is also the field order
 * of responses.
 */
function acceptObject(shape: Record<string, z.ZodType>): Acceptor {
  const names = Object.keys(shape);
  const fields = new Map<string, Field>(
    names.map((name, order) => {
      const field = shape[name] as z.ZodType;
      return [name, { order, accept: acceptorOf(field), isOptional: field.def.type === 'optional' }];
    }),
  );
  const needed = names.filter((name) => !fields.get(name)?.isOptional);
  /** Sorts field positions by insertion: objects have few fields, mostly in order. */
  const ordersOf = (given: readonly string[]): number[] => {
    const orders: number[] = [];
    for (const name of given) {
      const order = fields.get(name)?.order;
      if (order === undefined) continue;
      let at = orders.length;
      for (; at > 0 && (orders[at - 1] as number) > order; at--) orders[at] = orders[at - 1] as number;
      orders[at] = order;
    }
    return orders;
  };
  return (value) => {
    if (!isObject(value)) return rejected;
    for (const name of needed) if (!Object.hasOwn(value, name)) return rejected;
    let last = -1;
    let isSame = true;
    let changed: Map<string, unknown> | undefined;
    const given = Object.keys(value);
    for (const name of given) {
      const field = fields.get(name);
      if (!field || field.order < last) isSame = false;
      if (!field) continue;
      last = field.order;
      const accepted = field.accept(value[name]);
      if (accepted === rejected) return rejected;
      if (accepted === value[name]) continue;
      changed ??= new Map();
      changed.set(name, accepted);
    }
    if (isSame && !changed) return value;
    const out: Record<string, unknown> = {};
    for (const order of ordersOf(given)) {
      const name = names[order] as string;
      out[name] = changed?.has(name) ? changed.get(name) : value[name];
    }
    return out;
  };
}
