/** A code of a marketplace in words: `CustomerNotSubscribed` is “customer not subscribed”. Undefined for what is no code. */
export const wordsOfCode = (code: string): string | undefined =>
  /^[A-Za-z][A-Za-z0-9_.-]*$/.test(code)
    ? code
        .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
        .replaceAll(/[_.-]+/g, ' ')
        .trim()
        .toLowerCase()
    : undefined;

/** Words why a marketplace refused something, for people: codes in words, whole sentences as they are. */
export function readableCause(cause: string): string {
  const words = wordsOfCode(cause);
  return words
    ? `The marketplace refused it and gave the cause “${words}” (${cause}). Mend what the cause names, then try again.`
    : cause;
}
