/** Characters that no reader sees or that change what a reader sees: control characters, line ends, directions, halves of pairs. */
const unprintable = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;
const eachUnprintable = new RegExp(unprintable, 'gu');

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** The text with each character that cannot be printed safely written as in JSON, such as `\u0000`. */
export const printable = (text: string): string =>
  unprintable.test(text) ? text.replaceAll(eachUnprintable, escaped) : text;
