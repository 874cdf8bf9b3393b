import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { takesArray } from './generated/bodies.ts';
import { expectAllCovered } from './generated/closing.ts';
import { expecting, naming, unexpected } from './generated/expectations.ts';
import { fieldsOf, isFree, schemaOf } from './generated/fields.ts';
import { isPublic, type Operation, operations, recordsOfPaths } from './generated/operations.ts';
import { runs, sampled, seed, share } from './generated/sample.ts';
import {
  guardedWithBody,
  type RequestResult,
  type Session,
  startSession,
  withBody,
} from './generated/session.ts';
import * as values from './generated/values.ts';

let session: Session;
beforeAll(async () => {
  session = await startSession();
});
afterAll(() => session.stop());

type OddBody = readonly [statuses: number[], raw: string | Uint8Array, headers?: Record<string, string>];

const typed = (type: string) => ({ 'content-type': type });
const oddNames = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', '', '\u0000', 'x'.repeat(5000)];

/** Returns unusual bodies with the expected responses. Each run tests a sample that depends on the seed. */
function oddBodies(operation: Operation): OddBody[] {
  const taken = [200, 400, 409];
  const enclosed = (raw: string) => (takesArray(operation) ? `[${raw}]` : raw);
  const others = ['text/plain', 'application/xml', 'multipart/form-data; boundary=x', 'nonsense'];
  const json = ['application/json; charset=utf-8', 'APPLICATION/JSON', 'application/merge-patch+json'];
  const named = (key: string) =>
    `{${JSON.stringify(key)}:{"x":1},"name":${JSON.stringify(`with ${key.slice(0, 3)}`)}}`;
  return [
    ...values.deepObjects.map((raw): OddBody => [[400], raw]),
    [[400], `{"unknown":${values.nested(10_000)}}`],
    [[413], `{"name":"${'x'.repeat(1_100_000)}"}`],
    ...[...others, 'application/jsonp'].map((type): OddBody => [[415], '{}', typed(type)]),
    [[415], gzipSync('{}'), { 'content-encoding': 'gzip' }],
    [[415, 400], '{}', typed('')],
    ...json.map((type): OddBody => [taken, enclosed('{"name":"of another type"}'), typed(type)]),
    [operation.requestBody?.required ? [400] : taken, ''],
    ...oddNames.map((key): OddBody => [taken, enclosed(named(key))]),
    [taken, enclosed('{"name":"first","name":"second"}')],
    [taken, `\ufeff${enclosed('{"name":"after a mark"}')}`],
    ...['', 'x'.repeat(256), 'ö'].map((key): OddBody => [[400], '{}', { 'idempotency-key': key }]),
  ];
}

describe('R1 whole bodies', () => {
  test.each(sampled(withBody))(
    '$operationId: invalid JSON, and JSON other than an object',
    async (operation) => {
      const tried = [];
      const refused = isPublic(operation) ? [400, 401] : [400];
      const others = values.otherBodies.filter(
        (raw) => !(takesArray(operation) && ['[]', '[{}]'].includes(raw)),
      );
      const random = values.seeded(seed + operation.operationId.length);
      for (const raw of values.sample([...values.brokenBodies, ...others], 8 * runs, random))
        tried.push(expecting(await session.call(operation, { raw }), refused));
      expect(unexpected(tried)).toEqual([]);
    },
  );

  test.each(sampled(guardedWithBody))(
    '$operationId: nested, long, compressed, empty bodies and other content types',
    async (operation) => {
      const random = values.seeded(seed + operation.operationId.length);
      const tried: RequestResult[] = [];
      for (const [statuses, raw, headers] of values.sample(oddBodies(operation), 12 * runs, random))
        tried.push(expecting(await session.call(operation, { raw, headers: headers ?? {} }), statuses));
      expect(unexpected(tried)).toEqual([]);
      expect(({} as { x?: unknown }).x).toBeUndefined();
    },
  );

  test.each(sampled(guardedWithBody))(
    '$operationId: strict handling names every unknown field',
    async (operation) => {
      const headers = { prefer: 'handling=strict' };
      const [open, close, at] = takesArray(operation) ? ['[', ']', '/0'] : ['', '', ''];
      // A free-form record has no unknown fields.
      if (fieldsOf(schemaOf(operation), 2).every(isFree)) return;
      const tried = await session.call(operation, {
        raw: `${open}{"typo1":1,"toString":2}${close}`,
        headers,
      });
      expect(
        unexpected([expecting(naming(tried, `${at}/typo1`), [400]), naming(tried, `${at}/toString`)]),
      ).toEqual([]);
    },
  );

  test('exchangeToken: forms of every kind', async () => {
    const [operation] = operations.filter(({ operationId }) => operationId === 'exchangeToken') as [
      Operation,
    ];
    const { id, secret } = session.org.client;
    const good = `grant_type=client_credentials&client_id=${id}&client_secret=${secret}`;
    const tried = [
      expecting(await session.call(operation, { raw: good, headers: { authorization: '' } }), [200]),
    ];
    const fields = ['grant_type', 'client_id', 'client_secret', 'resource', '__proto__', 'scope'];
    const forms = fields.flatMap((field) => values.queryValues.map((value) => ({ field, value })));
    for (const { field, value } of sampled(forms)) {
      const form = new Map([
        ['grant_type', 'client_credentials'],
        ['client_id', id],
        ['client_secret', secret],
        [field, value],
      ]);
      const raw = [...form].map((entry) => entry.join('=')).join('&');
      const harmless = ['__proto__', 'scope'].includes(field);
      const statuses = harmless || (field === 'resource' && value === '') ? [200, 400] : [400, 401];
      tried.push(expecting(await session.call(operation, { raw, headers: { authorization: '' } }), statuses));
      tried.push(
        await session.call(operation, { raw: `${raw}&${field}=${value}`, headers: { authorization: '' } }),
      );
    }
    for (const raw of [
      '',
      '=',
      '&&&',
      '{}',
      'x'.repeat(100_000),
      Uint8Array.from([0xff, 0xfe]),
      `${good}&client_id=other`,
    ])
      tried.push(
        expecting(await session.call(operation, { raw, headers: { authorization: '' } }), [400, 401]),
      );
    for (const authorization of [
      'Basic',
      'Basic ',
      'Basic !!!',
      'Basic Og==',
      'Basic AAA6AAA=',
      `Basic ${'A'.repeat(9000)}`,
    ])
      tried.push(
        expecting(
          await session.call(operation, { raw: 'grant_type=client_credentials', headers: { authorization } }),
          [401],
        ),
      );
    for (const type of ['application/json', 'text/plain', 'nonsense', '']) {
      const headers = { 'content-type': type };
      tried.push(expecting(await session.call(operation, { raw: good, headers }), [400, 415]));
    }
    tried.push(
      expecting(await session.call(operation, { raw: `${good}&x=${'x'.repeat(1_100_000)}` }), [413]),
    );
    expect(unexpected(tried)).toEqual([]);
  });
});

/** The query of a signed marketplace notification has tests of its own. */
const isSigned = ({ operationId }: Operation) => operationId === 'receiveMarketplaceNotificationByQuery';

describe('successful calls', () => {
  test.each(sampled(operations))(
    '$operationId returns a success that matches its schema',
    async (operation) => {
      if (isPublic(operation) && (operation.requestBody || isSigned(operation))) return;
      const tried = expecting(await session.call(operation, session.sent(operation)), [200]);
      const help = `with records of its path (${recordsOfPaths}) and the smallest body (test/generated/bodies.ts)`;
      expect(unexpected([tried]), help).toEqual([]);
    },
  );
});

expectAllCovered(() => session, share);
