/** Text without characters that JSON escapes. */
const plain = /^[ !#-[\]-\ud7ff\ue000-\uffff]*$/;

const quoted = (text: string): string => (plain.test(text) ? `"${text}"` : JSON.stringify(text));

/** Compares names by length, then by bytes, as in the order of an object's names in `jsonb`. */
function compareNames(one: string, other: string): number {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length - b.length || a.compare(b);
}

type Name = { name: string; printed: string };
/** The cache of sorted names, by the unsorted names. Most objects have one of a few sets of names. */
const known = new Map<string, readonly Name[]>();
const mostKnown = 1000;
const longestKnown = 1000;

function inOrder(names: readonly string[]): readonly Name[] {
  if (names.length === 0) return [];
  const key = names.join('\0');
  const found = known.get(key);
  if (found) return found;
  const made = [...names].sort(compareNames).map((name) => ({ name, printed: `${quoted(name)}: ` }));
  if (known.size >= mostKnown) known.clear();
  if (key.length <= longestKnown) known.set(key, made);
  return made;
}

/** Formats a number without an exponent, as PostgreSQL does, even `1e+21` and `1.5e-7`. */
function numberText(value: number): string {
  const text = `${value}`;
  if (!text.includes('e')) return Number.isFinite(value) ? (value === 0 ? '0' : text) : 'null';
  const match = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(text);
  if (!match) return text;
  const [, sign, whole, fraction = '', exponent] = match;
  const digits = `${whole}${fraction}`;
  const point = 1 + Number(exponent);
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  // JavaScript uses a positive exponent only for whole numbers.
  return sign + digits.padEnd(point, '0');
}

/**
 * Serializes a JSON value as PostgreSQL returns it from a `jsonb` column, so that a written value need not be read
 * back.
 */
export function jsonbText(value: unknown): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'number') return numberText(value);
  if (Array.isArray(value)) {
    let out = '[';
    for (let index = 0; index < value.length; index++) {
      if (index > 0) out += ', ';
      out += jsonbText(value[index] ?? null);
    }
    return `${out}]`;
  }
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  let out = '{';
  for (const { name, printed } of inOrder(Object.keys(value))) {
    const item = (value as Record<string, unknown>)[name];
    if (item === undefined) continue;
    out += (out === '{' ? printed : `, ${printed}`) + jsonbText(item);
  }
  return `${out}}`;
}
