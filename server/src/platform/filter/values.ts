import { millisecondsOf } from '../records/fields.ts';
import type { ColumnType, Value } from './filter.ts';

const number = /^-?\d+(\.\d+)?([eE][+-]?\d{1,3})?$/;

/** The form of a value of each type, in the words of an error. */
export const expected: Record<ColumnType, string> = {
  text: 'a text',
  time: 'an RFC 3339 time with an offset, or a date',
  number: 'a number',
  boolean: 'true or false',
};

/** The value that a text stands for in a column of the type; undefined when it stands for none. */
export function valueFrom(type: ColumnType, text: string): Value | undefined {
  if (type === 'text') return text;
  if (type === 'number') return number.test(text) ? text : undefined;
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : undefined;
  const milliseconds = millisecondsOf(text);
  return milliseconds === undefined ? undefined : new Date(milliseconds).toISOString();
}
