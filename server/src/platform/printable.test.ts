import { expect, test } from 'vitest';
import { errors, toProblem } from './errors.ts';
import { printable } from './printable.ts';

test.each([
  ['plain', 'plain'],
  ['Größe 漢字 👍 "quoted" \\', 'Größe 漢字 👍 "quoted" \\'],
  ['a\0b', 'a\\u0000b'],
  ['\r\n\t\u001b[31m\u007f\u0085', '\\u000d\\u000a\\u0009\\u001b[31m\\u007f\\u0085'],
  ['\u2028\u2029', '\\u2028\\u2029'],
  ['\u202eabc\u2066\u200f', '\\u202eabc\\u2066\\u200f'],
  ['half \ud83d', 'half \\ud83d'],
])('%j is printed as %j', (given, printed) => {
  expect(printable(given)).toBe(printed);
});

test('unprintable characters in the detail, the findings and the path of an error are escaped', () => {
  const error = errors.invalid_request('a\0b', {
    findings: [{ pointer: '/a\0b', message: 'is \u001b[31m' }],
  });
  const problem = toProblem(error, { instance: '/org/\u0085', requestId: 'req_1', baseUrl: '' });
  expect(problem).toMatchObject({
    detail: 'a\\u0000b',
    instance: '/org/\\u0085',
    errors: [{ pointer: '/a\\u0000b', message: 'is \\u001b[31m' }],
  });
});
