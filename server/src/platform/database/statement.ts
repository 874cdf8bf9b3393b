import pg from 'pg';

/**
 * A statement with a name: it is parsed and planned once for each connection, and kept there. An empty name: each
 * time anew.
 */
export type Statement = { name: string; text: string; values: readonly unknown[] };
export type Row = Record<string, unknown>;

/** Statements that are begun without waiting for each other are sent at once, and run in the order of their calls. */
export type Queryable = {
  query<R extends Row = Row>(statement: Statement): Promise<R[]>;
};

/** Statements of one transaction. */
export type Transacting = Queryable & {
  /**
   * Sends a statement whose answer nobody needs, with the next one or with COMMIT: it costs no round trip. Where it
   * fails, so does what it goes with, and the transaction.
   */
  send(statement: Statement): void;
};

/** A transaction whose work says itself which statement is the last. */
export type Ending = Transacting & {
  /** Asks the last statement of the transaction, with COMMIT in the same packet: its rows come once that is there. */
  last<R extends Row = Row>(statement: Statement): Promise<R[]>;
};

/** The answer to a COMMIT never came: the change is there or it is not. */
export class DatabaseOutcomeUnknown extends Error {
  override readonly name = 'DatabaseOutcomeUnknown';
}

/**
 * Times come as RFC 3339 text, dates as YYYY-MM-DD, JSON and numeric as the text that the database has: nothing is parsed
 * to be printed.
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

/** Reads a list of texts as PostgreSQL prints it. Its types do not name this one. */
export const textArray = pg.types.getTypeParser(1009 as never, 'text') as (text: string) => string[];

/** Reads a list of numeric as a list of text, exact as numeric is; one that is no plain list is read as one of texts. */
function numericArray(text: string): (string | null)[] {
  if (text === '{}') return [];
  if (text.lastIndexOf('{') !== 0) return textArray(text);
  return text
    .slice(1, -1)
    .split(',')
    .map((item) => (item === 'NULL' ? null : item));
}

/** `2026-11-21 12:00:00.1+00`, as PostgreSQL prints it in UTC, to `2026-11-21T12:00:00.100Z`. */
export function rfc3339(value: string): string {
  const match = /^(\d{4,}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})(?:\.(\d{1,6}))?\+00$/.exec(value);
  if (!match) return value;
  return `${match[1]}T${match[2]}.${(match[3] ?? '').slice(0, 3).padEnd(3, '0')}Z`;
}

/** Says whether PostgreSQL itself answered with an error, so that the outcome is known. */
export const isServerAnswer = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && error.severity !== 'FATAL' && error.severity !== 'PANIC';

/** The SQLSTATE of an error that PostgreSQL answered, if it is one. */
export const sqlState = (error: unknown): string | undefined =>
  error instanceof pg.DatabaseError ? error.code : undefined;

/** A deadlock, or a conflict of two transactions: this one was undone, and may be tried again. */
const undone = ['40001', '40P01'];

/** Says whether an error says nothing of the request: the database is away, restarting or full, or chose another. */
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

/** Remembers of an error by which the database could not be reached that it came from there. Answers the error. */
export function ofDatabase<E>(error: E): E {
  if (typeof error === 'object' && error !== null && isUnavailable(error) && sqlState(error) !== '55P03')
    away.add(error);
  return error;
}

/** Says whether an error, or what caused it, is that the database is away. */
export const isDatabaseAway = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  (away.has(error) || isDatabaseAway((error as { cause?: unknown }).cause));

/**
 * The time that a connection may take to open, and a database to say nothing at all: longer than any statement may run.
 */
export const connectMs = 5000;
export const silenceMs = 18_000;

/** Says whether the database never answered, as a machine that lost its power does. */
export const isSilence = (error: unknown): error is Error =>
  error instanceof Error && error.message === 'Query read timeout';
