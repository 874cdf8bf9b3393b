/**
 * Formats one line of JSON. Control characters that JSON allows are escaped, because some terminals interpret
 * them.
 */
export const jsonLine = (value: unknown): string => printableJson(JSON.stringify(value));

/** Escapes the control characters in JSON text that terminals may interpret. */
export const printableJson = (json: string): string =>
  json.replaceAll(/[\u007f-\u009f]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`);

/**
 * Formats a caller's text as one field of one line: control characters and line breaks are replaced with a
 * space.
 */
export const oneField = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ');
