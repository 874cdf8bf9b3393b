/** The minimum length of a token. Shorter tokens can be guessed and resemble words. */
const shortest = 20;
/**
 * The minimum fraction of characters in a random text whose kind (small letter, capital, digit) differs from the
 * previous character.
 */
const leastTurns = 0.2;
/** The minimum groups of digits in an unbroken run of letters and digits; some alphabets have few digits. */
const leastNumbers = 3;

/** Matches changes of kind between characters, except from a capital to a small letter as at the beginning of words. */
const turn = /\d(?=[a-z])|[a-z](?=\d)|[a-z](?=[A-Z])|\d(?=[A-Z])|[A-Z](?=\d)/g;

/**
 * Whether a part of a text looks like a random token: long, with frequent changes between letters, capitals and digits.
 * Words, file names, versions and dates have few such changes.
 */
export const looksRandom = (text: string): boolean =>
  text.split(/[^\w+/=~-]+/).some((part) => part.length >= shortest && isRandom(part));

function isRandom(part: string): boolean {
  const characters = part.replace(/[^a-z0-9]/gi, '').length;
  const turns = part.match(turn)?.length ?? 0;
  if (characters >= shortest && turns / characters >= leastTurns) return true;
  const undivided = part.match(/[a-z0-9]{20,}/gi) ?? [];
  return undivided.some((run) => /[a-z]/i.test(run) && (run.match(/\d+/g)?.length ?? 0) >= leastNumbers);
}
