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

test('a log line has the level name, the service and its version', () => {
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

test('an unavailable database is logged once, not for each of 104 failures', () => {
  const { log, lines } = logInMemory();
  for (let count = 0; count < 100; count++) log.warn({ err: ofDatabase(refused()) }, 'a connection was lost');
  for (const message of ['claiming jobs failed', 'sealing failed', 'not ready', 'unavailable'])
    log.error({ err: new Error('in between', { cause: ofDatabase(refused()) }) }, message);
  expect(lines.map(({ msg }) => msg)).toEqual(['a connection was lost']);
});

test('other failures are logged each time, including refused connections to other servers', () => {
  const { log, lines } = logInMemory();
  for (let count = 0; count < 3; count++) log.warn({ err: refused() }, 'sending a mail failed');
  log.error({ err: ofDatabase(new Error('syntax error')) }, 'internal');
  expect(lines).toHaveLength(4);
});

test('an incoming trace is continued in a new span, passed on, and added to log lines', () => {
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
  ['malformed', 'hello'],
  ['only zeros', `00-${'0'.repeat(32)}-b7ad6b7169203331-01`],
  ['no parent', `00-0af7651916cd43dd8448eb211c80319c-${'0'.repeat(16)}-01`],
  ['an invalid version', 'ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'],
])('an invalid traceparent header starts a new trace: %s', (_, header) => {
  const [one, other] = [traceOf(header), traceOf(header)];
  expect(one.traceId).toMatch(/^(?!0+$)[0-9a-f]{32}$/);
  expect(one.traceId).not.toBe('0af7651916cd43dd8448eb211c80319c');
  expect(other.traceId).not.toBe(one.traceId);
});

test('an error is logged with its type, message and stack; any other thrown value is logged unchanged', () => {
  const { log, lines } = logInMemory();
  log.error({ err: new TypeError('no function') }, 'failed');
  log.error({ err: 'a text' }, 'failed');
  const [first, second] = lines.map(({ err }) => err);
  expect(first).toMatchObject({ type: 'TypeError', message: 'no function' });
  expect((first as { stack: string }).stack).toMatch(/^TypeError: no function\n.*log\.test\.ts/);
  expect(second).toBe('a text');
});
