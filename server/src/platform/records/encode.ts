import type { ColumnOf, TableName } from '../database/rows.ts';
import type { Row } from '../database/statement.ts';

/**
 * The ways in which a column becomes a field of a record's JSON text. `json` and `number` columns are text that is JSON
 * already and is passed through, so that nothing is parsed to be printed and no digit is lost.
 */
export type FieldKind = 'text' | 'time' | 'json' | 'number' | 'texts';
/** Field name, column, kind; `nullable`: answered as null when unset (R7), otherwise left out. */
export type FieldColumn<Column extends string = string> = readonly [
  field: string,
  column: Column,
  kind: FieldKind,
  nullable?: 'nullable',
];
/** Fields that lie in columns of a table. */
export type FieldsIn<T extends TableName> = readonly FieldColumn<ColumnOf<T>>[];
/** The columns that fields lie in. */
export type ColumnsOf<Fields extends readonly FieldColumn[]> = Fields[number][1];

/**
 * Makes the function that prints a row as a record.
 * @param shown how columns are shown where it is not as their kind is, each given what the driver reads
 * @typeParam Column the columns that there are: those of the table, and what is computed
 */
export function recordEncoder<Column extends string = string>(
  columns: readonly FieldColumn<Column>[],
  shown: { readonly [C in Column]?: (value: never) => string } = {},
): (row: Row) => string {
  const parts = columns.map(([field, column, kind, nullable]) => ({
    key: `${JSON.stringify(field)}:`,
    column,
    encode: (shown[column] ?? encoders[kind]) as (value: unknown) => string,
    nullable: nullable === 'nullable',
  }));
  return (row) => {
    let out = '';
    for (const part of parts) {
      const value = row[part.column];
      if (value !== null && value !== undefined) out += `${out ? ',' : ''}${part.key}${part.encode(value)}`;
      else if (part.nullable) out += `${out ? ',' : ''}${part.key}null`;
    }
    return `{${out}}`;
  };
}

const asText = (value: unknown) => JSON.stringify(value);
const asIs = (value: unknown) => String(value);
const encoders: Record<FieldKind, (value: unknown) => string> = {
  text: asText,
  time: (value) => (value instanceof Date ? `"${value.toISOString()}"` : asText(value)),
  json: asIs,
  number: asIs,
  texts: asText,
};

/** The columns to select, by name: cached plans must not break when a column is added. */
export const columnList = (columns: readonly FieldColumn[], alias: string): string =>
  columns.map(([, column]) => `${alias}.${column}`).join(', ');

/** Makes the names of the fields that lie in columns. */
export const fieldNames = (columns: readonly FieldColumn[]): string[] => columns.map(([field]) => field);

/** The columns of some fields of a record and of its id, and how a row of them is printed. */
export function narrowRecord<Column extends string>(
  columns: readonly FieldColumn<Column>[],
  fields: readonly string[],
  shown: Parameters<typeof recordEncoder<Column>>[1] = {},
): { columns: Column[]; encode: (row: Row) => string } {
  const kept = columns.filter(([field]) => field === 'id' || fields.includes(field));
  return { columns: kept.map(([, column]) => column), encode: recordEncoder(kept, shown) };
}
