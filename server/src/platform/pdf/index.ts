export type { PdfBlock, PdfColumn, PdfTable, PdfTableRow } from './blocks.ts';
export { joinPdfs, PdfUnreadable } from './join.ts';
export { writePdf } from './write.ts';
