/**
 * Converts a marketplace's error code to words: `CustomerNotSubscribed` becomes “customer not subscribed”.
 * Undefined for a text that is not a code.
 */
export const wordsOfCode = (code: string): string | undefined =>
  /^[A-Za-z][A-Za-z0-9_.-]*$/.test(code)
    ? code
        .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
        .replaceAll(/[_.-]+/g, ' ')
        .trim()
        .toLowerCase()
    : undefined;

/**
 * Returns a human-readable explanation of a marketplace's rejection. Codes are converted to words; sentences
 * are unchanged.
 */
export function readableCause(cause: string): string {
  const words = wordsOfCode(cause);
  return words
    ? `The marketplace rejected the request with the cause “${words}” (${cause}). Fix the cause, then try again.`
    : cause;
}
