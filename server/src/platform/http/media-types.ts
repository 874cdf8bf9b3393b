type Range = { type: string; quality: number };

/** Reads an Accept header (RFC 9110, section 12.5.1). What is no range of it is left out. */
const rangesOf = (accept: string): Range[] =>
  accept.split(',').flatMap((part) => {
    const [type = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    if (!/^[^\s/]+\/[^\s/]+$/.test(type)) return [];
    const given = parameters.find((parameter) => /^q\s*=/.test(parameter));
    const quality = given === undefined ? 1 : Number(given.split('=')[1]);
    return quality >= 0 && quality <= 1 ? [{ type, quality }] : [];
  });

/** The range that names a type most exactly, and its place. */
function rangeFor(
  ranges: readonly Range[],
  type: string,
): { quality: number; exactness: number; place: number } {
  const [group = ''] = type.split('/');
  const names = [type, `${group}/*`, '*/*'];
  for (const [index, name] of names.entries()) {
    const place = ranges.findIndex((range) => range.type === name);
    if (place >= 0)
      return { quality: (ranges[place] as Range).quality, exactness: names.length - index, place };
  }
  return { quality: 0, exactness: 0, place: ranges.length };
}

/**
 * Says whether a caller would rather have CSV than JSON. Without the header, or where it wants neither, JSON is answered as it
 * always was; of two that it wants alike, what it names more exactly, and then first.
 */
export function prefersCsv(accept: string | undefined): boolean {
  if (!accept) return false;
  const ranges = rangesOf(accept);
  const [csv, json] = [rangeFor(ranges, 'text/csv'), rangeFor(ranges, 'application/json')];
  if (csv.quality !== json.quality) return csv.quality > json.quality;
  if (csv.quality === 0) return false;
  return csv.exactness !== json.exactness ? csv.exactness > json.exactness : csv.place < json.place;
}
