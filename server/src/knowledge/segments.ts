/** A piece of a text; a hit matches a word of the query. */
export type Segment = { text: string; hit: boolean };

const begins = '\u0001';
const ends = '\u0002';

/** Splits an excerpt in which the database marked matches with two characters that passages never contain. */
export function toSegments(marked: string): Segment[] {
  const [first = '', ...others] = marked.split(begins);
  const segments = [{ text: first, hit: false }];
  for (const other of others) {
    const [hit = '', ...rest] = other.split(ends);
    segments.push({ text: hit, hit: true }, { text: rest.join(''), hit: false });
  }
  return segments.filter(({ text }) => text !== '');
}
