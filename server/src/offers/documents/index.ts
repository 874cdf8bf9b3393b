/** License agreements that are merged of several documents, and the offer as its buyer sees it. */
export { documentFindings } from './check.ts';
export { documentsJob, documentsJobHandler, enqueueDocuments } from './documents-job.ts';
export { findOfferForBuyer, type OfferForBuyer } from './for-buyer.ts';
export { createOfferPdfLinks, type OfferDocuments, pdfPath, pdfUrlOf } from './links.ts';
export { explainDocumentError } from './merge.ts';
export { type DocumentDeps, obtainDocument, ownFileId } from './obtain.ts';
export { offerPdf, readPrinted } from './pdf.ts';
export { keepAgreements, makeAgreements, needsAgreements, unsettled } from './settle.ts';
export { type Party, parties } from './sources.ts';
