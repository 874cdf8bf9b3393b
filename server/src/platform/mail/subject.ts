/** Bytes per encoded word (RFC 2047 allows 75 characters including the delimiters). */
const wordBytes = 39;

/** Matches text that a mail client may decode as an encoded word. */
const looksEncoded = /=\?/;

/**
 * Creates the subject header of a mail. A subject that contains an apparent encoded word is encoded completely, so that
 * a crafted name cannot change the displayed subject.
 */
export function subjectOf(text: string): { subject: string } | { headers: { Subject: PreparedHeader } } {
  if (!looksEncoded.test(text)) return { subject: text };
  const words: string[] = [];
  let word = '';
  for (const character of text.replaceAll(/[\r\n]+/g, ' ')) {
    if (Buffer.byteLength(word + character) > wordBytes) {
      words.push(word);
      word = '';
    }
    word += character;
  }
  const encoded = [...words, word].map((part) => `=?UTF-8?B?${Buffer.from(part).toString('base64')}?=`);
  return { headers: { Subject: { prepared: true, value: encoded.join('\r\n ') } } };
}

type PreparedHeader = { prepared: true; value: string };
