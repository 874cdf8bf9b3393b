/** Shorter ones can be guessed, and words are as short. */
const shortest = 20;
/** The least share of random characters that are each of another kind than the one before. */
const leastTurns = 0.2;
/** The numbers that are enough among characters that nothing divides: some alphabets have few digits. */
const leastNumbers = 3;

/** A word may begin with a capital letter: that is no turn. */
const turn = /\d(?=[a-z])|[a-z](?=\d)|[a-z](?=[A-Z])|\d(?=[A-Z])|[A-Z](?=\d)/g;

/**
 * Says whether a part of the text looks made of random characters, as what nobody can guess is: long, and letters,
 * capitals and digits take turns often. Words, names of files, versions and dates do so rarely.
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
