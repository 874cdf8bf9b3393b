import { deflateSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { readText } from '../../src/files/read-text.ts';

const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

const bomb = (bytes: number) => {
  const stream = deflateSync(Buffer.alloc(bytes, ' '), { level: 9 });
  return Buffer.concat([
    Buffer.from(
      [
        '%PDF-1.7\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj',
        '2 0 obj\n<</Type/Pages/Kids[3 0 R]/Count 1>>\nendobj',
        '3 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 10 10]/Contents 4 0 R/Resources<<>>>>\nendobj',
        `4 0 obj\n<</Filter/FlateDecode/Length ${stream.length}>>\nstream\n`,
      ].join('\n'),
    ),
    stream,
    Buffer.from('\nendstream\nendobj\ntrailer\n<</Root 1 0 R>>\n%%EOF'),
  ]);
};
const manyPages = (count: number) => {
  const kids = Array.from({ length: count }, (_, index) => index + 3);
  return Buffer.from(
    [
      '%PDF-1.7\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj',
      `2 0 obj\n<</Type/Pages/Kids[${kids.map((kid) => `${kid} 0 R`).join(' ')}]/Count ${count}>>\nendobj`,
      ...kids.map((kid) => `${kid} 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 10 10]>>\nendobj`),
      'trailer\n<</Root 1 0 R>>\n%%EOF',
    ].join('\n'),
  );
};
const zeros = (bytes: number) =>
  zipSync(
    { '[Content_Types].xml': strToU8('<Types/>'), 'word/document.xml': new Uint8Array(bytes) },
    { level: 1 },
  );

test.each([
  ['a DOCX that unpacks to 60 MB', docx, () => zeros(60_000_000)],
  ['a PDF whose page unpacks to 60 MB', 'application/pdf', () => bomb(60_000_000)],
])('%s is refused in bounded memory, and the process continues', async (_, type, make) => {
  const content = make();
  const before = process.memoryUsage().rss;
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
  }, 5);
  const read = await readText(type, content);
  clearInterval(watch);
  expect(read).toHaveProperty('problem');
  expect((most - before) / 1e6).toBeLessThan(300);
});

test('a PDF of very many pages is read up to a limit', async () => {
  expect(await readText('application/pdf', manyPages(2500))).toHaveProperty('text');
});
