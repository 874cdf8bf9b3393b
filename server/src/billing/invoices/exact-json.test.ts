import fc from 'fast-check';
import { stringify } from 'lossless-json';
import { expect, test } from 'vitest';
import { Exact } from '../../platform/money-and-time/exact.ts';
import { exactNumber, jsonText, parseExact, printExact } from './exact-json.ts';

test('the printer returns the same text as the library', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: 'binary' }),
    fc.constant('\u2028'),
  );
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { depthSize: 'small' },
      text,
      fc.integer(),
      fc.boolean(),
      fc.constantFrom(null, undefined),
      fc.bigInt().map((digits) => exactNumber(new Exact(String(digits)).dividedBy(1000))),
      fc.array(tie('tree'), { maxLength: 4 }),
      fc.dictionary(text, tie('tree'), { maxKeys: 4, noNullPrototype: true }),
    ),
  }));
  fc.assert(
    fc.property(tree, (value) => {
      expect(printExact(value)).toBe(stringify(value) ?? 'null');
    }),
  );
});

test('printed values keep every digit inside other values', () => {
  const line = { quantity: exactNumber(new Exact('0.12345678901234567890123')), name: 'a "b"' };
  const text = printExact({ lines: [jsonText(line)], more: undefined });
  expect(text).toBe('{"lines":[{"quantity":0.12345678901234567890123,"name":"a \\"b\\""}]}');
  expect(printExact(parseExact(text))).toBe(text);
});
