import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { gather } from './gathered-lines.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function gathered() {
  const written: string[] = [];
  return { written, ...gather({ write: (lines: string) => void written.push(lines) }) };
}

test('a line by itself is written at once, and those of the next moment in one write', () => {
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

test('nothing is written when nothing was gathered, and no timer is left', () => {
  const { written, write } = gathered();
  write('one\n');
  vi.runAllTimers();
  expect(written).toEqual(['one\n']);
  expect(vi.getTimerCount()).toBe(0);
});

test('what is gathered is written before the process ends, and where a line is fatal', () => {
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

test('much is written without waiting', () => {
  const { written, write } = gathered();
  write('one\n');
  write('x'.repeat(40_000));
  expect(written).toHaveLength(2);
});
