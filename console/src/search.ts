/**
 * What an address says after its `?`, each a text: nothing of it is read as a number, which would lose digits of a long id, nor as
 * what else a value of JSON can be, which no page expects.
 */
export type Search = Record<string, string | undefined>;

export const readSearch = (text: string): Search => Object.fromEntries(new URLSearchParams(text));

export function writeSearch(search: Readonly<Record<string, unknown>>): string {
  const said = Object.entries(search).filter(([, value]) => value !== undefined);
  const text = new URLSearchParams(said.map(([name, value]) => [name, String(value)])).toString();
  return text && `?${text}`;
}
