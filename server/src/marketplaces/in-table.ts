/**
 * Looks up a word of a marketplace in a table; undefined for a word that the table does not contain, such as the name
 * of a built-in member of objects (`constructor`).
 */
export const inTable = <T>(table: Readonly<Record<string, T>>, word: unknown): T | undefined =>
  typeof word === 'string' && Object.hasOwn(table, word) ? table[word] : undefined;
