import { expect, test } from 'vitest';

type Finding = { line: number; words: string; write: string };
type Find = (file: string, content: string, options?: { comments?: boolean }) => Finding[];
const { href } = new URL('../../scripts/prose/find.mjs', import.meta.url);
const { findWordings } = (await import(href)) as { findWordings: Find };

test.each([
  'The offer is not in a state for this.',
  'The record is not what If-Match says any more.',
  'The ticket has as much of this as it may have.',
  'The way of signing in is not good for this.',
  'The value is no product of the organization.',
  'Nobody is like that.',
  'Here everything is sold in earnest.',
  'Choose what is to go wrong, once.',
  'The command lets one begin again.',
  'A secret by which the server shows that it is it.',
  'What the tests came to.',
  'Much is not listed.',
  'Name what a form says as such things are named.',
  'Expired links are worth nothing.',
  'Members are told of each sale.',
])('the check of words finds: %s', (sentence) => {
  expect(findWordings('a.md', `First.\n\n${sentence}\n`)).not.toEqual([]);
});

test('the check of words finds headings that are half sentences', () => {
  expect(findWordings('a.md', '# Fine\n\n## What the service does\n')).toMatchObject([{ line: 3 }]);
  expect(findWordings('a.md', '## What does it cost?\n')).toEqual([]);
});

test('the check of words passes plain sentences, code, addresses and quotations', () => {
  const plain = [
    'The record has changed since the version in If-Match.',
    'No members match these filters.',
    'Run `tell nobody anew` or see [the page](https://example.com/nobody).',
    'Do not write “Nobody is like that”.',
  ];
  expect(findWordings('a.md', plain.join('\n\n'))).toEqual([]);
});

test('the check of words reads comments and strings of TypeScript, and skips names and SQL', () => {
  const source = [
    '/**',
    ' * The seller is',
    ' * told of it.',
    ' */',
    'const nobody = `SELECT nobody anew FROM somebody`;',
    "const text = 'Nobody is here';",
    '// Reads the list',
    '// anew.',
    'export const page = () => <p>Send it anew {nobody}</p>;',
  ].join('\n');
  expect(findWordings('a.tsx', source).map(({ line, words }) => [line, words])).toEqual([
    [2, 'is told'],
    [8, 'anew'],
    [6, 'Nobody'],
    [9, 'anew'],
  ]);
  expect(findWordings('a.tsx', source, { comments: false })).toHaveLength(2);
});
