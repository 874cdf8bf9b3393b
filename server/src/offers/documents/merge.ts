import type { Logger } from 'pino';
import { type FileRow, typeOf } from '../../files/index.ts';
import { joinPdfs, PdfUnreadable, writePdf } from '../../platform/pdf/index.ts';

/** The error that says why a document cannot be had. What a retry may heal is not permanent. */
export class DocumentError extends Error {
  override readonly name = 'DocumentError';
  readonly permanent: boolean;
  constructor(message: string, options: { permanent: boolean; cause?: unknown }) {
    super(message, { cause: options.cause });
    this.permanent = options.permanent;
  }
}

/** Words an error of documents for people, whether it is worth another try or not. */
export const explainDocumentError = (error: Error): { readable: string; permanent: boolean } | undefined =>
  error instanceof DocumentError ? { readable: error.message, permanent: error.permanent } : undefined;

export type Part = { name: string; content: Buffer; contentType?: FileRow['content_type'] };

/**
 * Merges several documents into one: texts are put together as text, and as soon as one is PDF all are made into one
 * PDF. A single one stays what it is.
 * @throws DocumentError that names the document
 */
export async function mergeParts(
  parts: readonly Part[],
  log: Logger,
): Promise<{ contentType: string; content: Buffer }> {
  const typed = parts.map((part) => ({ ...part, contentType: part.contentType ?? contentTypeOf(part) }));
  const [single, ...others] = typed;
  if (!single) throw new DocumentError('There is no document.', { permanent: true });
  if (others.length === 0) return { contentType: single.contentType, content: single.content };
  for (const { name, contentType } of typed)
    if (!['application/pdf', 'text/plain'].includes(contentType))
      throw new DocumentError(`${name} is ${contentType}: only PDF and plain text can be merged.`, {
        permanent: true,
      });
  if (typed.every(({ contentType }) => contentType === 'text/plain'))
    return { contentType: 'text/plain', content: joinTexts(typed) };
  return { contentType: 'application/pdf', content: await joinAsPdf(typed, log) };
}

const contentTypeOf = ({ name, content }: Part): string =>
  typeOf(content, { contentType: '', name }) ?? 'of a type that is not known';

const joinTexts = (parts: readonly Part[]): Buffer =>
  Buffer.from(parts.map(({ content }) => content.toString('utf8').trimEnd()).join('\n\n'));

async function joinAsPdf(parts: readonly (Part & { contentType: string })[], log: Logger): Promise<Buffer> {
  const at = new Date(0);
  try {
    return await joinPdfs(
      await Promise.all(
        parts.map(async ({ name, content, contentType }) => ({
          name,
          content:
            contentType === 'text/plain'
              ? await writePdf([{ kind: 'text', text: content.toString('utf8') }], { title: name, at, log })
              : content,
        })),
      ),
    );
  } catch (error) {
    if (error instanceof PdfUnreadable)
      throw new DocumentError(error.message, { permanent: true, cause: error });
    throw error;
  }
}
