import type { ColumnOf, TableName } from '../database/rows.ts';
import type { Row } from '../database/statement.ts';

/**
 * The conversions of a column to a field in a record's JSON text. Columns of the kinds `json` and `number` are read as
 * JSON text and copied, which avoids parsing and keeps every digit.
 */
export type FieldKind = 'text' | 'time' | 'json' | 'number' | 'texts';
/**
 * A field name with its column and conversion. An unset `nullable` field is null (R7); other unset fields are absent.
 */
export type FieldColumn<Column extends string = string> = readonly [
  field: string,
  column: Column,
  kind: FieldKind,
  nullable?: 'nullable',
];
/** The fields that are stored in columns of a table. */
export type FieldsIn<T extends TableName> = readonly FieldColumn<ColumnOf<T>>[];
/** The columns of some fields. */
export type ColumnsOf<Fields extends readonly FieldColumn[]> = Fields[number][1];

/**
 * Creates the function that converts a row to the JSON text of a record.
 * @param shown custom conversions of some columns, from the value that the driver reads
 * @typeParam Column the names of the table's columns and of computed columns
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

/**
 * Returns the select list with each column by name, because `*` would invalidate cached plans when a column is added.
 */
export const columnList = (columns: readonly FieldColumn[], alias: string): string =>
  columns.map(([, column]) => `${alias}.${column}`).join(', ');

/** Returns the names of the fields that are stored in columns. */
export const fieldNames = (columns: readonly FieldColumn[]): string[] => columns.map(([field]) => field);

/**
 * Returns the columns of the id and of some fields of a record, and the function that converts such a row to JSON text.
 */
export function narrowRecord<Column extends string>(
  columns: readonly FieldColumn<Column>[],
  fields: readonly string[],
  shown: Parameters<typeof recordEncoder<Column>>[1] = {},
): { columns: Column[]; encode: (row: Row) => string } {
  const kept = columns.filter(([field]) => field === 'id' || fields.includes(field));
  return { columns: kept.map(([, column]) => column), encode: recordEncoder(kept, shown) };
}
