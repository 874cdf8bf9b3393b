/** What buyers see of invoices: PDF, page and mail. */
export { createInvoiceLinks, type InvoiceLinks } from './links.ts';
export { mailJobHandler } from './mail-job.ts';
export { type DocumentDeps, documentRoutes } from './routes.ts';
