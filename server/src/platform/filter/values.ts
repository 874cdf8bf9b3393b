import { millisecondsOf } from '../records/fields.ts';
import type { ColumnType, Value } from './filter.ts';

const number = /^-?\d+(\.\d+)?([eE][+-]?\d{1,3})?$/;

/** The value format of each type, for error messages. */
export const expected: Record<ColumnType, string> = {
  text: 'a text',
  time: 'an RFC 3339 time with an offset, or a date',
  number: 'a number',
  boolean: 'true or false',
};

/** Parses a text as a value of the column type; undefined for an invalid text. */
export function valueFrom(type: ColumnType, text: string): Value | undefined {
  if (type === 'text') return text;
  if (type === 'number') return number.test(text) ? text : undefined;
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : undefined;
  const milliseconds = millisecondsOf(text);
  return milliseconds === undefined ? undefined : new Date(milliseconds).toISOString();
}
