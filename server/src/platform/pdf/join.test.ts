import { extractText } from 'unpdf';
import { expect, test } from 'vitest';
import { joinPdfs, writePdf } from './index.ts';

const page = (text: string) => writePdf([{ kind: 'text', text }], { title: text, at: new Date(0) });

test('documents are joined in their order, and the result is deterministic', async () => {
  const documents = [
    { name: 'a', content: await page('first') },
    { name: 'b', content: await page('second') },
  ];
  const joined = await joinPdfs(documents);
  const { text, totalPages } = await extractText(new Uint8Array(joined), { mergePages: true });
  expect([totalPages, text.replaceAll(/\s+/g, ' ').trim()]).toEqual([2, 'first second']);
  expect(await joinPdfs(documents)).toEqual(joined);
});

test('documents may together be larger than the decompression limit of one', async () => {
  const content = Buffer.alloc(10_000_000, ' ');
  const large = Buffer.concat([
    Buffer.from(
      [
        '%PDF-1.7\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj',
        '2 0 obj\n<</Type/Pages/Kids[3 0 R]/Count 1>>\nendobj',
        '3 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 10 10]/Contents 4 0 R>>\nendobj',
        `4 0 obj\n<</Length ${content.length}>>\nstream\n`,
      ].join('\n'),
    ),
    content,
    Buffer.from('\nendstream\nendobj\ntrailer\n<</Root 1 0 R>>\n%%EOF'),
  ]);
  const joined = await joinPdfs(Array.from({ length: 6 }, (_, n) => ({ name: `${n}`, content: large })));
  expect(joined.length).toBeGreaterThan(6 * content.length);
});

test('the event loop is not blocked while documents are joined', async () => {
  const documents = [{ name: 'a', content: await page('first') }];
  let turns = 0;
  const turn = setInterval(() => {
    turns += 1;
  }, 1);
  await joinPdfs(documents);
  clearInterval(turn);
  expect(turns).toBeGreaterThan(10);
});
