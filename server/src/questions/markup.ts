/** How often a text is cleaned until nothing of it changes any more: what is still not clean then was made to be so. */
const mostRounds = 6;

/**
 * Takes links, pictures, tags and addresses out of a text; of links their words stay.
 * @param links addresses that may stay
 * @returns nothing for a text that shows another one each time
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

/** Where a word begins or ends, in any script. */
const edge = String.raw`(?<![\p{L}\p{N}_])`;
const rest = String.raw`[^\s<>"'\])]`;
const label = String.raw`[\p{L}\p{N}_-]{1,63}`;

/** Whole addresses, those that begin with www, and names of hosts with a path, a query or a place. */
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

/** What is in the brackets of a link that is only numbers is a source. */
const isSource = /^[\d,;\s]+$/;

const withoutTags = (text: string): string =>
  text
    .replaceAll(/<\/?[a-z!?][^<>]{0,2000}>/gi, '')
    .replaceAll(/!?\[([^[\]]{0,1000})\]\s?\([^()]{0,2000}\)/g, (_, words: string) =>
      isSource.test(words) ? `[${words}]` : words,
    )
    .replaceAll('![', '[')
    .replaceAll('](', '] (')
    // Of a bracket and a colon Markdown makes the address of other brackets.
    .replaceAll(/\][^\S\n]?:/g, ']')
    .replaceAll(/<(?=[a-z/!?])/gi, '< ');

const tidy = (text: string): string =>
  text
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ (?=[.,;!?](?:\s|$))/g, '')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
