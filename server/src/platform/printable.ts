/** Invisible or misleading characters: control characters, line separators, bidirectional controls, lone surrogates. */
const unprintable = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;
const eachUnprintable = new RegExp(unprintable, 'gu');

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Escapes each character that cannot be printed safely, as in JSON: `\u0000`. */
export const printable = (text: string): string =>
  unprintable.test(text) ? text.replaceAll(eachUnprintable, escaped) : text;
