import { TextList } from './packet.ts';
import type {
  ColumnOf,
  ColumnType,
  CompleteInsert,
  InsertColumn,
  ParameterOf,
  TableName,
  ValuesFor,
} from './rows.ts';
import type { Statement } from './statement.ts';
import { columnTypes } from './tables.ts';

/** A group of statement parameters, with the SQL that refers to them and the values that are sent. */
export type Part<Sql, Given> = {
  /** The number of parameters. */
  count: number;
  /** @param first the number of the first parameter */
  sql: (first: number) => Sql;
  values: (given: Given) => unknown[];
};

// biome-ignore lint/suspicious/noExplicitAny: a statement has parts of many types
type Parts = Readonly<Record<string, Part<any, any>>>;
type SqlOf<P extends Parts> = {
  readonly [K in keyof P]: P[K] extends Part<infer Sql, infer _> ? Sql : never;
};
type ParameterValues<P extends Parts> = {
  readonly [K in keyof P]: P[K] extends Part<infer _, infer Given> ? Given : never;
};

/**
 * Builds the text of a statement once, and returns the function that fills in its values. Parameters are numbered in
 * the order in which the parts are listed.
 */
export function defineStatement<const P extends Parts>(
  name: string,
  parts: P,
  text: (sql: SqlOf<P>) => string,
): (given: ParameterValues<P>) => Statement {
  const named = Object.entries(parts);
  let next = 1;
  const sql: Record<string, unknown> = {};
  for (const [key, part] of named) {
    sql[key] = part.sql(next);
    next += part.count;
  }
  const made = text(sql as SqlOf<P>);
  return (given) => ({
    name,
    text: made,
    values: named.flatMap(([key, part]) => part.values(given[key])),
  });
}

type ColumnsSql<T extends TableName, C extends ColumnOf<T>> = {
  /** The typed parameter of each column: `$3::jsonb`. */
  readonly at: Readonly<Record<C, string>>;
  /** The assignments of an UPDATE: `name = $3::text, info = $4::jsonb`. */
  readonly set: string;
  /** Returns the condition of a WHERE: `o.organization_id = $1::text AND o.id = $2::text`. */
  equals(alias: string): string;
  /**
   * Builds `INSERT INTO job (…) SELECT …`, to which FROM and WHERE can be appended. It compiles only if every required
   * column has a value.
   * @param others SQL expressions for columns without a parameter
   * @param alias the row's alias in the ON CONFLICT and RETURNING clauses
   */
  insert<const E extends ValueExpressions<T>>(
    others: E & CompleteInsert<T, C | keyof E>,
    alias?: string,
  ): string;
};
/** SQL expressions for column values: other parameters, or constants. */
type ValueExpressions<T extends TableName> = { readonly [K in InsertColumn<T>]?: string };

/** Creates one parameter for each column, for a row that is written or looked up. */
export function columns<T extends TableName, const C extends readonly ColumnOf<T>[]>(
  table: T,
  names: C,
): Part<ColumnsSql<T, C[number]>, ValuesFor<T, C[number]>> {
  return {
    count: names.length,
    sql: (first) => {
      const listed = names.map((name, index) => [name, `$${first + index}::${typeOf(table, name)}`] as const);
      return {
        at: Object.fromEntries(listed) as Record<C[number], string>,
        set: listed.map(([name, parameter]) => `${name} = ${parameter}`).join(', '),
        equals: (alias) => listed.map(([name, parameter]) => `${alias}.${name} = ${parameter}`).join(' AND '),
        insert: (others, alias) => insertText(table, [...listed, ...written(others)], alias),
      };
    },
    values: (given) => names.map((name: C[number]) => given[name]),
  };
}

/** Builds the select list of columns: `e.id, e.action`. The table is the type argument: `selected<'event'>`. */
export const selectList = <T extends TableName = never>(
  alias: string,
  names: readonly NoInfer<ColumnOf<T>>[],
): string => names.map((name) => `${alias}.${name}`).join(', ');

/** Creates an optional part, whose parameters are null if the part is undefined. */
export const optional = <Sql, Given>(part: Part<Sql, Given>): Part<Sql, Given | undefined> => ({
  ...part,
  values: (given) => (given === undefined ? new Array(part.count).fill(null) : part.values(given)),
});

type ChangesSql = {
  /** Returns the assignments of an UPDATE: `status = coalesce($3::text, o.status)`. */
  set(alias: string): string;
};

/** Creates one parameter for each column of an UPDATE. A column whose value is null or undefined keeps its value. */
export function changes<T extends TableName, const C extends readonly ColumnOf<T>[]>(
  table: T,
  names: C,
): Part<ChangesSql, { readonly [K in C[number]]: ValuesFor<T, C[number]>[K] | null | undefined }> {
  return {
    count: names.length,
    sql: (first) => ({
      set: (alias) =>
        names
          .map(
            (name, index) =>
              `${name} = coalesce($${first + index}::${typeOf(table, name)}, ${alias}.${name})`,
          )
          .join(', '),
    }),
    values: (given) => names.map((name: C[number]) => given[name]),
  };
}

type RowsSql<T extends TableName, C extends ColumnOf<T>> = {
  /** Builds `unnest($2::text[], $3::text[]) AS n (id, name)`, with one row for each given row. */
  unnest(alias: string): string;
  /**
   * Builds `INSERT INTO job (…) SELECT n.id, …`, to which a FROM with `unnest` is appended. See `insert` of `columns`.
   */
  insert<const E extends ValueExpressions<T>>(
    from: string,
    others: E & CompleteInsert<T, C | keyof E>,
    alias?: string,
  ): string;
};

