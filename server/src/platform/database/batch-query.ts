import pg from 'pg';
import { packetOf, type SendMode } from './packet.ts';
import type { Row, Statement } from './statement.ts';

/** The columns of a statement's rows, as PostgreSQL described them on one connection. */
type Columns = { name: string; parse: (text: string) => unknown }[];

/** The members of the `pg` connection that are missing in its published types. */
type Connection = {
  stream: { readonly writable: boolean; cork(): void; uncork(): void; write(bytes: Uint8Array): boolean };
};

/**
 * The statements that a connection has prepared, with their columns. `on the way` marks a statement that another batch
 * is still preparing.
 */
type PreparedStatements = Map<string, Columns | 'on the way'>;

const preparedOn = new WeakMap<pg.ClientBase, PreparedStatements>();

function statementsOf(client: pg.ClientBase): PreparedStatements {
  let statements = preparedOn.get(client);
  if (!statements) {
    statements = new Map();
    preparedOn.set(client, statements);
  }
  return statements;
}

const corked = new WeakSet<Connection['stream']>();

/**
 * Sends all writes of one event loop turn as one packet, because sending a packet costs more than formatting its
 * contents.
 */
function corkForTurn(stream: Connection['stream']): void {
  if (corked.has(stream)) return;
  corked.add(stream);
  stream.cork();
  setImmediate(() => {
    corked.delete(stream);
    stream.uncork();
  });
}

// `pg` allows only subclasses of its Query to share a pipelined connection.
const Query = pg.Query as unknown as new (config: { text: string }) => object;

/** Callback of a batch, called once with either the error or the rows of each statement. */
export type BatchCallback = (
  ...outcome: [error: Error, rows: undefined] | [error: undefined, rows: Row[][]]
) => void;

/**
 * The statements that are sent as one packet with a single Sync at the end. Outside of a transaction, PostgreSQL runs
 * them as one transaction that commits at the Sync. An error rolls the transaction back and skips the later statements.
 * Statements that the connection has not prepared are prepared in the same packet.
 */
export class BatchQuery extends Query {
  readonly #client: pg.ClientBase;
  /** The statements, in order. */
  readonly statements: readonly Statement[];
  readonly #prepared: PreparedStatements;
  #askings: SendMode[] = [];
  readonly #rows: Row[][];
  #columns: Columns | undefined;
  /** The callback, which `pg` wraps with the timer of `query_timeout` and calls with an error after the timeout. */
  callback: BatchCallback;
  readonly query_timeout: number;
  readonly #gathers: boolean;
  #failed = false;
  /** The number of completed statements; after an error, the index of the failed statement. */
  ended = 0;
  /** The command tag of the last statement: COMMIT, or ROLLBACK after a COMMIT of a failed transaction. */
  command = '';

  constructor(
    client: pg.ClientBase,
    statements: readonly Statement[],
    timeoutMs: number,
    done: BatchCallback,
    /** Whether the batch shares a packet with other writes of this event loop turn. */
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

  #askingOf(name: string): SendMode {
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
    // A statement without a row description has no columns.
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
