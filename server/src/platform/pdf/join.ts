import { PDFDocument } from '@cantoo/pdf-lib';

/** Why a document cannot be read as PDF, for people. */
export class PdfUnreadable extends Error {
  override readonly name = 'PdfUnreadable';
}

const epoch = new Date(0);

/** The pages of all documents, one after the other. Equal documents make equal bytes. @throws PdfUnreadable */
export async function joinPdfs(documents: readonly { name: string; content: Uint8Array }[]): Promise<Buffer> {
  const joined = await PDFDocument.create({ updateMetadata: false });
  joined.setCreationDate(epoch);
  joined.setModificationDate(epoch);
  for (const { name, content } of documents) {
    const source = await read(name, content);
    for (const page of await joined.copyPages(source, source.getPageIndices())) joined.addPage(page);
  }
  return Buffer.from(await joined.save());
}

async function read(name: string, content: Uint8Array): Promise<PDFDocument> {
  let source: PDFDocument;
  try {
    source = await PDFDocument.load(content, { updateMetadata: false, ignoreEncryption: true });
  } catch (cause) {
    throw new PdfUnreadable(`${name} is no PDF that can be read.`, { cause });
  }
  if (source.isEncrypted) throw new PdfUnreadable(`${name} is protected by a password.`);
  try {
    if (source.getPageCount() > 0) return source;
  } catch (cause) {
    throw new PdfUnreadable(`${name} is no PDF that can be read.`, { cause });
  }
  throw new PdfUnreadable(`${name} has no pages.`);
}
