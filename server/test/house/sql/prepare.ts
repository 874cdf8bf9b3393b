import pg from 'pg';
import { standsForUnknown } from './unknown.ts';

/** What PostgreSQL does not know in a text: a name, or what it says of the whole. */
export type Refusal = { at: number; name: string; message: string; hint: string | undefined };

export type Prepared = {
  refusals: Refusal[];
  /** Names that stand for what is not known, in whose place anything was read. */
  unknown: number;
  /** What PostgreSQL said where it could read no further. */
  stopped: string | undefined;
};

export type Client = Pick<pg.ClientBase, 'query'>;

/** Whether it is a statement that has columns and can be prepared; what else is sent sets or locks something. */
export const canBePrepared = (text: string): boolean =>
  /^[\s(]*(SELECT|WITH|INSERT|UPDATE|DELETE|VALUES)\b/i.test(text);

/** Something else in the place of a name: a column that the tests have added, or no value at all. */
type Substitute = { at: number; name: string; column: string; added: readonly string[] | undefined };
/** Which type columns have, as an index of `types`; the first where none is named. */
type Types = ReadonlyMap<string, number>;

const undefinedColumn = '42703';
const mostNames = 60;

/**
 * Has PostgreSQL read a statement with all of its names, without running it. After a name that it does not know it goes
 * on with something else in its place, so that each use is found.
 */
export async function prepare(client: Client, text: string): Promise<Prepared> {
  const prepared: Prepared = { refusals: [], unknown: 0, stopped: undefined };
  const substitutes: Substitute[] = [];
  let types: Types = new Map();
  for (let round = 0; round < mostNames; round++) {
    const error = await errorOf(client, textWith(text, substitutes, types));
    if (!error) return prepared;
    const at = placeIn(substitutes, types, Number(error.position ?? 1) - 1);
    const name = /^(?:"?\w+"?\.)?"?\w+"?/.exec(text.slice(at))?.[0] ?? '';
    const isName = /^42(703|P01|883|704)$/.test(error.code ?? '');
    if (isName && standsForUnknown(name)) prepared.unknown++;
    else if (isName || substitutes.length === 0)
      prepared.refusals.push({
        at,
        name,
        message: error.message,
        hint: error.hint ?? (await nearMiss(client, error)),
      });
    const substitute =
      error.code === undefinedColumn ? await substituteOf(client, at, name, error) : undefined;
    const next = isName ? types : await otherTypes(client, text, substitutes, types);
    if (!next || (isName && !substitute)) return { ...prepared, stopped: error.message };
    if (substitute) substitutes.push(substitute);
    types = next;
  }
  return { ...prepared, stopped: `more than ${mostNames} names` };
}

const before = 'PREPARE statement_of_sources AS ';

/** What PostgreSQL says of a statement, with the position in it. */
async function errorOf(client: Client, text: string): Promise<pg.DatabaseError | undefined> {
  try {
    await client.query(`${before}${text}\n; DEALLOCATE statement_of_sources`);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    if (error.position) error.position = String(Number(error.position) - before.length);
    return error;
  }
  return undefined;
}

const inOrder = (substitutes: readonly Substitute[]) => [...substitutes].sort((a, b) => a.at - b.at);

function textWith(text: string, substitutes: readonly Substitute[], types: Types): string {
  let made = '';
  let from = 0;
  for (const substitute of inOrder(substitutes)) {
    made += text.slice(from, substitute.at) + putFor(substitute, types);
    from = substitute.at + substitute.name.length;
  }
  return made + text.slice(from);
}

/** Where in the text itself a position is of the one with substitutes. */
function placeIn(substitutes: readonly Substitute[], types: Types, position: number): number {
  let place = position;
  for (const substitute of inOrder(substitutes))
    if (substitute.at < place) place += substitute.name.length - putFor(substitute, types).length;
  return place;
}

/** Types of what may stand in the place of a name, until one fits what is around it. */
const possibleTypes = ['text', 'jsonb', 'timestamptz', 'bigint', 'boolean', 'text[]', 'bytea', 'numeric'];

function putFor({ column, added }: Substitute, types: Types): string {
  const type = types.get(column);
  if (added) return added[type ?? 0] as string;
  return type === undefined ? 'NULL' : `NULL::${possibleTypes[type]}`;
}

async function substituteOf(client: Client, at: number, name: string, refused: pg.DatabaseError) {
  const last = name.split('.').at(-1) ?? name;
  const column = standsForUnknown(name) ? `${last} ${at}` : last.replaceAll('"', '');
  // A column that is written: nothing but another column can stand there.
  const table = / of relation "(\w+)"/.exec(refused.message)?.[1];
  if (table === undefined) return { at, name, column, added: undefined };
  const added = await addColumns(client, table);
  return added && { at, name, column, added };
}

let columnsAdded = 0;

/** Adds a column of each type to a table; nothing can be added to a view. */
async function addColumns(client: Client, table: string): Promise<string[] | undefined> {
  const { rowCount } = await client.query(
    `SELECT FROM pg_class WHERE oid = to_regclass($1) AND relkind = 'v'`,
    [`public.${table}`],
  );
  if (rowCount !== 0) return undefined;
  const columns = possibleTypes.map((type) => ({ type, name: `put_in_${++columnsAdded}` }));
  const added = columns.map(({ type, name }) => `ADD COLUMN ${name} ${type}`);
  await client.query(`ALTER TABLE ${pg.escapeIdentifier(table)} ${added.join(', ')}`);
  return columns.map(({ name }) => name);
}

/** Types of which that of one column is another, with which PostgreSQL reads on. */
async function otherTypes(client: Client, text: string, substitutes: readonly Substitute[], types: Types) {
  const columns = new Set(substitutes.map(({ column }) => column).reverse());
  for (const column of columns)
    for (const type of possibleTypes.keys()) {
      const tried = new Map(types).set(column, type);
      const error = await errorOf(client, textWith(text, substitutes, tried));
      if (!error || error.code === undefinedColumn) return tried;
    }
  return undefined;
}

/** The column of the table that is written most like one that it does not have, where PostgreSQL names none. */
async function nearMiss(client: Client, { message }: pg.DatabaseError): Promise<string | undefined> {
  const [, missing, table] = /^column "(\w+)" of relation "(\w+)"/.exec(message) ?? [];
  if (!missing || !table) return undefined;
  const { rows } = await client.query<{ column: string }>(
    `SELECT attname AS column FROM pg_attribute
     WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped AND attname NOT LIKE 'put\\_in\\_%'`,
    [`public.${table}`],
  );
  const pairs = pairsOf(missing);
  const likeness = ({ column }: { column: string }) => {
    const shared = [...pairsOf(column)].filter((pair) => pairs.has(pair)).length;
    return (2 * shared) / (pairs.size + pairsOf(column).size);
  };
  const [nearest] = rows.sort((a, b) => likeness(b) - likeness(a));
  return nearest && likeness(nearest) >= 0.4 ? `Perhaps you meant "${table}.${nearest.column}".` : undefined;
}

/** The letters of a word in twos. */
const pairsOf = (word: string): Set<string> =>
  new Set(Array.from({ length: word.length - 1 }, (_, index) => word.slice(index, index + 2)));
