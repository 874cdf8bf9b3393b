import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { gather } from './gathered-lines.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function gathered() {
  const written: string[] = [];
  return { written, ...gather({ write: (lines: string) => void written.push(lines) }) };
}

test('the first line is written immediately, and the lines shortly after it in a single write', () => {
  const { written, write } = gathered();
  write('one\n');
  expect(written).toEqual(['one\n']);
  write('two\n');
  write('three\n');
  expect(written).toEqual(['one\n']);
  vi.runOnlyPendingTimers();
  expect(written).toEqual(['one\n', 'two\nthree\n']);
  vi.runOnlyPendingTimers();
  write('four\n');
  expect(written).toEqual(['one\n', 'two\nthree\n', 'four\n']);
});

test('an idle log performs no writes and has no pending timer', () => {
  const { written, write } = gathered();
  write('one\n');
  vi.runAllTimers();
  expect(written).toEqual(['one\n']);
  expect(vi.getTimerCount()).toBe(0);
});

test('buffered lines are written before the process exits, and after a fatal line', () => {
  const { written, write, flushSync } = gathered();
  write('one\n');
  write('two\n');
  process.emit('beforeExit', 0);
  expect(written).toEqual(['one\n', 'two\n']);
  write('three\n');
  write('four\n');
  flushSync();
  expect(written.join('')).toBe('one\ntwo\nthree\nfour\n');
});

test('a large amount of text is written without waiting', () => {
  const { written, write } = gathered();
  write('one\n');
  write('x'.repeat(40_000));
  expect(written).toHaveLength(2);
});
