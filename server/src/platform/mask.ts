const secretName = /secret|password|passphrase|api_?keys?$|private_?key|tokens?$|credential/i;

/** The value with stars in place of what an outside system trusts: free-form settings may hold such things. */
export function mask(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(mask);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, hidden(name, item) ? '********' : mask(item)]),
  );
}

const hidden = (name: string, value: unknown): boolean =>
  secretName.test(name) && value !== null && value !== '' && typeof value !== 'boolean';
