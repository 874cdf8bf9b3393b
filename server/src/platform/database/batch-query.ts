import pg from 'pg';
import { type Asking, packetOf } from './packet.ts';
import type { Row, Statement } from './statement.ts';

/** The columns of a statement's rows, as they are known on one connection. */
type Columns = { name: string; parse: (text: string) => unknown }[];

/** The parts of `pg` that its types leave out. */
type Connection = {
  stream: { readonly writable: boolean; cork(): void; uncork(): void; write(bytes: Uint8Array): boolean };
};

/**
 * The statements that a connection has prepared, with their columns. `on the way`: another batch prepares it, and whether
 * that succeeds is not known yet.
 */
type Prepared = Map<string, Columns | 'on the way'>;

const preparedOn = new WeakMap<pg.ClientBase, Prepared>();

function statementsOf(client: pg.ClientBase): Prepared {
  let statements = preparedOn.get(client);
  if (!statements) {
    statements = new Map();
    preparedOn.set(client, statements);
  }
  return statements;
}

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

// Only what `pg` itself calls a query may share a pipelined connection.
const Query = pg.Query as unknown as new (config: { text: string }) => object;

/** Told once: of an error and which statement had it, or of the rows of each statement. */
export type BatchDone = (
  ...outcome: [error: Error, rows: undefined] | [error: undefined, rows: Row[][]]
) => void;

/**
 * Statements behind one another with one Sync at the end. One packet goes out and one comes back. Outside of a
 * transaction PostgreSQL runs them as one, which commits at the Sync or, after an error, not at all. What follows one that
 * fails is not run. Those that the connection has not prepared are prepared in the same packet.
 */
export class BatchQuery extends Query {
  readonly #client: pg.ClientBase;
  /** What is asked, in order. */
  readonly statements: readonly Statement[];
  readonly #prepared: Prepared;
  #askings: Asking[] = [];
  readonly #rows: Row[][];
  #columns: Columns | undefined;
  /** `pg` wraps it with the timer of the timeout below, and calls it with an error alone when that is over. */
  callback: BatchDone;
  readonly query_timeout: number;
  readonly #gathers: boolean;
  #failed = false;
  /** How many of the statements have ended; after an error, the one that failed. */
  ended = 0;
  /** What the last of them was, in the words of the database: COMMIT, or ROLLBACK where that was asked in vain. */
  command = '';

  constructor(
    client: pg.ClientBase,
    statements: readonly Statement[],
    timeoutMs: number,
    done: BatchDone,
    /** Whether it goes out with all else of this turn of the event loop. */
    gathers = true,
  ) {
    super({ text: '' });
    this.#client = client;
    this.#prepared = statementsOf(client);
    this.#gathers = gathers;
    this.statements = statements;
    this.#rows = statements.map(() => []);
    this.query_timeout = timeoutMs;
    this.callback = done;
  }

  submit(connection: Connection): null {
    if (this.#gathers) corkForTurn(connection.stream);
    this.#askings = this.statements.map(({ name }) => this.#askingOf(name));
    if (connection.stream.writable) connection.stream.write(packetOf(this.statements, this.#askings));
    return null;
  }

  #askingOf(name: string): Asking {
    const known = name === '' ? 'on the way' : this.#prepared.get(name);
    if (known === 'on the way') return 'unnamed';
    if (known) return 'prepared';
    this.#prepared.set(name, 'on the way');
    return 'prepare';
  }

  handleRowDescription({ fields }: { fields: pg.FieldDef[] }): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({
      name,
      parse: this.#client.getTypeParser(dataTypeID, 'text'),
    }));
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    this.#columns ??= this.#prepared.get((this.statements[this.ended] as Statement).name) as Columns;
    const columns = this.#columns;
    const row: Row = {};
    for (let index = 0; index < columns.length; index++) {
      const { name, parse } = columns[index] as Columns[number];
      const value = fields[index];
      row[name] = value === null || value === undefined ? null : parse(value);
    }
    (this.#rows[this.ended] as Row[]).push(row);
  }

  handleCommandComplete({ text }: { text: string }): void {
    const { name } = this.statements[this.ended] as Statement;
    // One that was not described as having columns has none.
    if (this.#askings[this.ended] === 'prepare') this.#prepared.set(name, this.#columns ?? []);
    this.#columns = undefined;
    this.command = text;
    this.ended++;
  }

  handleError(error: Error): void {
    this.#failed = true;
    this.#askings.slice(this.ended).forEach((asking, index) => {
      const { name } = this.statements[this.ended + index] as Statement;
      if (asking === 'prepare') this.#prepared.delete(name);
    });
    this.callback(error, undefined);
  }

  handleReadyForQuery(): void {
    if (!this.#failed) this.callback(undefined, this.#rows);
  }
}
