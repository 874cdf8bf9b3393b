import type { columnTypes, Defaulted, Generated, Tables } from './tables.ts';

export type TableName = keyof Tables;
export type ColumnOf<T extends TableName> = keyof Tables[T] & string;

/**
 * The columns of a table as a query returns them: times as RFC 3339 text, JSON and decimals as the database's text.
 * `Narrowed` defines a more precise type for some columns, such as the values of a status.
 */
export type RowOf<
  T extends TableName,
  C extends ColumnOf<T> = ColumnOf<T>,
  Narrowed extends { readonly [K in C]?: Tables[T][K] } = object,
> = { [K in C]: K extends keyof Narrowed ? Narrowed[K] : Tables[T][K] };

/** The row of a table in an outer join: every column may be null. */
export type OuterRowOf<T extends TableName, C extends ColumnOf<T>> = { [K in C]: Tables[T][K] | null };

/** The columns of a row to be written, in the format in which a query returns them. Undefined means null. */
export type NewRowOf<
  T extends TableName,
  C extends ColumnOf<T>,
  Narrowed extends { readonly [K in C]?: Tables[T][K] } = object,
> = {
  [K in C]: RowOf<T, C, Narrowed>[K] | (null extends Tables[T][K] ? undefined : never);
};

/** The accepted value type for each column type. JSON is passed as text. */
type ParameterTypes = {
  text: string;
  'text[]': readonly string[];
  json: string;
  jsonb: string;
  numeric: string | number;
  'numeric[]': readonly (string | number)[];
  timestamptz: Date | string;
  date: string;
  bigint: number;
  integer: number;
  'double precision': number;
  boolean: boolean;
  bytea: Buffer;
  tsvector: string;
};
export type ColumnType = keyof ParameterTypes;

type TypesOf<T extends TableName> = T extends keyof typeof columnTypes ? (typeof columnTypes)[T] : object;
type TypeOf<T extends TableName, C> = C extends keyof TypesOf<T> ? TypesOf<T>[C] & ColumnType : 'text';
export type ParameterOf<Type extends ColumnType> = ParameterTypes[Type];

/** The values written to columns. A nullable column accepts undefined, but its key must be present. */
export type ValuesFor<T extends TableName, C extends ColumnOf<T>> = {
  readonly [K in C]: ParameterTypes[TypeOf<T, K>] | (null extends Tables[T][K] ? null | undefined : never);
};

type NamesIn<L, T extends TableName> = T extends keyof L ? L[T] : never;
/** The columns that an insert may write: all columns except generated columns. */
export type InsertColumn<T extends TableName> = Exclude<ColumnOf<T>, NamesIn<Generated, T>>;
type NullableColumn<T extends TableName> = {
  [K in ColumnOf<T>]: null extends Tables[T][K] ? K : never;
}[ColumnOf<T>];
/** The required columns of a table that are missing in `C`. */
export type MissingColumn<T extends TableName, C> = Exclude<
  InsertColumn<T>,
  NullableColumn<T> | NamesIn<Defaulted, T> | C
>;
/** An unsatisfiable type while required columns are missing; the compiler's error message lists the missing columns. */
export type CompleteInsert<T extends TableName, C> = [MissingColumn<T, C>] extends [never]
  ? unknown
  : { 'columns without a value': MissingColumn<T, C> };
