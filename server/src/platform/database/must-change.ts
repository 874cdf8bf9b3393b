import type { Statement } from './statement.ts';

/**
 * Makes a change that meets no row fail, with the transaction: for a row that was read before and is locked, so that only a
 * fault of ours, or a policy of the database, can hide it.
 * @param statement an UPDATE or a DELETE that returns nothing
 */
export const mustChange = ({ name, text, values }: Statement): Statement => ({
  name,
  text: `WITH changed AS (${text} RETURNING 1) SELECT require_change(count(*), '${name}') FROM changed`,
  values,
});
