/** A piece of a text; a hit is a word that was asked for. */
export type Segment = { text: string; hit: boolean };

const begins = '\u0001';
const ends = '\u0002';

/** Divides a text in which the database marked what was found by two characters that no passage has. */
export function toSegments(marked: string): Segment[] {
  const [first = '', ...others] = marked.split(begins);
  const segments = [{ text: first, hit: false }];
  for (const other of others) {
    const [hit = '', ...rest] = other.split(ends);
    segments.push({ text: hit, hit: true }, { text: rest.join(''), hit: false });
  }
  return segments.filter(({ text }) => text !== '');
}
