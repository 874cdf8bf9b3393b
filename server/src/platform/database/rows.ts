import type { columnTypes, Defaulted, Generated, Tables } from './tables.ts';

export type TableName = keyof Tables;
export type ColumnOf<T extends TableName> = keyof Tables[T] & string;

/**
 * Columns of a table as a query answers them: times as RFC 3339 text, JSON and decimals as the text that the database
 * has. `Narrowed` says of some of them more than their type does, such as the states that a status can be.
 */
export type RowOf<
  T extends TableName,
  C extends ColumnOf<T> = ColumnOf<T>,
  Narrowed extends { readonly [K in C]?: Tables[T][K] } = object,
> = { [K in C]: K extends keyof Narrowed ? Narrowed[K] : Tables[T][K] };

/** The row of a table of which an outer join may find no row: then all of it is null. */
export type OuterRowOf<T extends TableName, C extends ColumnOf<T>> = { [K in C]: Tables[T][K] | null };

/** Columns of a row that is to be written, as a query answers them. Undefined stands for null. */
export type NewRowOf<
  T extends TableName,
  C extends ColumnOf<T>,
  Narrowed extends { readonly [K in C]?: Tables[T][K] } = object,
> = {
  [K in C]: RowOf<T, C, Narrowed>[K] | (null extends Tables[T][K] ? undefined : never);
};

/** The value that is given for a column of each type. JSON is text already. */
type GivenFor = {
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
export type ColumnType = keyof GivenFor;

type TypesOf<T extends TableName> = T extends keyof typeof columnTypes ? (typeof columnTypes)[T] : object;
type TypeOf<T extends TableName, C> = C extends keyof TypesOf<T> ? TypesOf<T>[C] & ColumnType : 'text';
export type ParameterOf<Type extends ColumnType> = GivenFor[Type];

/** The values that are written to columns. Those that may be null take undefined for it, but none may be forgotten. */
export type ValuesFor<T extends TableName, C extends ColumnOf<T>> = {
  readonly [K in C]: GivenFor[TypeOf<T, K>] | (null extends Tables[T][K] ? null | undefined : never);
};

type NamesIn<L, T extends TableName> = T extends keyof L ? L[T] : never;
/** The columns that an insert may write: all but what the database makes itself. */
export type Insertable<T extends TableName> = Exclude<ColumnOf<T>, NamesIn<Generated, T>>;
type Nullable<T extends TableName> = {
  [K in ColumnOf<T>]: null extends Tables[T][K] ? K : never;
}[ColumnOf<T>];
/** Columns that a row cannot be without, and that are not among these. */
export type Forgotten<T extends TableName, C> = Exclude<
  Insertable<T>,
  Nullable<T> | NamesIn<Defaulted, T> | C
>;
/** A type that nothing has while columns are forgotten: its name says which, where the compiler complains. */
export type Complete<T extends TableName, C> = [Forgotten<T, C>] extends [never]
  ? unknown
  : { 'columns without a value': Forgotten<T, C> };
