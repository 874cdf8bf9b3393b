import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { joinPdfs, PdfUnreadable } from '../../src/platform/pdf/index.ts';

/** A PDF with a stream of objects that has this length when it is unpacked. */
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

test('a document that unpacks to more than there is memory is refused by name, and harms nobody', async () => {
  const documents = [{ name: 'bomb.pdf', content: packed(150_000_000) }];
  await expect(joinPdfs(documents)).rejects.toThrow(
    new PdfUnreadable('bomb.pdf holds more than can be merged.'),
  );
});