/**
 * Builds the parameters for many rows, with one list for each column and for each additional value of the statement.
 */
export function rows<
  T extends TableName,
  const C extends readonly ColumnOf<T>[],
  const More extends Readonly<Record<string, ColumnType>> = Record<never, ColumnType>,
>(
  table: T,
  names: C,
  more?: More,
): Part<RowsSql<T, C[number]>, readonly (ValuesFor<T, C[number]> & ParametersFor<More>)[]> {
  const typed = [
    ...names.map((name) => [name, typeOf(table, name)] as const),
    ...Object.entries<ColumnType>(more ?? {}),
  ];
  return {
    count: typed.length,
    sql: (first) => ({
      unnest: (alias) => {
        const lists = typed.map(([, type], index) => `$${first + index}::${asElement(type)}[]`);
        return `unnest(${lists.join(', ')}) AS ${alias} (${typed.map(([name]) => name).join(', ')})`;
      },
      insert: (from, others, alias) => {
        const selected = names.map(
          (name) => [name, fromElement(`${from}.${name}`, typeOf(table, name))] as const,
        );
        return insertText(table, [...selected, ...written(others)], alias);
      },
    }),
    values: (given) => {
      const lists = typed.map(([name, type]) => listOf(given, name, type));
      if (lists.every((list) => list === null)) return typed.map(() => given.map(() => null));
      return lists.map((list, index) =>
        list && isJson(typed[index]?.[1]) ? new TextList(list as (string | null | undefined)[]) : list,
      );
    },
  };
}

/**
 * Lists the values of a column. If all values are null, returns null, which has the same effect if other lists are
 * present.
 */
function listOf(given: readonly object[], name: string, type: ColumnType): unknown[] | null {
  let isEmpty = true;
  const list = given.map((row) => {
    const value = (row as Readonly<Record<string, unknown>>)[name];
    if (value !== null && value !== undefined) isEmpty = false;
    return type === 'text[]' && value ? JSON.stringify(value) : value;
  });
  return isEmpty && given.length > 0 ? null : list;
}

type ParametersFor<V extends Readonly<Record<string, ColumnType>>> = {
  readonly [K in keyof V]: ParameterOf<V[K]> | null | undefined;
};

/** Creates parameters without a column. */
export function parameters<const V extends Readonly<Record<string, ColumnType>>>(
  types: V,
): Part<{ readonly [K in keyof V]: string }, ParametersFor<V>> {
  const typed = Object.entries<ColumnType>(types);
  return {
    count: typed.length,
    sql: (first) =>
      Object.fromEntries(typed.map(([name, type], index) => [name, `$${first + index}::${type}`])) as {
        [K in keyof V]: string;
      },
    values: (given) => typed.map(([name]) => given[name]),
  };
}

/**
 * Builds the statement that inserts one row.
 * @param options.others SQL expressions for columns without a parameter
 * @param options.after an ON CONFLICT or RETURNING clause, appended to the text
 */
export function insertInto<
  T extends TableName,
  const C extends readonly InsertColumn<T>[],
  const E extends ValueExpressions<T> = Record<never, string>,
>(
  name: string,
  table: T,
  names: C & CompleteInsert<T, C[number] | keyof E>,
  options: { alias?: string; others?: E; after?: string } = {},
): (values: ValuesFor<T, C[number]>) => Statement {
  const fill = defineStatement(name, { row: columns<T, C>(table, names) }, ({ row }) => {
    const others = (options.others ?? {}) as Parameters<typeof row.insert>[0];
    const inserted = row.insert(others, options.alias);
    return options.after === undefined ? inserted : `${inserted} ${options.after}`;
  });
  return (values) => fill({ row: values });
}

/** Builds `INSERT INTO job (…) SELECT …` from SQL without parameters. FROM and WHERE can be appended. */
export const insertSql = <T extends TableName, const E extends ValueExpressions<T>>(
  table: T,
  values: E & CompleteInsert<T, keyof E>,
  alias?: string,
): string => insertText(table, written(values), alias);

const written = (values: object) => Object.entries(values as Readonly<Record<string, string>>);

function insertText(
  table: string,
  values: readonly (readonly [name: string, sql: string])[],
  alias: string | undefined,
): string {
  const names = values.map(([name]) => name).join(', ');
  const selected = values.map(([, sql]) => sql).join(', ');
  return `INSERT INTO ${alias === undefined ? table : `${table} AS ${alias}`} (${names}) SELECT ${selected}`;
}

function typeOf(table: TableName, column: string): ColumnType {
  const types: Readonly<Record<string, Readonly<Record<string, ColumnType>>>> = columnTypes;
  return types[table]?.[column] ?? 'text';
}

const isJson = (type: ColumnType | undefined): boolean => type === 'json' || type === 'jsonb';

/**
 * Lists of JSON and nested lists are sent as lists of text: PostgreSQL arrays cannot contain lists of different
 * lengths.
 */
const asElement = (type: ColumnType): ColumnType => (isJson(type) || type === 'text[]' ? 'text' : type);

function fromElement(element: string, type: ColumnType): string {
  if (type === 'text[]')
    return `CASE WHEN ${element} IS NOT NULL THEN ARRAY(SELECT jsonb_array_elements_text(${element}::jsonb)) END`;
  return asElement(type) === type ? element : `${element}::${type}`;
}
