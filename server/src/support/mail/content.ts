import { longestComment } from '../records.ts';
import type { RefusedFile } from './files.ts';

/** Removes control characters and unpaired surrogates. */
const plain = (text: string): string =>
  text
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: removed by this expression
    .replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '');

export const hasText = (text: string): boolean => plain(text).trim() !== '';

const leftOut = '\n\n[The rest of the message was left out because it is too long.]';

/**
 * Returns the text of a comment from a message: the written text, truncated at the limit, and the names of files that
 * were not attached.
 */
export function contentOf(written: string, attached: number, refused: readonly RefusedFile[]): string {
  const files = `${attached} ${attached === 1 ? 'file' : 'files'} attached.`;
  const text = Array.from(
    hasText(written) ? plain(written).trim() : `[${attached > 0 ? files : 'No text.'}]`,
  );
  const notes = refused.map(({ name, reason }) => `[Not attached: ${plain(name)}: ${reason}]`);
  const ending = Array.from(notes.length > 0 ? `\n\n${notes.join('\n')}` : '').slice(0, longestComment / 2);
  const place = longestComment - ending.length;
  const shown = text.length <= place ? text : [...text.slice(0, place - leftOut.length), ...leftOut];
  return [...shown, ...ending].join('');
}
