/** One line of JSON without the control characters that JSON leaves as they are: some terminals obey them. */
export const jsonLine = (value: unknown): string => printableJson(JSON.stringify(value));

/** The same for a value that is JSON text already. */
export const printableJson = (json: string): string =>
  json.replaceAll(/[\u007f-\u009f]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`);

/** The text of a caller as one field of one line: it moves no cursor of a terminal and begins no other line. */
export const oneField = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ');
