import { Writable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { BatchQuery } from './batch-query.ts';

/** The messages in what was written: a letter each, and the name of a statement behind its B. */
function saidIn(bytes: Buffer): string {
  const messages: string[] = [];
  for (let at = 0; at < bytes.length; at += 1 + bytes.readInt32BE(at + 1)) {
    const letter = String.fromCharCode(bytes[at] as number);
    messages.push(letter === 'B' ? `B:${bytes.toString('utf8', at + 6, bytes.indexOf(0, at + 6))}` : letter);
  }
  return messages.join(' ');
}

/** A connection that writes as that of `pg` does, and counts the packets. */
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

const batchOf = (name: string) =>
  new BatchQuery([{ name, text: 'SELECT 1', values: [] }], [[]], 1000, () => {});

test('batches of one turn of the event loop go out as one packet, in their order', async () => {
  const { connection, packets } = createConnection();
  batchOf('one').submit(connection);
  batchOf('two').submit(connection);
  expect(packets).toEqual([]);
  await nextTurn();
  expect(packets).toEqual(['B:one E S B:two E S']);
});

test('a batch of a later turn goes out by itself', async () => {
  const { connection, packets } = createConnection();
  batchOf('one').submit(connection);
  await nextTurn();
  batchOf('two').submit(connection);
  await nextTurn();
  expect(packets).toEqual(['B:one E S', 'B:two E S']);
});
