import pg from 'pg';
import { packetOf } from './packet.ts';
import type { Row, Statement } from './statement.ts';

/** The columns of a statement's rows, as they are known on one connection. */
export type Columns = { name: string; parse: (text: string) => unknown }[];

/** The parts of `pg` that its types leave out. */
type Connection = {
  stream: { readonly writable: boolean; cork(): void; uncork(): void; write(bytes: Uint8Array): boolean };
};

const known = new WeakMap<pg.ClientBase, Map<string, Columns>>();

const corked = new WeakSet<Connection['stream']>();

/** Has all that one turn of the event loop writes go out as one packet: each costs more than what is in it. */
function corkForTurn(stream: Connection['stream']): void {
  if (corked.has(stream)) return;
  corked.add(stream);
  stream.cork();
  setImmediate(() => {
    corked.delete(stream);
    stream.uncork();
  });
}

/** Remembers the columns of a statement that the connection has prepared and answered, if it keeps it. */
export function remember(client: pg.ClientBase, { name }: Statement, { fields }: pg.QueryResult): void {
  if (name === '') return;
  let statements = known.get(client);
  if (!statements) {
    statements = new Map();
    known.set(client, statements);
  }
  statements.set(
    name,
    fields.map((field) => ({ name: field.name, parse: client.getTypeParser(field.dataTypeID, 'text') })),
  );
}

/** The columns of all the statements, when the connection has prepared every one of them. */
export function recall(client: pg.ClientBase, statements: readonly Statement[]): Columns[] | undefined {
  const prepared = known.get(client);
  const columns: Columns[] = [];
  for (const { name } of statements) {
    const found = prepared?.get(name);
    if (!found) return undefined;
    columns.push(found);
  }
  return columns;
}

// Only what `pg` itself calls a query may share a pipelined connection.
const Query = pg.Query as unknown as new (config: { text: string }) => object;

/** Told once: of an error, or of the rows of each statement. */
export type BatchDone = (
  ...outcome: [error: Error, rows: undefined] | [error: undefined, rows: Row[][]]
) => void;

/**
 * Prepared statements behind one another with one Sync at the end: PostgreSQL runs them as one transaction, which
 * commits at the Sync or, after an error, not at all. One packet goes out and one comes back.
 */
export class BatchQuery extends Query {
  readonly #statements: readonly Statement[];
  readonly #columns: Columns[];
  readonly #rows: Row[][];
  /** `pg` wraps it with the timer of the timeout below, and calls it with an error alone when that is over. */
  callback: BatchDone;
  readonly query_timeout: number;
  readonly #gathers: boolean;
  #index = 0;
  #failed = false;

  constructor(
    statements: readonly Statement[],
    columns: Columns[],
    timeoutMs: number,
    done: BatchDone,
    /** Whether it goes out with all else of this turn of the event loop. */
    gathers = true,
  ) {
    super({ text: '' });
    this.#gathers = gathers;
    this.#statements = statements;
    this.#columns = columns;
    this.#rows = statements.map(() => []);
    this.query_timeout = timeoutMs;
    this.callback = done;
  }

  submit(connection: Connection): null {
    if (this.#gathers) corkForTurn(connection.stream);
    if (connection.stream.writable) connection.stream.write(packetOf(this.#statements));
    return null;
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    const row: Row = {};
    const columns = this.#columns[this.#index] as Columns;
    for (let index = 0; index < columns.length; index++) {
      const { name, parse } = columns[index] as Columns[number];
      const value = fields[index];
      row[name] = value === null || value === undefined ? null : parse(value);
    }
    (this.#rows[this.#index] as Row[]).push(row);
  }

  handleCommandComplete(): void {
    this.#index++;
  }

  handleError(error: Error): void {
    this.#failed = true;
    this.callback(error, undefined);
  }

  handleReadyForQuery(): void {
    if (!this.#failed) this.callback(undefined, this.#rows);
  }
}
