import { expect, test } from 'vitest';
import { jsonLine, oneField } from './printed.ts';

const name = 'Acme\u001b]0;title\u0007\u009b2J\r\norg_x\tPROD\u202e';

test('JSON for a terminal contains no control characters and parses to the same value', () => {
  const line = jsonLine([{ name }]);
  expect(line).not.toMatch(/\p{Cc}/u);
  expect(JSON.parse(line)).toEqual([{ name }]);
});

test('text of a caller is printed as one field of one line, without terminal control sequences', () => {
  expect(oneField(name)).toBe('Acme ]0;title 2J org_x PROD ');
});
