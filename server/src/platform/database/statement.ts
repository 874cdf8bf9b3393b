import pg from 'pg';

/**
 * A named statement, which is parsed and planned once for each connection. A statement with an empty name is planned at
 * each execution.
 */
export type Statement = { name: string; text: string; values: readonly unknown[] };
export type Row = Record<string, unknown>;

/**
 * Sends statements. Statements that are started without awaiting each other are sent together and run in the order of
 * the calls.
 */
export type Queryable = {
  query<R extends Row = Row>(statement: Statement): Promise<R[]>;
};

/** Access to one transaction. */
export type Transaction = Queryable & {
  /**
   * Sends a statement together with the next statement or COMMIT, without waiting for its result; this saves a round
   * trip. If the statement fails, the transaction and the statement sent with it also fail.
   */
  send(statement: Statement): void;
};

/** A transaction whose work specifies its last statement. */
export type TransactionWithLast = Transaction & {
  /** Runs the last statement with COMMIT in the same packet. Its rows are returned after the commit. */
  last<R extends Row = Row>(statement: Statement): Promise<R[]>;
};

/** The error for a lost response to COMMIT. The change may or may not be committed. */
export class DatabaseOutcomeUnknown extends Error {
  override readonly name = 'DatabaseOutcomeUnknown';
}

/**
 * Parsers for query results. Times are RFC 3339 text, and dates are YYYY-MM-DD. JSON and numeric keep the database's
 * text, so that values that are only printed are not parsed.
 */
export const typeParsers: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (oid === 114 || oid === 3802 || oid === 1700) return (value: string) => value;
    if (oid === 1184) return rfc3339;
    if (oid === 20) return Number;
    if (oid === 1231) return numericArray;
    if (oid === 1082) return (value: string) => value;
    return pg.types.getTypeParser(oid, format);
  }) as pg.CustomTypesConfig['getTypeParser'],
};

/** Parses a list of texts as PostgreSQL prints it. The published types of `pg` do not have this OID. */
export const textArray = pg.types.getTypeParser(1009 as never, 'text') as (text: string) => string[];

/** Parses a list of numeric as exact text. A nested list is parsed like a list of texts. */
function numericArray(text: string): (string | null)[] {
  if (text === '{}') return [];
  if (text.lastIndexOf('{') !== 0) return textArray(text);
  return text
    .slice(1, -1)
    .split(',')
    .map((item) => (item === 'NULL' ? null : item));
}

/** Converts `2026-11-21 12:00:00.1+00`, as PostgreSQL prints a time in UTC, to `2026-11-21T12:00:00.100Z`. */
export function rfc3339(value: string): string {
  const match = /^(\d{4,}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})(?:\.(\d{1,6}))?\+00$/.exec(value);
  if (!match) return value;
  return `${match[1]}T${match[2]}.${(match[3] ?? '').slice(0, 3).padEnd(3, '0')}Z`;
}

/** Returns whether PostgreSQL itself returned the error, so that the outcome is known. */
export const isServerAnswer = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && error.severity !== 'FATAL' && error.severity !== 'PANIC';

/** Returns the SQLSTATE of an error that PostgreSQL returned; otherwise undefined. */
export const sqlState = (error: unknown): string | undefined =>
  error instanceof pg.DatabaseError ? error.code : undefined;

/** A serialization failure or a deadlock: the transaction was rolled back and may be retried. */
const undone = ['40001', '40P01'];

/**
 * Returns whether an error is temporary and independent of the request: the database is down, restarting or full, or
 * rolled back this transaction because of a conflict.
 */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof pg.DatabaseError && !isServerAnswer(error)) return true;
  const state = sqlState(error);
  if (state)
    return (
      undone.includes(state) ||
      state.startsWith('08') ||
      state.startsWith('57P') ||
      state.startsWith('53') ||
      state === '55P03'
    );
  const code = (error as { code?: string } | null)?.code;
  return (
    ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOENT'].includes(code ?? '') ||
    /terminated|connection|queryable|timeout/i.test((error as Error | null)?.message ?? '')
  );
}

const away = new WeakSet<object>();

/** Marks an error as caused by an unreachable database, and returns the error. */
export function ofDatabase<E>(error: E): E {
  if (typeof error === 'object' && error !== null && isUnavailable(error) && sqlState(error) !== '55P03')
    away.add(error);
  return error;
}

/** Returns whether an error, or one of its causes, is marked as caused by an unreachable database. */
export const isDatabaseUnreachable = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  (away.has(error) || isDatabaseUnreachable((error as { cause?: unknown }).cause));

/**
 * `connectMs`: maximum time to open a connection. `silenceMs`: maximum time without a response from the database,
 * longer than the statement timeout.
 */
export const connectMs = 5000;
export const silenceMs = 18_000;

/** Returns whether the database stopped responding, as after a power failure. */
export const isSilence = (error: unknown): error is Error =>
  error instanceof Error && error.message === 'Query read timeout';
