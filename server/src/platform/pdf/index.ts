export { joinPdfs, PdfUnreadable } from './join.ts';
export { type PdfBlock, writePdf } from './write.ts';
