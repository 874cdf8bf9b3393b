import { isGenerated, type Source } from './sources.ts';

/** A rule, which returns its violations in the sources as file and text. */
export type Rule = (sources: readonly Source[]) => string[];

const withoutComments = (text: string): string => text.replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, '');

/** Applies a rule to each source separately, except to files generated from the migrations. */
const inEach =
  (find: (text: string) => string[]): Rule =>
  (sources) =>
    sources
      .filter((source) => !isGenerated(source))
      .flatMap(({ file, text }) => find(withoutComments(text)).map((found) => `${file}: ${found}`));

const matches = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map((match) => match[0].trim());

/** In a file that imports HTTP status names, `status` is an HTTP status. */
const isOfHttp = (text: string): boolean => /\bSTATUS_CODES\b[^;]*\bfrom 'node:http'/.test(text);

/** Finds members and parameters that contain a record's state and have the type string. */
const textStatuses = inEach((text) => (isOfHttp(text) ? [] : matches(text, /\bstatus\??: string\b.*/g)));

const closing: Readonly<Record<string, string>> = { '<': '>', '(': ')', '[': ']', '{': '}' };

/** Returns the comma-separated items of the brackets that open at `start`; commas in inner brackets do not count. */
function partsAt(text: string, start: number): string[] {
  const parts = [''];
  const open: string[] = [];
  for (const letter of text.slice(start)) {
    if (closing[letter] !== undefined) open.push(closing[letter]);
    else if (letter === open.at(-1)) open.pop();
    if (open.length === 0) break;
    if (letter === ',' && open.length === 1) parts.push('');
    else parts.push(`${parts.pop()}${letter}`);
  }
  return parts.map((part) => part.replace(/^[<([{]/, '').trim());
}

/** Returns the tables with a status of type string, according to the types generated from the migrations. */
function tablesWithStatus(sources: readonly Source[]): string[] {
  const { text = '' } = sources.find(isGenerated) ?? {};
  return [...text.matchAll(/^ {2}(\w+): \{\n((?: {4}.*\n)*)/gm)]
    .filter(([, , columns]) => /^ {4}status: string\b/m.test(columns as string))
    .map(([, table]) => table as string);
}

/** Returns the field lists that `ColumnsOf<typeof name>` uses, from all sources. */
const fieldLists = (sources: readonly Source[]): ReadonlyMap<string, string> =>
  new Map(
    sources.flatMap(({ text }) =>
      [...text.matchAll(/\bconst (\w+) = (\[[\s\S]*?\n\]) as const/g)].map(([, name, list]) => [
        name as string,
        list as string,
      ]),
    ),
  );

/** Finds row types with a status of the table's type string instead of the possible states. */
const untypedRows: Rule = (sources) => {
  const tables = tablesWithStatus(sources);
  const lists = fieldLists(sources);
  const hasStatus = (columns: string | undefined): boolean =>
    columns === undefined ||
    columns.includes("'status'") ||
    [...columns.matchAll(/\btypeof (\w+)/g)].some(([, name = '']) =>
      lists.get(name)?.includes(", 'status',"),
    );
  const isUntyped = ([table = '', columns, narrowed = '']: string[]) =>
    tables.some((name) => table === `'${name}'`) && hasStatus(columns) && !/\bstatus:/.test(narrowed);
  return inEach((text) =>
    [...text.matchAll(/\b(?:New|Outer)?RowOf(?=<')/g)]
      .filter(({ 0: word, index }) => isUntyped(partsAt(text, index + word.length)))
      .map(({ 0: word, index }) => text.slice(index, text.indexOf('>', index + word.length) + 1)),
  )(sources);
};

/** Finds record states that have the type string. */
export const statusesAsText: Rule = (sources) => [...textStatuses(sources), ...untypedRows(sources)];

/** Finds casts of request parameters, which are typed by the path of the route. */
export const castParameters = inEach((text) =>
  matches(text, /\bparams(\??\.\w+|\[[^\]]*\])?(!|\)? as\b).*/g),
);

const mostParameters = 8;
const insertBegins = /\bINSERT INTO [^(]*\([^)]*\)\s*(?:VALUES\s*(?=\()|(?=SELECT \$))/g;
const selectEnds = /\bFROM\b|\bON CONFLICT\b|\bRETURNING\b|`|'[,;]?\s*\n\s*values\b/;

/** Returns the values of an insert whose list begins at `start`. */
const insertedAt = (text: string, start: number): string =>
  text[start] === '(' ? partsAt(text, start).join() : (text.slice(start).split(selectEnds, 1)[0] ?? '');

/** Finds inserts, with VALUES or SELECT, that have more hand-numbered parameters than a reader can verify. */
export const countedParameters = inEach((text) =>
  [...text.matchAll(insertBegins)]
    .filter(({ 0: begin, index }) => {
      const values = insertedAt(text, index + begin.length);
      return matches(values, /\$\d+/g).length > mostParameters;
    })
    .map(([begin]) => begin.split('\n')[0] as string),
);

/** Returns the names of statements, each with its text or the text from which it is built. */
const namedStatements = (text: string): [name: string, words: string][] =>
  [...text.matchAll(/\bname: '(\w+)',\s*text:|\b(?:defineStatement|insertInto)\(\s*'(\w+)'/g)].map(
    (match) => {
      const rest = text.slice(match.index + match[0].length).trimStart();
      const literal = /^('[^'\n]*'|`[^`]*`)/.exec(rest)?.[0] ?? rest.slice(0, 200);
      return [(match[1] ?? match[2]) as string, literal.replaceAll(/\s+/g, ' ')];
    },
  );

/** Lists the names of the statements in the sources. */
export const namesOfStatements: Rule = (sources) =>
  sources.flatMap(({ text }) => namedStatements(withoutComments(text)).map(([name]) => name));

/**
 * Finds names that several different statements share. A connection prepares a name only once, and would run
 * the first statement for all of them.
 */
export const sharedNames: Rule = (sources) => {
  const known = new Map<string, string>();
  return sources
    .filter((source) => !isGenerated(source))
    .flatMap(({ file, text }) =>
      namedStatements(withoutComments(text)).flatMap(([name, words]) => {
        const first = known.get(name);
        if (first === undefined) known.set(name, words);
        return first === undefined || first === words ? [] : [`${file}: ${name}`];
      }),
    );
};
