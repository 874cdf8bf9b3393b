import { extractText } from 'unpdf';
import { describe, expect, test } from 'vitest';
import { type PdfBlock, type PdfTableRow, writePdf } from './index.ts';

const facts = { title: 'Document', at: new Date(0) };

const pagesOf = async (blocks: readonly PdfBlock[], more: object = {}): Promise<string[]> => {
  const bytes = await writePdf(blocks, { ...facts, ...more });
  const { text } = await extractText(new Uint8Array(bytes), { mergePages: false });
  return text.map((page) => page.replaceAll(/\s+/g, ' '));
};

const table = (rows: readonly PdfTableRow[]): PdfBlock => ({
  kind: 'table',
  columns: [{ title: 'Name' }, { title: 'Unused' }, { title: 'Sum', align: 'right' }],
  rows,
});
const rowsUpTo = (count: number): PdfTableRow[] =>
  Array.from({ length: count }, (_, index) => ({ cells: [`row-${index}.`, '', `${index}.00`] }));

describe('a table', () => {
  test('repeats its head on each page, keeps all rows in order, and omits columns without texts', async () => {
    const pages = await pagesOf([table(rowsUpTo(90)), { kind: 'text', text: 'After the table' }]);
    expect(pages.length).toBeGreaterThan(2);
    for (const page of pages) expect(page.split('Name Sum')).toHaveLength(2);
    const found = pages.join(' ').match(/row-\d+\./g);
    expect(found).toEqual(rowsUpTo(90).map(({ cells }) => cells[0]));
    expect(pages.join()).not.toContain('Unused');
    // The head belongs to the table only.
    expect(pages.at(-1)?.endsWith('After the table')).toBe(true);
  });

  test('continues a row that exceeds a page on the next page, without loss', async () => {
    const words = Array.from({ length: 2500 }, (_, index) => `w${index}`);
    const pages = await pagesOf([table([{ cells: [words.join(' '), '', '1.00'], note: 'The end' }])]);
    expect(pages.length).toBeGreaterThan(1);
    const all = pages.join(' ');
    expect(all.match(/\bw\d+/g)).toEqual(words);
    expect(all).toContain('The end');
    for (const page of pages) expect(page).toContain('Name Sum');
  });

  test('is written without rows', async () => {
    expect(await pagesOf([table([])])).toEqual(['Name']);
  });
});

test('names and values of facts, sums and columns are read together', async () => {
  const [page] = await pagesOf([
    { kind: 'letterhead', name: 'Acme Inc.', title: 'Report 7' },
    {
      kind: 'columns',
      columns: [
        { share: 1, label: 'From', name: 'Acme', text: 'Street 1\nTown' },
        { share: 1, facts: [{ name: 'Number', value: '7' }] },
      ],
    },
    {
      kind: 'sums',
      rows: [
        { name: 'Net', value: '1.00' },
        { name: 'Total', value: '2.00', isStrong: true },
      ],
    },
  ]);
  for (const text of ['Acme Inc. Report 7', 'From', 'Acme', 'Street 1', 'Number 7', 'Net 1.00 Total 2.00'])
    expect(page).toContain(text);
});

test('each page has the footer with its number, and each page but the first the title', async () => {
  const footer = { text: 'Acme\nStreet 1', page: 'Page {page} of {pages}', title: 'Report 7' };
  const pages = await pagesOf([table(rowsUpTo(40))], { footer });
  expect(pages).toHaveLength(2);
  for (const [index, page] of pages.entries()) {
    expect(page).toContain(`Acme · Street 1 Page ${index + 1} of 2`);
    expect(page.includes('Report 7')).toBe(index > 0);
  }
});

test('a heading is on the page of the text after it', async () => {
  for (let count = 28; count < 36; count += 1) {
    const pages = await pagesOf([
      table(rowsUpTo(count)),
      { kind: 'heading', text: 'Terms' },
      table(rowsUpTo(1)),
    ]);
    for (const page of pages) expect(page).not.toMatch(/Terms$/);
  }
});

test('a character can be copied after an earlier document contained it only as a part of an accented one', async () => {
  await pagesOf([{ kind: 'text', text: 'Ĵ Ŵ Ğ' }]);
  expect(await pagesOf([{ kind: 'text', text: 'Just a Word: Graph, office' }])).toEqual([
    'Just a Word: Graph, office',
  ]);
});
