import { invalid } from '../platform/errors.ts';

/** The types that a file may have, with the ending of its name. */
export const contentTypes = {
  'application/pdf': 'pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'text/plain': 'txt',
  'text/html': 'html',
} as const;

/** What may be attached beside these: pictures of what somebody sees. */
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
// biome-ignore lint/suspicious/noControlCharactersInRegex: text has none but tabs and line ends
const controls = /[\u0000-\u0008\u000b\u000e-\u001f]/;

/**
 * Recognises what the content is, by its first bytes; what the sender says of it decides between plain text and HTML
 * only. Undefined when it is none of the known types.
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

/** The names of the parts stand uncompressed in such a file. */
const isDocx = (content: Buffer) =>
  content.includes('[Content_Types].xml') && content.includes('word/document.xml');

function isText(content: Buffer): boolean {
  try {
    return !controls.test(utf8.decode(content));
  } catch {
    return false;
  }
}

/** Recognises a picture by its first bytes. */
function pictureOf(content: Buffer): PictureType | undefined {
  const begin = content.subarray(0, 12).toString('latin1');
  if (begin.startsWith('\u0089PNG\r\n\u001a\n')) return 'image/png';
  if (begin.startsWith('\u00ff\u00d8\u00ff')) return 'image/jpeg';
  if (/^GIF8[79]a/.test(begin)) return 'image/gif';
  // Between the two is how long it is.
  return begin.startsWith('RIFF') && begin.endsWith('WEBP') ? 'image/webp' : undefined;
}

type Said = { contentType: string; name: string };

/** @throws 400 that names the file when it is none of the known types, empty, or not what its sender says */
export const requireType = (content: Buffer, said: Said): ContentType =>
  requireKnown(content, said, contentTypes, typeOf(content, said), 'PDF, DOCX, plain text in UTF-8, or HTML');

/** The same where pictures are taken, too. @throws 400 */
export const requireAttachment = (content: Buffer, said: Said): ContentType =>
  requireKnown(
    content,
    said,
    endings,
    pictureOf(content) ?? typeOf(content, said),
    'PDF, DOCX, plain text in UTF-8, HTML, PNG, JPEG, GIF or WebP',
  );

function requireKnown(
  content: Buffer,
  said: Said,
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
    throw refuse(`is not ${declared}, as its content shows`);
  return type;
}

/** The types whose names may end in several ways. */
const otherEndings: Partial<Record<ContentType, RegExp>> = {
  'text/html': /\.html?$/i,
  'image/jpeg': /\.jpe?g$/i,
};

/** A name that is safe in a header and as the name of a file: no path, no control characters, an ending that fits. */
export function fileName(given: string, type: ContentType): string {
  const last = given.split(/[/\\]/).at(-1) as string;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are taken out
  const clean = last.replaceAll(/[\u0000-\u001f\u007f"]/g, '').trim() || 'file';
  const ending = `.${endings[type]}`;
  const fits = (otherEndings[type] ?? new RegExp(`\\${ending}$`, 'i')).test(clean);
  return `${Array.from(clean).slice(0, 150).join('')}${fits ? '' : ending}`;
}
