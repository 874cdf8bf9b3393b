/**
 * The maximum number of times that a text is cleaned. A text that still changes afterwards was crafted to evade the
 * cleaning.
 */
const mostRounds = 6;

/**
 * Removes links, images, tags and URLs from a text; the text of links stays.
 * @param links URLs that may stay
 * @returns undefined for a text that changes with every cleaning
 */
export function withoutMarkup(text: string, links: readonly string[]): string | undefined {
  let before = text;
  for (let round = 0; round < mostRounds; round++) {
    const after = tidy(withoutAddresses(withoutTags(before), links));
    if (after === before) return after;
    before = after;
  }
  return undefined;
}

/** The beginning of a word, in any script. */
const edge = String.raw`(?<![\p{L}\p{N}_])`;
const rest = String.raw`[^\s<>"'\])]`;
const label = String.raw`[\p{L}\p{N}_-]{1,63}`;

/** Matches full URLs, names that begin with www, and host names with a path, query or fragment. */
const address = new RegExp(
  [
    String.raw`${edge}[a-z][a-z0-9+.-]{0,30}:\/\/${rest}*`,
    `${edge}(?:javascript|vbscript|data|mailto|tel|sms|file|blob):${rest}+`,
    String.raw`${edge}www\.${rest}+`,
    String.raw`${edge}(?:(?:${label}\.){1,8}\p{L}{2,63}|\d{1,3}(?:\.\d{1,3}){3})(?::\d{1,5})?(?:\/${rest}*|[?#]${rest}+)`,
  ].join('|'),
  'giu',
);

const withoutAddresses = (text: string, links: readonly string[]): string =>
  text.replaceAll(address, (found) => {
    const end = /[.,;:!?]{0,5}$/.exec(found)?.[0] ?? '';
    return links.includes(found.slice(0, found.length - end.length)) ? found : end;
  });

/** Brackets that contain only numbers are a source marker, even as part of a link. */
const isSource = /^[\d,;\s]+$/;

const withoutTags = (text: string): string =>
  text
    .replaceAll(/<\/?[a-z!?][^<>]{0,2000}>/gi, '')
    .replaceAll(/!?\[([^[\]]{0,1000})\]\s?\([^()]{0,2000}\)/g, (_, words: string) =>
      isSource.test(words) ? `[${words}]` : words,
    )
    .replaceAll('![', '[')
    .replaceAll('](', '] (')
    // In Markdown, brackets followed by a colon define the URL of a reference.
    .replaceAll(/\][^\S\n]?:/g, ']')
    .replaceAll(/<(?=[a-z/!?])/gi, '< ');

const tidy = (text: string): string =>
  text
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ (?=[.,;!?](?:\s|$))/g, '')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
