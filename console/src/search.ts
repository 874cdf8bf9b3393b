/**
 * Parses the query string of a URL into strings. Values remain strings, because a number would lose digits of a long
 * id, and pages expect no other JSON values.
 */
export type Search = Record<string, string | undefined>;

export const readSearch = (text: string): Search => Object.fromEntries(new URLSearchParams(text));

export function writeSearch(search: Readonly<Record<string, unknown>>): string {
  const said = Object.entries(search).filter(([, value]) => value !== undefined);
  const text = new URLSearchParams(said.map(([name, value]) => [name, String(value)])).toString();
  return text && `?${text}`;
}
