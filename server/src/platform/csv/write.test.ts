import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { createCsvWriter } from './write.ts';

const writer = createCsvWriter([
  { name: 'name', description: 'Text.' },
  { name: 'amount', description: 'A number.', isNumber: true },
  { name: 'note', description: 'Text.' },
]);

describe('createCsvWriter', () => {
  test('writes a header, the rows and a trailer with the row count, all with the same number of cells', () => {
    const text = `${writer.header()}${writer.lines([['a', 1, null]])}${writer.lines([])}${writer.end(1)}`;
    expect(text).toBe('name,amount,note\r\na,1,\r\n#end,1,\r\n');
    expect(parse(text)).toHaveLength(3);
  });

  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\uFF1D1', '-abc'])(
    'prefixes text that a spreadsheet would run as a formula with an apostrophe: %j',
    (text) => {
      const [[cell] = []] = parse(writer.lines([[text, '1', text]]), {
        record_delimiter: '\r\n',
      }) as string[][];
      expect(cell).toBe(`'${text}`);
    },
  );

  test('writes numbers unchanged, including negative ones and those with many digits', () => {
    expect(writer.lines([['a', '-12345678901234567890.5', 'b']])).toBe('a,-12345678901234567890.5,b\r\n');
    expect(writer.lines([['a', -1.5, 'b']])).toBe('a,-1.5,b\r\n');
  });

  test('quotes cells that contain quotes, commas, line breaks or a leading #', () => {
    const cells = ['a "b", c', '1', 'x\r\ny'];
    expect(parse(writer.lines([cells, ['#end', '2', '']]), { comment: '#' })).toEqual([
      cells,
      ['#end', '2', ''],
    ]);
    expect(parse(writer.end(2), { comment: '#' })).toEqual([]);
    expect(writer.lines([['a\nb', '1', 'a\rb']])).toBe('"a\nb",1,"a\rb"\r\n');
  });

  test.each([
    [['a b-c_d.e:f/g', '12.5', '2026-01-01T00:00:00.000Z']],
    [['', '-0.5', 'true']],
    [['é', '1', 'x']],
    [[' a', '1', 'a ']],
    [['-', '-1e5', '.5']],
  ])('the fast path and the library write the same line: %j', (cells) => {
    const formula = ['=x', '1', 'y'];
    const [, ...alone] = writer.lines([formula, cells]).split('\r\n');
    expect(alone).toEqual(writer.lines([cells]).split('\r\n'));
    const [[first, second, third] = []] = parse(writer.lines([cells])) as string[][];
    expect([first?.replace(/^'/, ''), second?.replace(/^'/, ''), third]).toEqual(cells);
  });
});
