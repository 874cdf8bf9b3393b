import type { Statement } from './statement.ts';

/**
 * Throws an error unless the change matches a row. Use this function for a row that has already been read and locked,
 * which only a programming error or a database policy can hide.
 * @param statement an UPDATE or DELETE without a RETURNING clause
 */
export const mustChange = ({ name, text, values }: Statement): Statement => ({
  name,
  text: `WITH changed AS (${text} RETURNING 1) SELECT require_change(count(*), '${name}') FROM changed`,
  values,
});
