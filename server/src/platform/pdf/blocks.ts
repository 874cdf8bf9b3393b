/** A block of a document. Blocks are drawn one below the other. */
export type PdfBlock =
  | { kind: 'title' | 'heading' | 'lead' | 'text' | 'note'; text: string }
  | { kind: 'row'; name: string; value: string }
  /** The head of the first page: the name of the sender, and the title of the document. */
  | { kind: 'letterhead'; name: string; title: string }
  | PdfColumns
  | PdfTable
  /** Names and values on the right-hand side; strong rows have a rule above. */
  | { kind: 'sums'; rows: readonly PdfSum[] };

export type PdfFact = { name: string; value: string };
export type PdfSum = PdfFact & { isStrong?: boolean | undefined };

/** Texts side by side. The width of the page is divided by the shares. */
export type PdfColumns = { kind: 'columns'; columns: readonly PdfColumn[] };
export type PdfColumn = {
  share: number;
  /** Small heading. */
  label?: string | undefined;
  /** First line, in bold. */
  name?: string | undefined;
  text?: string | undefined;
  facts?: readonly PdfFact[] | undefined;
};

/**
 * A table whose head is repeated on each page. The first column takes the width that the others leave. Columns without
 * any text are omitted.
 */
export type PdfTable = { kind: 'table'; columns: readonly PdfTableColumn[]; rows: readonly PdfTableRow[] };
export type PdfTableColumn = { title: string; align?: 'right' };
export type PdfTableRow = {
  /** A text for each column. */
  cells: readonly string[];
  /** Small text below the first cell. */
  note?: string | undefined;
  /** Whether the row is a part of the row above it, in small type. */
  isPart?: boolean;
};

/** Returns all texts of a block. */
export function textsOf(block: unknown): string[] {
  if (typeof block === 'string') return [block];
  return typeof block === 'object' && block !== null ? Object.values(block).flatMap(textsOf) : [];
}
