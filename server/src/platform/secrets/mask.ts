const secretName = /secret|password|passphrase|api_?keys?$|private_?key|tokens?$|credential/i;

const stars = '********';

/** The value with stars in place of what an outside system trusts: free-form settings may hold such things. */
export function mask(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(mask);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, hidden(name, item) ? stars : mask(item)]),
  );
}

const hidden = (name: string, value: unknown): boolean =>
  secretName.test(name) && value !== null && value !== '' && typeof value !== 'boolean';

/** A value that a reader sent back: where it has the stars that he was shown, what was stored counts. */
export function unmask(value: unknown, stored: unknown): unknown {
  if (value === stars) return stored;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value))
    return value.map((item, index) => unmask(item, Array.isArray(stored) ? stored[index] : undefined));
  const known = (typeof stored === 'object' && stored !== null ? stored : {}) as Record<string, unknown>;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, unmask(item, known[name])]));
}
