import { expect, test } from 'vitest';
import { blocksOf } from '../src/ui/markdown.tsx';

test('a text in Markdown is split into headings, paragraphs, lists, tables and code', () => {
  const text = [
    '# Setup',
    'First line',
    'second line',
    '',
    '1. Create a role',
    '   with a policy',
    '2. Note its name',
    '',
    '| Field | |',
    '| --- | --- |',
    '| `role` | the role |',
    '```',
    'a  b',
    '```',
  ].join('\n');
  expect(blocksOf(text)).toEqual([
    { kind: 'heading', text: 'Setup' },
    { kind: 'text', text: 'First line second line' },
    { kind: 'list', isOrdered: true, items: ['Create a role with a policy', 'Note its name'] },
    {
      kind: 'table',
      rows: [
        ['Field', ''],
        ['`role`', 'the role'],
      ],
    },
    { kind: 'code', text: 'a  b' },
  ]);
});

test('unclosed code ends with the text', () => {
  expect(blocksOf('```\nopen')).toEqual([{ kind: 'code', text: 'open' }]);
});
