import { inflateSync } from 'node:zlib';
import { extractText } from 'unpdf';
import { describe, expect, test, vi } from 'vitest';
import { openFace } from './face.ts';
import { families, findInstalled, secondaryFonts } from './fonts.ts';
import { type PdfBlock, writePdf } from './index.ts';

const facts = { title: 'Document', at: new Date(0) };

/** Writes a document and counts the turns of the event loop meanwhile. */
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

describe('a large document', () => {
  test('yields to the event loop after each row', async () => {
    const rows = Array.from({ length: 100 }, (_, n) => ({ kind: 'row', name: `n${n}`, value: 'v' }) as const);
    expect((await turnsDuring(rows)).turns).toBeGreaterThanOrEqual(100);
  });

  test.for([
    ['an endless word', 'x'.repeat(9000)],
    ['non-breaking spaces', `a\u00a0b`.repeat(3000)],
    ['letters outside the basic plane', '𝔸'.repeat(4500)],
    ['joined letters from right to left', 'متجر '.repeat(1800)],
    ['letters of a script without spaces', 'ราคา'.repeat(2200)],
    ['words', Array.from({ length: 1600 }, (_, n) => `w${n}`).join(' ')],
    ['lines', Array.from({ length: 1600 }, (_, n) => `w${n}`).join('\n')],
  ] as const)('is written in pieces, without loss: %s', async ([, text]) => {
    const letters = Array.from(text.replaceAll(/\s+/g, ''));
    for (const blocks of [[{ kind: 'text', text }], [{ kind: 'row', name: '', value: text }]] as const) {
      const { turns, bytes } = await turnsDuring(blocks);
      // An undivided text would leave only one turn.
      expect(turns).toBeGreaterThanOrEqual(3);
      expect(Array.from(await lettersIn(bytes))).toHaveLength(letters.length);
    }
  });
});

/** Widths of the glyphs of a document with one text, in the order of drawing. */
function drawnWidths(bytes: Buffer): number[] {
  const file = bytes.toString('latin1');
  const content = streamsOf(bytes).find((each) => each.includes(' TJ'));
  const glyphs = [...(content ?? '').matchAll(/<([0-9a-f]+)>/g)].flatMap(
    ([, hex = '']) => hex.match(/.{4}/g) ?? [],
  );
  const [, list = ''] = [...file.matchAll(/\/W \[0 \[([^\]]*)\]/g)].at(0) ?? [];
  const widths = list.trim().split(/\s+/).map(Number);
  return glyphs.map((glyph) => Math.round(widths[Number.parseInt(glyph, 16)] ?? 0));
}

const streamsOf = (bytes: Buffer): string[] =>
  [...bytes.toString('latin1').matchAll(/stream\n/g)].map(({ index }) => unpacked(bytes.subarray(index + 7)));

function unpacked(stream: Buffer): string {
  try {
    return inflateSync(stream).toString('latin1');
  } catch {
    return '';
  }
}

/** Names in the scripts for which fonts are installed with the service. */
const names = {
  accents: 'Zoe\u0308 Nguye\u0302\u0303n',
  hebrew: 'בנק הפועלים',
  points: 'עִבְרִית',
  arabic: 'بنك الإنماء',
  mixed: 'Beta (مصنع) Ltd 25',
  devanagari: 'किशोर वर्मा',
  bengali: 'ঢাকা ব্যাংক',
  gujarati: 'ગુજરાત',
  gurmukhi: 'ਪੰਜਾਬ',
  kannada: 'ಕರ್ನಾಟಕ',
  malayalam: 'കേരളം',
  oriya: 'ଓଡ଼ିଶା',
  tamil: 'கோவை',
  telugu: 'ప్రకాష్',
  sinhala: 'ශ්‍රී ජයවර්ධනපුර',
  thai: 'กล้ำ ที่ดิน',
  lao: 'ລາວ',
  khmer: 'ស្រុក',
  myanmar: 'ရန်ကုန်',
  ethiopic: 'አዲስ አበባ',
  armenian: 'Հայաստան',
  georgian: 'თბილისი',
  emoji: '🚀 👩‍🔧',
};

const withNames: PdfBlock[] = Object.entries(names).flatMap(([name, value]): PdfBlock[] => [
  { kind: 'row', name: value, value: name },
  { kind: 'note', text: value },
]);

