/** Text that JSON holds as it is. */
const plain = /^[ !#-[\]-\ud7ff\ue000-\uffff]*$/;

const quoted = (text: string): string => (plain.test(text) ? `"${text}"` : JSON.stringify(text));

/** By length, then by bytes: as PostgreSQL keeps the names of an object. */
function compareNames(one: string, other: string): number {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length - b.length || a.compare(b);
}

type Name = { name: string; printed: string };
/** The names of objects in order, by how they come: most objects are of few kinds. */
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

/** Without an exponent, as PostgreSQL prints it: `1e+21`, `1.5e-7`. */
function numberText(value: number): string {
  const text = `${value}`;
  if (!text.includes('e')) return Number.isFinite(value) ? (value === 0 ? '0' : text) : 'null';
  const match = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(text);
  if (!match) return text;
  const [, sign, whole, fraction = '', exponent] = match;
  const digits = `${whole}${fraction}`;
  const point = 1 + Number(exponent);
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  // JavaScript has an exponent only beyond all digits.
  return sign + digits.padEnd(point, '0');
}

/**
 * Prints a JSON value as PostgreSQL prints it once it is stored as `jsonb`: what is written need not be read back to be
 * known.
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
