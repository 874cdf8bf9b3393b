/** The bytes that fit into an encoded word of a line (RFC 2047 allows 75 characters with the marks around them). */
const wordBytes = 39;

/** What a reader's program would take for an encoded word. */
const looksEncoded = /=\?/;

/**
 * The header of a subject. One that looks as if it were encoded already, because a name in it does, is encoded as a whole:
 * readers see the text as it was written, and nobody writes another subject by a name.
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
