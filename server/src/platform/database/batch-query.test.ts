import { Writable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { BatchQuery } from './batch-query.ts';

/** A connection that writes as that of `pg` does, and counts the packets. */
function createConnection() {
  const packets: string[] = [];
  const stream = new Writable({
    decodeStrings: false,
    write: (chunk, _encoding, done) => {
      packets.push(String(chunk));
      done();
    },
    writev: (chunks, done) => {
      packets.push(chunks.map(({ chunk }) => String(chunk)).join(' '));
      done();
    },
  });
  const connection = {
    stream,
    bind: ({ statement }: { statement: string }) => void stream.write(`bind:${statement}`),
    execute: () => void stream.write('execute'),
    sync: () => void stream.write('sync'),
  };
  return { connection, packets };
}

const batchOf = (name: string) =>
  new BatchQuery([{ name, text: 'SELECT 1', values: [] }], [[]], 1000, () => {});

test('batches of one turn of the event loop go out as one packet, in their order', async () => {
  const { connection, packets } = createConnection();
  batchOf('one').submit(connection);
  batchOf('two').submit(connection);
  expect(packets).toEqual([]);
  await nextTurn();
  expect(packets).toEqual(['bind:one execute sync bind:two execute sync']);
});

test('a batch of a later turn goes out by itself', async () => {
  const { connection, packets } = createConnection();
  batchOf('one').submit(connection);
  await nextTurn();
  batchOf('two').submit(connection);
  await nextTurn();
  expect(packets).toEqual(['bind:one execute sync', 'bind:two execute sync']);
});
