import type { Document } from './document.ts';

/** An operation by its place in the API, and where a client has it. */
export type Named = { operationId: string; verb: string; path: string; group: string; name: string };

/** Words that the names of operations use for the first part of a path, and the group. All exceptions to the rule. */
const wordsOf: Readonly<Record<string, { word: string; group?: string }>> = {
  '/.well-known': { word: 'authentication', group: 'authentication' },
  '/livez': { word: 'system', group: 'system' },
  '/oauth2': { word: 'authentication', group: 'authentication' },
  '/org': { word: 'organization' },
  '/readyz': { word: 'system', group: 'system' },
  '/user': { word: 'account', group: 'account' },
  '/version': { word: 'system', group: 'system' },
  '~/partnerPortal': { word: 'portal', group: 'partnerPortal' },
  '~/user': { word: 'member' },
};

/** Names that the rule would give otherwise. `events.follow` goes on from page to page: one page is read. */
const names: Readonly<Record<string, string>> = { followEvents: 'read' };

const organization = '/org/{orgId}';

/** `~/offer/{offerId}` for what is in an organization. Versions and the partner of a list say nothing of the noun. */
const shortened = (path: string): string =>
  path === organization
    ? '/org'
    : path.replace(`${organization}/`, '~/').replace(/^~\/(v\d+|partner\/\{\w+\})\//, '~/');

const firstPart = (path: string): string => /^~?\/[^/]+/.exec(shortened(path))?.[0] ?? '';

const toWords = (name: string): string[] => name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? [];
const lower = (words: readonly string[]): string[] => words.map((word) => word.toLowerCase());
const singular = (word: string): string =>
  word
    .replace(/ies$/, 'y')
    .replace(/(ch|sh|s|x)es$/, '$1')
    .replace(/([^s])s$/, '$1');
const plural = (word: string): string =>
  /[^aeiou]y$/.test(word) ? word.replace(/y$/, 'ies') : `${word}${/(ch|sh|s|x)$/.test(word) ? 'es' : 's'}`;
const joined = (words: readonly string[]): string => {
  const [first = '', ...rest] = words;
  return first.toLowerCase() + rest.join('');
};

const prepositions = ['by', 'from', 'in', 'of', 'out', 'to'];

type Noun = { part: string; words: string[]; group: string };

const nounOf = (part: string): Noun => {
  const own = wordsOf[part]?.word ?? part.replace(/^~?\//, '');
  return { part, words: lower(toWords(own)), group: wordsOf[part]?.group ?? own };
};

/** Where the words of a noun stand in a name, in the singular or the plural; -1 for nowhere. */
const placeOf = (noun: Noun, words: readonly string[]): number =>
  words.findIndex((_, start) =>
    noun.words.every((word, index) => {
      const other = words[start + index]?.toLowerCase() ?? '';
      const isLast = index === noun.words.length - 1;
      return other === word || (isLast && singular(other) === singular(word));
    }),
  );

/**
 * Finds group and method of each operation. The group is the first noun of the path where the operation's name says it,
 * else the first noun that the name says, else the first part of the path. The method is the name without the noun, and
 * without a preposition that is left at its end: `listOffersByContact` of `contact/…/offer` is `contacts.listOffers`.
 */
export function nameOperations(document: Document): Named[] {
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([verb, { operationId }]) => ({ operationId, verb, path })),
  );
  const nouns = nounsOf(operations);
  const named = operations.map((operation) => ({ ...operation, ...nameOf(operation, nouns) }));
  const plurals = new Set(
    named.filter(({ noun, words }) => isPlural(noun, words)).map(({ noun }) => noun.part),
  );
  for (const { part, group } of nouns) if (isNamedById(operations, part, group)) plurals.add(part);
  return named.map(({ operationId, verb, path, noun, name }) => ({
    operationId,
    verb,
    path,
    name,
    group: plurals.has(noun.part) && !wordsOf[noun.part]?.group ? inPlural(noun) : noun.group,
  }));
}

type Placed = { operationId: string; verb: string; path: string };

/** What can be read is a noun; other first parts of paths are verbs, or ways in. */
function nounsOf(operations: readonly Placed[]): Noun[] {
  const parts = operations
    .filter(({ verb, path }) => verb === 'get' && /^(~|\/org$)/.test(shortened(path)))
    .map(({ path }) => firstPart(path));
  return [...new Set(parts)].map(nounOf);
}

function nameOf({ operationId, path }: Placed, nouns: readonly Noun[]) {
  const words = toWords(operationId);
  const own = nounOf(firstPart(path));
  const isNoun = nouns.some(({ part }) => part === own.part);
  const said = nouns
    .map((noun) => ({ noun, place: placeOf(noun, words) }))
    .filter(({ place }) => place >= 0)
    .sort((one, other) => one.place - other.place || other.noun.words.length - one.noun.words.length);
  const noun = isNoun && placeOf(own, words) >= 0 ? longest(own, said) : (said[0]?.noun ?? own);
  return { noun, words, name: names[operationId] ?? methodOf(words, noun) };
}

/** Of two nouns at one place the longer one is meant: a usage record group is no usage record. */
const longest = (own: Noun, said: readonly { noun: Noun; place: number }[]): Noun => {
  const place = said.find(({ noun }) => noun === own || noun.part === own.part)?.place;
  return said.find((each) => each.place === place)?.noun ?? own;
};

function methodOf(words: readonly string[], noun: Noun): string {
  const place = placeOf(noun, words);
  const left =
    place < 0 ? [...words] : words.filter((_, at) => at < place || at >= place + noun.words.length);
  while (
    place > 0 &&
    left.length > 1 &&
    place + noun.words.length === words.length &&
    isPreposition(left.at(-1))
  )
    left.pop();
  return joined(left.length > 0 ? left : words);
}

const isPreposition = (word = ''): boolean => prepositions.includes(word.toLowerCase());

const isPlural = (noun: Noun, words: readonly string[]): boolean => {
  const said = words[placeOf(noun, words) + noun.words.length - 1]?.toLowerCase();
  return placeOf(noun, words) >= 0 && said !== noun.words.at(-1) && said !== undefined;
};

const isNamedById = (operations: readonly Placed[], part: string, group: string): boolean =>
  operations.some(({ path }) => shortened(path).startsWith(`${part}/{`)) && !group.endsWith('Id');

const inPlural = ({ part, group }: Noun): string => {
  const words = toWords(wordsOf[part]?.word ?? group);
  return joined([...words.slice(0, -1), plural(singular(words.at(-1) as string))]);
};
