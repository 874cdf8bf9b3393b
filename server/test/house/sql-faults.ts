import { isGenerated, type Source } from './sources.ts';

/** What a rule finds in the sources, each as the file and the words that it stands at. */
export type Rule = (sources: readonly Source[]) => string[];

const withoutComments = (text: string): string => text.replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, '');

/** In each source by itself, but in what is made from the migrations. */
const inEach =
  (find: (text: string) => string[]): Rule =>
  (sources) =>
    sources
      .filter((source) => !isGenerated(source))
      .flatMap(({ file, text }) => find(withoutComments(text)).map((found) => `${file}: ${found}`));

const matches = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map((match) => match[0].trim());

/** Where the names of HTTP's statuses are asked for, a status is HTTP's. */
const isOfHttp = (text: string): boolean => /\bSTATUS_CODES\b[^;]*\bfrom 'node:http'/.test(text);

/** Members and parameters that are the state of a record, and any text to the compiler. */
const textStatuses = inEach((text) => (isOfHttp(text) ? [] : matches(text, /\bstatus\??: string\b.*/g)));

const closing: Readonly<Record<string, string>> = { '<': '>', '(': ')', '[': ']', '{': '}' };

/** What stands in the brackets that open at `start`, cut at the commas that are in no others. */
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

/** Tables with a status that is any text, as the types that are made from the migrations say. */
function tablesWithStatus(sources: readonly Source[]): string[] {
  const { text = '' } = sources.find(isGenerated) ?? {};
  return [...text.matchAll(/^ {2}(\w+): \{\n((?: {4}.*\n)*)/gm)]
    .filter(([, , columns]) => /^ {4}status: string\b/m.test(columns as string))
    .map(([, table]) => table as string);
}

/** The lists of fields by which `ColumnsOf<typeof name>` names columns, of all sources. */
const fieldLists = (sources: readonly Source[]): ReadonlyMap<string, string> =>
  new Map(
    sources.flatMap(({ text }) =>
      [...text.matchAll(/\bconst (\w+) = (\[[\s\S]*?\n\]) as const/g)].map(([, name, list]) => [
        name as string,
        list as string,
      ]),
    ),
  );

/** Rows with a status that is what the table says, and not which states it can be. */
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

/** Says where the state of a record is any text to the compiler. */
export const statusesAsText: Rule = (sources) => [...textStatuses(sources), ...untypedRows(sources)];

/** Says where the parameters of a request are cast, which the path of a route types. */
export const castParameters = inEach((text) =>
  matches(text, /\bparams(\??\.\w+|\[[^\]]*\])?(!|\)? as\b).*/g),
);

const mostParameters = 8;
const insertBegins = /\bINSERT INTO [^(]*\([^)]*\)\s*(?:VALUES\s*(?=\()|(?=SELECT \$))/g;
const selectEnds = /\bFROM\b|\bON CONFLICT\b|\bRETURNING\b|`|'[,;]?\s*\n\s*values\b/;

/** The values of an insert whose list begins at `start`. */
const insertedAt = (text: string, start: number): string =>
  text[start] === '(' ? partsAt(text, start).join() : (text.slice(start).split(selectEnds, 1)[0] ?? '');

/** Says where an insert counts more parameters by hand, in VALUES or after a SELECT, than one can read. */
export const countedParameters = inEach((text) =>
  [...text.matchAll(insertBegins)]
    .filter(({ 0: begin, index }) => {
      const values = insertedAt(text, index + begin.length);
      return matches(values, /\$\d+/g).length > mostParameters;
    })
    .map(([begin]) => begin.split('\n')[0] as string),
);

/** The names of statements with what is written behind each: its text, or that of what it is made of. */
const namedStatements = (text: string): [name: string, words: string][] =>
  [...text.matchAll(/\bname: '(\w+)',\s*text:|\b(?:defineStatement|insertInto)\(\s*'(\w+)'/g)].map(
    (match) => {
      const rest = text.slice(match.index + match[0].length).trimStart();
      const literal = /^('[^'\n]*'|`[^`]*`)/.exec(rest)?.[0] ?? rest.slice(0, 200);
      return [(match[1] ?? match[2]) as string, literal.replaceAll(/\s+/g, ' ')];
    },
  );

/** Lists the names of the statements that stand in the sources. */
export const namesOfStatements: Rule = (sources) =>
  sources.flatMap(({ text }) => namedStatements(withoutComments(text)).map(([name]) => name));

/**
 * Names that two statements have which are not the same: a connection prepares a text by its name once, and runs that one from
 * then on.
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
