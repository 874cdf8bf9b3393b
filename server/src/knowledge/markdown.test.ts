import { expect, test } from 'vitest';
import { markdownSections } from './markdown.ts';

test.each([
  ['no heading', 'one\ntwo', [{ headings: [], text: 'one\ntwo' }]],
  [
    'nested headings',
    '# A\none\n## B\ntwo\n### C\n## D\nthree',
    [
      { headings: ['A'], text: 'one' },
      { headings: ['A', 'B'], text: 'two' },
      { headings: ['A', 'B', 'C'], text: '' },
      { headings: ['A', 'D'], text: 'three' },
    ],
  ],
  ['a code block', '# A\n```sh\n# no heading\n```', [{ headings: ['A'], text: '# no heading' }]],
  ['links and emphasis', 'see [the **page**](x.md), `code`', [{ headings: [], text: 'see the page, code' }]],
  ['rows of tables', '| a | b |', [{ headings: [], text: 'a b ' }]],
  ['nothing', '', []],
])('%s', (_, markdown, sections) => {
  expect(markdownSections(markdown)).toEqual(sections);
});

test.each([
  ['spaces within a heading', `# a${' '.repeat(99_000)}b`],
  ['spaces before a separator that ends no line', `#${' '.repeat(99_000)}a\u2028b`],
  ['many number signs', `# ${'#'.repeat(99_000)}b`],
  ['many spaces in a line', `${' '.repeat(9_999)}x`.repeat(10)],
  ['open brackets', '['.repeat(99_000)],
])('reads a long line of %s in linear time', (_, markdown) => {
  expect(markdownSections(markdown)).toHaveLength(1);
});

test.each([
  ['## Title ##', 'Title'],
  ['# C#', 'C'],
  ['# ##', '#'],
  ['#  a | b ', 'a b'],
])('reads %j as the heading %j', (markdown, title) => {
  expect(markdownSections(markdown)).toEqual([{ headings: [title], text: '' }]);
});
