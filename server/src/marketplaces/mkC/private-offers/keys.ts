const longestNote = 1500;
const words = 'Tradepost offer ';
/** A note ends with the key of its offer: the marketplace creates the ids, and has no idempotency key. */
const withKey = /(?:^|\n)Tradepost offer ([!-~]{1,64})$/;

/** Returns the seller's note, shortened if needed, with the key of the offer. The buyer does not see this note. */
export function noteWithKey(note: string | undefined, key: string): string {
  const end = `${words}${key}`;
  const room = longestNote - end.length - 1;
  const kept = (note ?? '').slice(0, room).replace(/[\uD800-\uDBFF]$/, '');
  return kept === '' ? end : `${kept}\n${end}`;
}

/** Returns the key in a note; undefined if this service did not create the offer. */
export const keyIn = (note: string | undefined): string | undefined => withKey.exec(note ?? '')?.[1];

/** Returns the seller's part of a note. */
export const noteWithoutKey = (note: string | undefined): string | undefined =>
  (note ?? '').replace(withKey, '') || undefined;
