import { Writable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type pg from 'pg';
import { expect, test } from 'vitest';
import { BatchQuery } from './batch-query.ts';

/** Lists the message types of a packet, with the statement name after P and B. */
function saidIn(bytes: Buffer): string {
  const messages: string[] = [];
  for (let at = 0; at < bytes.length; at += 1 + bytes.readInt32BE(at + 1)) {
    const letter = String.fromCharCode(bytes[at] as number);
    const nameAt = at + (letter === 'B' ? 6 : 5);
    messages.push(
      letter === 'B' || letter === 'P'
        ? `${letter}:${bytes.toString('utf8', nameAt, bytes.indexOf(0, nameAt))}`
        : letter,
    );
  }
  return messages.join(' ');
}

/** Creates a connection that writes like the one of `pg` and counts the packets. */
function createConnection() {
  const packets: string[] = [];
  const stream = new Writable({
    decodeStrings: false,
    write: (chunk, _encoding, done) => {
      packets.push(saidIn(chunk));
      done();
    },
    writev: (chunks, done) => {
      packets.push(chunks.map(({ chunk }) => saidIn(chunk)).join(' '));
      done();
    },
  });
  const connection = { stream };
  return { connection, packets };
}

type BatchOutcome = { error?: Error | undefined; rows?: unknown[][] | undefined };

/** Creates a batch on a connection, and records its outcome. */
function batchOn(client: pg.ClientBase, ...names: string[]) {
  const done: BatchOutcome = {};
  const statements = names.map((name) => ({ name, text: 'SELECT 1', values: [] }));
  const batch = new BatchQuery(client, statements, 1000, (error, rows) =>
    Object.assign(done, { error, rows }),
  );
  return { batch, done };
}

const createClient = () => ({ getTypeParser: () => Number }) as unknown as pg.ClientBase;

/** Responds to one statement of the batch with a row. */
function answer(batch: BatchQuery, { described = false } = {}): void {
  if (described) batch.handleRowDescription({ fields: [{ name: 'n', dataTypeID: 23 } as pg.FieldDef] });
  batch.handleDataRow({ fields: ['1'] });
  batch.handleCommandComplete({ text: 'SELECT 1' });
}

test('batches of one turn of the event loop are sent as one packet, in their order', async () => {
  const { connection, packets } = createConnection();
  const client = createClient();
  batchOn(client, 'one').batch.submit(connection);
  batchOn(client, 'two').batch.submit(connection);
  expect(packets).toEqual([]);
  await nextTurn();
  expect(packets).toEqual(['C P:one D B:one E S C P:two D B:two E S']);
});

test('a batch of a later turn is sent in its own packet', async () => {
  const { connection, packets } = createConnection();
  const client = createClient();
  batchOn(client, 'one').batch.submit(connection);
  await nextTurn();
  batchOn(client, 'two').batch.submit(connection);
  await nextTurn();
  expect(packets).toEqual(['C P:one D B:one E S', 'C P:two D B:two E S']);
});

test('a statement is prepared once for each connection, and its columns are cached', async () => {
  const { connection, packets } = createConnection();
  const client = createClient();
  const first = batchOn(client, 'one', 'two');
  first.batch.submit(connection);
  answer(first.batch, { described: true });
  answer(first.batch, { described: true });
  first.batch.handleReadyForQuery();
  expect(first.done.rows).toEqual([[{ n: 1 }], [{ n: 1 }]]);
  const second = batchOn(client, 'two', 'one');
  second.batch.submit(connection);
  answer(second.batch);
  answer(second.batch);
  second.batch.handleReadyForQuery();
  expect(second.done.rows).toEqual([[{ n: 1 }], [{ n: 1 }]]);
  await nextTurn();
  expect(packets.join(' ')).toMatch(/ B:two E B:one E S$/);
});

test('a statement whose preparation is still in flight is sent without a name', async () => {
  const { connection, packets } = createConnection();
  const client = createClient();
  const first = batchOn(client, 'one');
  first.batch.submit(connection);
  const second = batchOn(client, 'one');
  second.batch.submit(connection);
  await nextTurn();
  expect(packets).toEqual(['C P:one D B:one E S P: D B: E S']);
  first.batch.handleError(new Error('no such table'));
  expect(first.done.error?.message).toBe('no such table');
  answer(second.batch, { described: true });
  second.batch.handleReadyForQuery();
  expect(second.done.rows).toEqual([[{ n: 1 }]]);
});

test('statements after a failed one are prepared again by the next batch', async () => {
  const { connection, packets } = createConnection();
  const client = createClient();
  const first = batchOn(client, 'one', 'two', 'three');
  first.batch.submit(connection);
  answer(first.batch, { described: true });
  first.batch.handleError(new Error('division by zero'));
  await nextTurn();
  packets.length = 0;
  batchOn(client, 'one', 'two', 'three').batch.submit(connection);
  await nextTurn();
  expect(packets).toEqual(['B:one E C P:two D B:two E C P:three D B:three E S']);
});
