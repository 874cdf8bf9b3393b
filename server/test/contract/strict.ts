import published from './published.json' with { type: 'json' };

type Records = Readonly<Record<string, Readonly<Record<string, string>>>>;
const records: Records = published.records;
export const words: Readonly<Record<string, readonly string[]>> = published.words;

/** Pattern of an RFC 3339 time (`time` is a string with the format date-time). */
const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/;

/** Fields that are published as times but contain days, as the specification states (R7). */
const days: Readonly<Record<string, readonly string[]>> = {
  MkBPrivateOffer: ['acceptBy', 'end', 'lastModified', 'start'],
};

const plain: Readonly<Record<string, (value: unknown) => boolean>> = {
  any: () => true,
  boolean: (value) => typeof value === 'boolean',
  day: (value) =>
    typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value)),
  // 64-bit integers, such as ids of some marketplaces.
  integer: (value) => Number.isInteger(value) && Math.abs(value as number) < 2 ** 63,
  number: (value) => typeof value === 'number',
  object: (value) => isObject(value),
  string: (value) => typeof value === 'string',
  time: (value) => typeof value === 'string' && time.test(value) && !Number.isNaN(Date.parse(value)),
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const shown = (value: unknown): string => JSON.stringify(value)?.slice(0, 60) ?? String(value);

/**
 * Creates a reader that decodes responses like a client that was generated from the published records. Each
 * published field must have its type, an enumeration must have a published value, and null is allowed only if
 * published. Other fields are ignored.
 */
export function createStrictReader() {
  const seenWords = new Map<string, Set<string>>();
  const seenFields = new Set<string>();

  const readWord = (name: string, value: unknown, at: string): string[] => {
    const known = words[name] ?? [];
    if (typeof value !== 'string' || !known.includes(value)) return [`${at}: ${shown(value)} is no ${name}`];
    seenWords.set(name, (seenWords.get(name) ?? new Set()).add(value));
    return [];
  };

  const readRecord = (name: string, value: unknown, at: string): string[] => {
    if (!isObject(value)) return [`${at}: ${shown(value)} is no ${name}`];
    return Object.entries(records[name] ?? {}).flatMap(([field, type]) => {
      if (!Object.hasOwn(value, field)) return [];
      seenFields.add(`${name}.${field}`);
      return read(days[name]?.includes(field) ? 'day' : type, value[field], `${at}.${field}`);
    });
  };

  /** Lists the values that a client cannot decode, in the notation of `published.json`. */
  function read(type: string, value: unknown, at: string): string[] {
    if (type.endsWith('?')) return value === null ? [] : read(type.slice(0, -1), value, at);
    const inner = type.slice(1, -1);
    if (type.startsWith('[')) {
      if (!Array.isArray(value)) return [`${at}: ${shown(value)} is no list`];
      return value.flatMap((item) => read(inner, item, `${at}[]`));
    }
    if (type.startsWith('{')) {
      if (!isObject(value)) return [`${at}: ${shown(value)} is no map`];
      return Object.values(value).flatMap((item) => read(inner, item, `${at}{}`));
    }
    const [name = '', longest] = type.split('<=');
    if (words[name]) return readWord(name, value, at);
    if (records[name]) return readRecord(name, value, at);
    const isLong = longest !== undefined && typeof value === 'string' && value.length > Number(longest);
    return plain[name]?.(value) && !isLong ? [] : [`${at}: ${shown(value)} is no ${type}`];
  }

  return { read, seenWords, seenFields };
}

export type StrictReader = ReturnType<typeof createStrictReader>;
