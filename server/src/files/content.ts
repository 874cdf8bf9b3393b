import { invalid } from '../platform/errors.ts';

/** Allowed types of files, with their file name extensions. */
export const contentTypes = {
  'application/pdf': 'pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'text/plain': 'txt',
  'text/html': 'html',
} as const;

/** The image types that are also allowed as attachments of other records, such as screenshots in tickets. */
const pictureTypes = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
} as const;
const endings = { ...contentTypes, ...pictureTypes };
type DocumentType = keyof typeof contentTypes;
type PictureType = keyof typeof pictureTypes;
export type ContentType = DocumentType | PictureType;

const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const utf8 = new TextDecoder('utf-8', { fatal: true });
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches control characters on purpose
const controls = /[\u0000-\u0008\u000b\u000e-\u001f]/;

/**
 * Detects the content type from the first bytes. The sender's declaration is used only to distinguish plain text from
 * HTML. Returns undefined for other types.
 */
export function typeOf(
  content: Buffer,
  said: { contentType: string; name: string },
): DocumentType | undefined {
  if (content.subarray(0, 5).toString('latin1') === '%PDF-') return 'application/pdf';
  if (content.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004')
    return isDocx(content) ? docx : undefined;
  if (!isText(content)) return undefined;
  const type = said.contentType.split(';')[0]?.trim().toLowerCase();
  const isHtml = type === 'text/html' || /\.html?$/i.test(said.name) || looksLikeHtml(content);
  return isHtml ? 'text/html' : 'text/plain';
}

const looksLikeHtml = (content: Buffer): boolean =>
  /^\ufeff?\s*<(!doctype html|html|head|body|script)[\s>]/i.test(content.subarray(0, 200).toString('utf8'));

/**
 * Returns whether a ZIP file is a DOCX file. The names of the ZIP entries are uncompressed and can therefore be
 * searched.
 */
const isDocx = (content: Buffer) =>
  content.includes('[Content_Types].xml') && content.includes('word/document.xml');

function isText(content: Buffer): boolean {
  try {
    return !controls.test(utf8.decode(content));
  } catch {
    return false;
  }
}

/** Detects an image type from the first bytes. */
function pictureOf(content: Buffer): PictureType | undefined {
  const begin = content.subarray(0, 12).toString('latin1');
  if (begin.startsWith('\u0089PNG\r\n\u001a\n')) return 'image/png';
  if (begin.startsWith('\u00ff\u00d8\u00ff')) return 'image/jpeg';
  if (/^GIF8[79]a/.test(begin)) return 'image/gif';
  // The bytes between RIFF and WEBP are the length.
  return begin.startsWith('RIFF') && begin.endsWith('WEBP') ? 'image/webp' : undefined;
}

type DeclaredFile = { contentType: string; name: string };

/**
 * Returns the type of a file.
 * @throws 400 if the file is empty, or its type is not allowed or differs from the declared type
 */
export const requireType = (content: Buffer, said: DeclaredFile): ContentType =>
  requireKnown(content, said, contentTypes, typeOf(content, said), 'PDF, DOCX, plain text in UTF-8, or HTML');

/**
 * Returns the type of an attachment, which may also be an image.
 * @throws 400 like `requireType`
 */
export const requireAttachment = (content: Buffer, said: DeclaredFile): ContentType =>
  requireKnown(
    content,
    said,
    endings,
    pictureOf(content) ?? typeOf(content, said),
    'PDF, DOCX, plain text in UTF-8, HTML, PNG, JPEG, GIF or WebP',
  );

function requireKnown(
  content: Buffer,
  said: DeclaredFile,
  known: object,
  type: ContentType | undefined,
  names: string,
): ContentType {
  const refuse = (message: string) => invalid([{ pointer: '/file', message }]);
  if (content.length === 0) throw refuse('is empty');
  if (!type) throw refuse(`must be ${names}`);
  const declared = said.contentType.split(';')[0]?.trim().toLowerCase() ?? '';
  if (
    Object.hasOwn(known, declared) &&
    declared !== type &&
    !(declared === 'text/plain' && type === 'text/html')
  )
    throw refuse(`does not contain ${declared}, as its Content-Type says`);
  return type;
}

/** The additional file name extensions of some types. */
const otherEndings: Partial<Record<ContentType, RegExp>> = {
  'text/html': /\.html?$/i,
  'image/jpeg': /\.jpe?g$/i,
};

/**
 * Creates a safe file name for headers and downloads, without path and control characters, and with a matching
 * extension.
 */
export function fileName(given: string, type: ContentType): string {
  const last = given.split(/[/\\]/).at(-1) as string;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are removed
  const clean = last.replaceAll(/[\u0000-\u001f\u007f"]/g, '').trim() || 'file';
  const ending = `.${endings[type]}`;
  const fits = (otherEndings[type] ?? new RegExp(`\\${ending}$`, 'i')).test(clean);
  return `${Array.from(clean).slice(0, 150).join('')}${fits ? '' : ending}`;
}
