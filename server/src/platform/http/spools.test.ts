import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { createSpools } from './spools.ts';

const file = () => ({ type: 'file', filename: 'usage.csv', file: Readable.from([Buffer.from('id\n')]) });

/** Creates a form with a file; `end` runs after the file. */
const requestOf = (end?: Error, destroyed = false): FastifyRequest =>
  ({
    isMultipart: () => true,
    headers: {},
    raw: { destroyed },
    parts: async function* () {
      // A request that has ended yields no further parts.
      if (destroyed) await new Promise(() => {});
      yield file();
      if (end) throw end;
    },
  }) as unknown as FastifyRequest;

const full = { definition: { code: 'unavailable' } };

test('a request that ends before its form is read releases its slot', async () => {
  const spools = createSpools(1000);
  for (let request = 0; request < 5; request++)
    await expect(spools.take(requestOf(undefined, true), 'org_a')).rejects.toMatchObject({
      definition: { code: 'invalid_request' },
    });
  (await spools.take(requestOf(), 'org_a')).close();
});

test('a form that is rejected after its file releases only its own slot', async () => {
  const spools = createSpools(1000);
  const taken = [await spools.take(requestOf(), 'org_a'), await spools.take(requestOf(), 'org_b')];
  for (let request = 0; request < 5; request++)
    await expect(spools.take(requestOf(new Error('a second file')), 'org_c')).rejects.toThrow(
      'cannot be read',
    );
  taken.push(await spools.take(requestOf(), 'org_c'), await spools.take(requestOf(), 'org_c'));
  await expect(spools.take(requestOf(), 'org_d')).rejects.toMatchObject(full);
  for (const { close } of taken) {
    close();
    close();
  }
  const again = [await spools.take(requestOf(), 'org_e'), await spools.take(requestOf(), 'org_e')];
  await expect(spools.take(requestOf(), 'org_e')).rejects.toMatchObject(full);
  for (const { close } of again) close();
});
