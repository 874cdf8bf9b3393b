/** The operation groups outside of the domain, which are listed last. */
const own: Readonly<Record<string, string>> = {
  System: 'Health and version of the program, for operators.',
};

/**
 * Lists the groups of the operations in the order of their descriptions; groups without a description come last.
 * @param said the purposes of the groups, in the order of use
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
