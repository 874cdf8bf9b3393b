type Range = { type: string; quality: number };

/** Parses an Accept header (RFC 9110, section 12.5.1). Invalid ranges are skipped. */
const rangesOf = (accept: string): Range[] =>
  accept.split(',').flatMap((part) => {
    const [type = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    if (!/^[^\s/]+\/[^\s/]+$/.test(type)) return [];
    const given = parameters.find((parameter) => /^q\s*=/.test(parameter));
    const quality = given === undefined ? 1 : Number(given.split('=')[1]);
    return quality >= 0 && quality <= 1 ? [{ type, quality }] : [];
  });

/** Finds the most specific media range for a type, with its position. */
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
 * Returns whether a caller prefers CSV to JSON. JSON is the default for a missing header and for other types. At equal
 * quality, the type with the more specific range is preferred, then the first type.
 */
export function prefersCsv(accept: string | undefined): boolean {
  if (!accept) return false;
  const ranges = rangesOf(accept);
  const [csv, json] = [rangeFor(ranges, 'text/csv'), rangeFor(ranges, 'application/json')];
  if (csv.quality !== json.quality) return csv.quality > json.quality;
  if (csv.quality === 0) return false;
  return csv.exactness !== json.exactness ? csv.exactness > json.exactness : csv.place < json.place;
}
