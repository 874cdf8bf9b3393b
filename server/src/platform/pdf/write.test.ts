import { extractText } from 'unpdf';
import { describe, expect, test } from 'vitest';
import { type PdfBlock, writePdf } from './index.ts';

const facts = { title: 'Document', at: new Date(0) };

/** How often others had their turn while the document was written. */
async function turnsDuring(blocks: readonly PdfBlock[]): Promise<{ turns: number; bytes: Buffer }> {
  let turns = 0;
  let isWritten = false;
  const turn = () => {
    turns += 1;
    if (!isWritten) setImmediate(turn);
  };
  setImmediate(turn);
  const bytes = await writePdf(blocks, facts);
  isWritten = true;
  return { turns, bytes };
}

const lettersIn = async (bytes: Buffer) =>
  (await extractText(new Uint8Array(bytes), { mergePages: true })).text.replaceAll(/\s+/g, '');

describe('a document with very much in it', () => {
  test('lets others have their turn after each row', async () => {
    const rows = Array.from({ length: 100 }, (_, n) => ({ kind: 'row', name: `n${n}`, value: 'v' }) as const);
    expect((await turnsDuring(rows)).turns).toBeGreaterThanOrEqual(100);
  });

  test.for([
    ['a word without an end', 'x'.repeat(9000)],
    ['blanks that do not break', `a\u00a0b`.repeat(3000)],
    ['letters outside of the first plane', '𝔸'.repeat(4500)],
    ['words', Array.from({ length: 1600 }, (_, n) => `w${n}`).join(' ')],
    ['lines', Array.from({ length: 1600 }, (_, n) => `w${n}`).join('\n')],
  ] as const)('is written in pieces, whole: %s', async ([, text]) => {
    const letters = Array.from(text.replaceAll(/\s+/g, ''));
    for (const blocks of [[{ kind: 'text', text }], [{ kind: 'row', name: '', value: text }]] as const) {
      const { turns, bytes } = await turnsDuring(blocks);
      // A text that is written at once leaves one turn.
      expect(turns).toBeGreaterThanOrEqual(3);
      expect(Array.from(await lettersIn(bytes))).toHaveLength(letters.length);
    }
  });
});
