import type { Logger } from 'pino';
import { type FileRow, typeOf } from '../../files/index.ts';
import { joinPdfs, PdfUnreadable, writePdf } from '../../platform/pdf/index.ts';

/**
 * Error for a document that is unavailable or cannot be merged. Failures that a retry may resolve are not permanent.
 */
export class DocumentError extends Error {
  override readonly name = 'DocumentError';
  readonly permanent: boolean;
  constructor(message: string, options: { permanent: boolean; cause?: unknown }) {
    super(message, { cause: options.cause });
    this.permanent = options.permanent;
  }
}

/** Returns the readable message of a document error, and whether the error is permanent. */
export const explainDocumentError = (error: Error): { readable: string; permanent: boolean } | undefined =>
  error instanceof DocumentError ? { readable: error.message, permanent: error.permanent } : undefined;

export type Part = { name: string; content: Buffer; contentType?: FileRow['content_type'] };

/**
 * Merges several documents into one: text if all are text, otherwise PDF. A single document is returned unchanged.
 * @throws DocumentError that names the document
 */
export async function mergeParts(
  parts: readonly Part[],
  log: Logger,
): Promise<{ contentType: string; content: Buffer }> {
  const typed = parts.map((part) => ({ ...part, contentType: part.contentType ?? contentTypeOf(part) }));
  const [single, ...others] = typed;
  if (!single) throw new DocumentError('The agreement has no documents.', { permanent: true });
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
  typeOf(content, { contentType: '', name }) ?? 'of an unknown type';

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
