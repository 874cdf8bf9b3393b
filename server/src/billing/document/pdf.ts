import type { Logger } from 'pino';
import { type PdfBlock, writePdf } from '../../platform/pdf/index.ts';
import type { Content, Fact } from './content.ts';

/** An invoice as PDF: the same bytes for the same record. */
export const invoicePdf = (content: Content, at: Date, log: Logger): Promise<Buffer> =>
  writePdf(invoiceBlocks(content), { title: content.title, at, isNumbered: true, log });

/** Lays out what an invoice says. */
export const invoiceBlocks = ({ title, words, facts, lines, totals, notes }: Content): PdfBlock[] => [
  { kind: 'title', text: title },
  ...facts.map(row),
  { kind: 'heading', text: words.lines },
  ...lines.map(
    ({ name, detail, amount }): PdfBlock => ({
      kind: 'row',
      name,
      value: detail ? `${amount}\n${detail}` : amount,
    }),
  ),
  { kind: 'heading', text: words.total },
  ...totals.map(row),
  ...notes.map(({ name, value }): PdfBlock => ({ kind: 'note', text: `${name}: ${value}` })),
];

const row = ({ name, value }: Fact): PdfBlock => ({ kind: 'row', name, value });