describe('scripts', () => {
  test('names can be copied from the document unchanged, in both weights, and the bytes are deterministic', async () => {
    const log = { warn: vi.fn() };
    const bytes = await writePdf(withNames, { ...facts, log });
    // PDF readers drop or add spaces where letters have unusual positions.
    const letters = (text: string) => text.normalize('NFC').replaceAll(/[\s\u2060]/g, '');
    const copied = letters(await lettersIn(bytes));
    for (const name of Object.values(names))
      expect(copied.split(letters(name)).length, name).toBeGreaterThan(2);
    expect(log.warn).not.toHaveBeenCalled();
    expect(await writePdf(withNames, facts)).toEqual(bytes);
    expect(bytes.length).toBeLessThan(250_000);
  });

  const devanagari = families.find(({ name }) => name === 'NotoSansDevanagari') as (typeof families)[number];
  test.for([
    ['joined, from right to left', 'بنك قطر', { path: secondaryFonts.Regular }, true],
    ['in the order of drawing', 'किशोर', findInstalled(devanagari, 'Regular') ?? { path: '' }, false],
  ] as const)('letters are drawn %s', async ([, text, file, isRightToLeft]) => {
    const face = await openFace(file);
    const shaped = face.shape(text, isRightToLeft);
    const alone = Array.from(text).flatMap((letter) => face.shape(letter, isRightToLeft));
    const widths = (glyphs: typeof shaped) =>
      glyphs.map(({ width }) => Math.round((width * 1000) / face.unitsPerEm));
    const drawn = drawnWidths(await writePdf([{ kind: 'text', text }], facts));
    expect(drawn).toEqual(widths(shaped));
    expect(drawn).not.toEqual(widths(alone));
  });

  test('the characters of a glyph are written without spaces, even for ligatures and surrogate pairs', async () => {
    const bytes = await writePdf([{ kind: 'text', text: 'क्षमा \u{1f680} ﬁ' }], facts);
    const maps = streamsOf(bytes).filter((each) => each.includes('beginbfrange'));
    const copied = maps.flatMap((map) => [...map.matchAll(/<([0-9a-f][^>]*)>/g)].map(([, units]) => units));
    expect(copied).toEqual(expect.arrayContaining(['0915094d0937', 'd83dde80']));
    expect(copied.filter((units) => units?.includes(' '))).toEqual([]);
  });

  test('a letter that is missing in all fonts is shown by its number, and its script is logged once', async () => {
    const log = { warn: vi.fn() };
    const blocks: PdfBlock[] = [
      { kind: 'row', name: '東京', value: 'Shop 東 e\u{1ac2} \u{1f680}' },
      { kind: 'text', text: '東京 한국' },
    ];
    const bytes = await writePdf(blocks, { ...facts, log, findFont: () => undefined });
    const letters = await lettersIn(bytes);
    expect(letters).toContain('[U+6771][U+4EAC]');
    expect(letters).toContain('Shop[U+6771]e[U+1AC2][U+1F680]');
    expect(letters).toContain('istheUnicodenumberofacharacter');
    expect(log.warn.mock.calls).toEqual([
      [{ scripts: ['Emoji', 'Han', 'Hangul', 'Latin'] }, expect.stringContaining('no installed font')],
    ]);
  });

  test('an unreadable font is logged once and treated as not installed', async () => {
    const log = { warn: vi.fn() };
    const { pathname: path } = new URL(import.meta.url);
    const block: PdfBlock = { kind: 'row', name: 'ઘર', value: 'દુકાન ઘર' };
    const bytes = await writePdf([block], { ...facts, log, findFont: () => ({ path }) });
    expect(await lettersIn(bytes)).toContain('[U+0A98][U+0AB0]');
    expect(log.warn.mock.calls).toEqual([
      [{ err: expect.any(Error), font: path }, 'a font cannot be read'],
      [{ scripts: ['Gujarati'] }, expect.any(String)],
    ]);
  });

  test('a document of plain text loads neither shaper nor other fonts', async () => {
    vi.resetModules();
    const loaded: string[] = [];
    for (const name of ['harfbuzzjs', 'bidi-js', 'linebreak'])
      vi.doMock(name, () => {
        loaded.push(name);
        return {};
      });
    const fresh = await import('./index.ts');
    const findFont = vi.fn();
    const block: PdfBlock = { kind: 'row', name: 'Straße', value: 'Łódź 12,50 €' };
    await fresh.writePdf([block], { ...facts, findFont });
    expect([loaded, findFont.mock.calls]).toEqual([[], []]);
    vi.doUnmock('harfbuzzjs');
  });

  const eastAsia = families.filter(({ collection }) => collection);
  test.runIf(eastAsia.every((family) => findInstalled(family, 'Regular')))(
    'Chinese, Japanese and Korean names are drawn if their fonts are installed',
    async () => {
      const [chinese, japanese, korean] = ['深圳市', '有限会社さくら。', '대한민국'];
      const blocks: PdfBlock[] = [chinese, japanese, korean].map((text) => ({ kind: 'title', text }));
      expect(await lettersIn(await writePdf(blocks, facts))).toBe(`${chinese}${japanese}${korean}`);
    },
  );
});
