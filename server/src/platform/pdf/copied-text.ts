import type { Document } from './pen.ts';

/** The part of pdfkit's internal fonts that is used here: the characters of each glyph. */
type EmbeddedFont = { unicode: readonly (readonly number[])[]; toUnicodeCmap: () => unknown };

/**
 * Writes the table that maps glyphs to characters, for copying text, in place of pdfkit's. pdfkit puts spaces between
 * the UTF-16 units of one character or ligature; the spaces are valid, but some PDF readers treat a space as the end of
 * the number. Call this function before the end of the document.
 */
export function writeCopiedText(document: Document): void {
  const { _fontFamilies: fonts } = document as unknown as { _fontFamilies: Record<string, EmbeddedFont> };
  for (const font of Object.values(fonts))
    font.toUnicodeCmap = () => {
      const map = document.ref({});
      map.end(mapOf(font.unicode.map((codePoints) => String.fromCodePoint(...codePoints))));
      return map;
    };
}

/** The maximum number of glyphs in one range. */
const longestRange = 256;

function mapOf(texts: readonly string[]): string {
  const ranges: string[] = [];
  for (let first = 0; first < texts.length; first += longestRange) {
    const some = texts.slice(first, first + longestRange);
    const copied = some.map(
      (text) => `<${Array.from({ length: text.length }, (_, at) => hex(text.charCodeAt(at))).join('')}>`,
    );
    ranges.push(`<${hex(first)}> <${hex(first + some.length - 1)}> [${copied.join(' ')}]`);
  }
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <ffff>
endcodespacerange
${ranges.length} beginbfrange
${ranges.join('\n')}
endbfrange
endcmap
CMapName currentdict /CMap defineresource pop
end
end`;
}

const hex = (unit: number): string => unit.toString(16).padStart(4, '0');
