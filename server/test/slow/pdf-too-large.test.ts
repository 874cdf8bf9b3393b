import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { joinPdfs, PdfUnreadable } from '../../src/platform/pdf/index.ts';

/** Returns a PDF with an object stream of a given decompressed size. */
function packed(bytes: number): Buffer {
  const objects = Buffer.alloc(bytes, ' ');
  objects.write('5 0 ');
  objects.write('null', 10);
  const stream = deflateSync(objects, { level: 9 });
  const head = [
    '%PDF-1.7\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj',
    '2 0 obj\n<</Type/Pages/Kids[3 0 R]/Count 1>>\nendobj',
    '3 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 10 10]>>\nendobj',
    `4 0 obj\n<</Type/ObjStm/N 1/First 10/Filter/FlateDecode/Length ${stream.length}>>\nstream\n`,
  ].join('\n');
  const tail = '\nendstream\nendobj\ntrailer\n<</Root 1 0 R>>\n%%EOF';
  return Buffer.concat([Buffer.from(head), stream, Buffer.from(tail)]);
}

test('a document that decompresses to more than the available memory is refused by name, and affects no other request', async () => {
  const documents = [{ name: 'bomb.pdf', content: packed(150_000_000) }];
  await expect(joinPdfs(documents)).rejects.toThrow(new PdfUnreadable('bomb.pdf is too large to be merged.'));
});
