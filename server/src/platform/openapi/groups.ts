/** The groups that are no part of the domain, and come after it. */
const own: Readonly<Record<string, string>> = {
  System: 'Whether the program serves, and which one it is: for those who run it.',
};

/**
 * The groups that operations have, in the order of what is said of them; others come last.
 * @param said what each group is for, in the order of use
 */
export function groupsOf(
  names: readonly string[],
  said: Readonly<Record<string, string>>,
): { name: string; description: string }[] {
  const texts = { ...said, ...own };
  const known = Object.keys(texts);
  const place = (name: string) => (known.includes(name) ? known.indexOf(name) : known.length);
  return [...new Set(names)]
    .sort((a, b) => place(a) - place(b) || (a < b ? -1 : 1))
    .map((name) => ({ name, description: texts[name] ?? `Operations of the group ${name}` }));
}
