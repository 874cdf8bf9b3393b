import { describe, expect, test } from 'vitest';
import { readCsvPart } from './part.ts';

const bytes = (text: string) => Buffer.from(text);
const part = (text: string) => readCsvPart(bytes(text), { isLast: false });
const last = (text: string) => readCsvPart(bytes(text), { isLast: true });

describe('a part of a CSV file', () => {
  test('leaves a truncated line for the next part', () => {
    const text = 'a,b\n1,2\n3,';
    expect(part(text)).toEqual({
      rows: [
        ['a', 'b'],
        ['1', '2'],
      ],
      bytes: 8,
    });
    expect(last(text)).toMatchObject({
      rows: [
        ['a', 'b'],
        ['1', '2'],
        ['3', ''],
      ],
      bytes: 10,
    });
    expect(part('a,b')).toEqual({ rows: [], bytes: 0 });
  });

  test('treats an end of line within quotes as a part of the cell', () => {
    expect(part('"one\ntwo","a ""quoted"" word"\r\nx,"cut\noff')).toEqual({
      rows: [['one\ntwo', 'a "quoted" word']],
      bytes: 31,
    });
  });

  test('counts bytes instead of characters', () => {
    expect(part('ä€😀,x\ny')).toEqual({ rows: [['ä€😀', 'x']], bytes: 12 });
  });

  test.each(['a,"b\n1,2\n', 'a,b"c\n'])('is not read if a quote is not closed: %j', (text) => {
    expect(last(text)).toBeUndefined();
  });

  test('without an end leaves a last line with an open quote, and reads the lines before it', () => {
    expect(last('a,b\n1,2\n3,"fo')).toEqual({
      rows: [
        ['a', 'b'],
        ['1', '2'],
      ],
      bytes: 8,
    });
  });

  test('keeps cells as written', () => {
    expect(part("'-5, 1 ,=x\n\n")?.rows).toEqual([["'-5", ' 1 ', '=x']]);
  });

  test('has the same rows for every division of a file into parts', () => {
    const text = Array.from({ length: 40 }, (_, row) => `${row},"a, ""b""\n${row}",ä\n`).join('');
    const whole = last(text)?.rows;
    for (const size of [40, 57, 64, 1000]) {
      const rows: (readonly string[])[] = [];
      const file = bytes(text);
      for (let at = 0; at < file.length; ) {
        const read = readCsvPart(file.subarray(at, at + size), { isLast: at + size >= file.length });
        if (!read?.bytes) throw new Error(`nothing was read at ${at} of parts of ${size}`);
        rows.push(...read.rows);
        at += read.bytes;
      }
      expect(rows).toEqual(whole);
    }
  });
});
