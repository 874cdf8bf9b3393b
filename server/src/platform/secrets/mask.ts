const secretName = /secret|password|passphrase|api_?keys?$|private_?key|tokens?$|credential/i;

const stars = '********';

/** Masks the secrets in a value by field name. Free-form settings may contain secrets of other systems. */
export function mask(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(mask);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, isSecretValue(name, item) ? stars : mask(item)]),
  );
}

const isSecretValue = (name: string, value: unknown): boolean =>
  secretName.test(name) && value !== null && value !== '' && typeof value !== 'boolean';

/** Replaces masks in a value that a caller sent back by the stored secrets. */
export function unmask(value: unknown, stored: unknown): unknown {
  if (value === stars) return stored;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value))
    return value.map((item, index) => unmask(item, Array.isArray(stored) ? stored[index] : undefined));
  const known = (typeof stored === 'object' && stored !== null ? stored : {}) as Record<string, unknown>;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, unmask(item, known[name])]));
}
