import { parentPort } from 'node:worker_threads';
import { simpleParser } from 'mailparser';

/** What a message may have, beside its length. */
const limits = { maxHeadSize: 64 * 1024, maxChildNodes: 200, maxHtmlLengthToParse: 500_000 };
const longestText = 100_000;
const mostAttachments = 50;
/** What looks like files and is not: signatures of programs. */
const signatures = [
  'application/pkcs7-signature',
  'application/x-pkcs7-signature',
  'application/pgp-signature',
];

/** The text of HTML that is too long, or too deep, to be read as such: what is left without its tags. */
const withoutTags = (html) =>
  html
    .slice(0, longestText)
    .replace(/<[^<>]*>/g, ' ')
    .replace(/[ \t]+/g, ' ');

async function parse({ raw, fileLimit }) {
  const mail = await simpleParser(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength), {
    ...limits,
    skipTextToHtml: true,
    skipTextLinks: true,
    skipImageLinks: true,
    keepCidLinks: true,
    checksumAlgo: false,
  });
  const headers = (mail.headerLines ?? []).map(({ key, line }) => [key, line.replace(/\r?\n(?=[ \t])/g, '')]);
  const html = typeof mail.html === 'string' ? mail.html : '';
  const text = mail.text?.trim() ? mail.text : withoutTags(html);
  const attachments = mail.attachments.filter(({ contentType }) => !signatures.includes(contentType));
  return {
    headers,
    from: (mail.from?.value ?? []).flatMap(({ address }) => (address ? [address] : [])),
    contentType: String(mail.headers.get('content-type')?.value ?? '').toLowerCase(),
    text: text.slice(0, longestText),
    attachments: attachments.slice(0, mostAttachments).map(({ filename, contentType, size, content }) => ({
      name: String(filename ?? '').slice(0, 500),
      contentType,
      content: size > fileLimit ? undefined : content,
    })),
    attachmentCount: attachments.length,
  };
}

parentPort.on('message', async (input) => {
  try {
    parentPort.postMessage({ output: await parse(input) });
  } catch (error) {
    parentPort.postMessage({
      problem: String(error?.message ?? error)
        .split('\n', 1)[0]
        .slice(0, 200),
    });
  }
});
parentPort.postMessage({ ready: true });
