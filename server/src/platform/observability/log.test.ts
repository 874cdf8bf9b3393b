import { expect, test } from 'vitest';
import { ofDatabase } from '../database/statement.ts';
import { service } from '../version.ts';
import { createLog } from './log.ts';
import { inTrace, traceHeaders, traceOf } from './trace.ts';

function logInMemory(level = 'info') {
  const lines: Record<string, unknown>[] = [];
  const log = createLog(level, 1, { write: (line: string) => void lines.push(JSON.parse(line)) });
  return { log, lines };
}

const refused = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

test('a line has the name of its level, the service and its version', () => {
  const { log, lines } = logInMemory();
  log.info({ port: 1 }, 'ready');
  expect(lines).toEqual([
    {
      level: 'info',
      time: expect.any(Number),
      service: 'tradepost',
      version: service.version,
      port: 1,
      msg: 'ready',
    },
  ]);
});

test('when the database goes away one line says so, and not 104', () => {
  const { log, lines } = logInMemory();
  for (let count = 0; count < 100; count++) log.warn({ err: ofDatabase(refused()) }, 'a connection was lost');
  for (const message of ['claiming jobs failed', 'sealing failed', 'not ready', 'unavailable'])
    log.error({ err: new Error('in between', { cause: ofDatabase(refused()) }) }, message);
  expect(lines.map(({ msg }) => msg)).toEqual(['a connection was lost']);
});

test('what is away and is not the database is logged each time', () => {
  const { log, lines } = logInMemory();
  for (let count = 0; count < 3; count++) log.warn({ err: refused() }, 'a mail was not taken');
  log.error({ err: ofDatabase(new Error('syntax error')) }, 'internal');
  expect(lines).toHaveLength(4);
});

test('a trace is taken up and handed on as a part of its own, and lines carry it', () => {
  const { log, lines } = logInMemory();
  const given = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  inTrace(traceOf(given), () => {
    log.info('within');
    const { traceparent } = traceHeaders();
    expect(traceparent).toMatch(/^00-0af7651916cd43dd8448eb211c80319c-[0-9a-f]{16}-01$/);
    expect(traceparent).not.toBe(given);
  });
  log.info('outside');
  expect(lines.map(({ traceId }) => traceId)).toEqual(['0af7651916cd43dd8448eb211c80319c', undefined]);
  expect(traceHeaders()).toEqual({});
});

test.each([
  ['none', undefined],
  ['no form', 'hello'],
  ['only zeros', `00-${'0'.repeat(32)}-b7ad6b7169203331-01`],
  ['no parent', `00-0af7651916cd43dd8448eb211c80319c-${'0'.repeat(16)}-01`],
  ['a version that is none', 'ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'],
])('a header traceparent that is of no use begins a new trace: %s', (_, header) => {
  const [one, other] = [traceOf(header), traceOf(header)];
  expect(one.traceId).toMatch(/^(?!0+$)[0-9a-f]{32}$/);
  expect(one.traceId).not.toBe('0af7651916cd43dd8448eb211c80319c');
  expect(other.traceId).not.toBe(one.traceId);
});

test('an error is logged with its type, message and stack, and what is no error as it is', () => {
  const { log, lines } = logInMemory();
  log.error({ err: new TypeError('no function') }, 'failed');
  log.error({ err: 'a text' }, 'failed');
  const [first, second] = lines.map(({ err }) => err);
  expect(first).toMatchObject({ type: 'TypeError', message: 'no function' });
  expect((first as { stack: string }).stack).toMatch(/^TypeError: no function\n.*log\.test\.ts/);
  expect(second).toBe('a text');
});
