import { parentPort, workerData } from 'node:worker_threads';

/** As much of a text as is searched, in characters. */
const longestText = 1_000_000;
/** A few bytes of a file may stand for gigabytes: what is unpacked at once, and of a document in all. */
const mostAtOnce = 48 * 1024 * 1024;
const mostUnpacked = 24 * 1024 * 1024;
const mostPages = 2000;

class Unreadable extends Error {}
const tooLarge = () => new Unreadable('it is too large to be read');

/** Memory of this kind counts in no limit that a thread can have: it is refused where it is asked for. */
function limitMemory() {
  globalThis.Uint8Array = new Proxy(Uint8Array, {
    construct(target, args, newTarget) {
      if (typeof args[0] === 'number' && args[0] > mostAtOnce) throw tooLarge();
      return Reflect.construct(target, args, newTarget);
    },
  });
  // Without it, streams are unpacked by the library itself, in memory that it asks for.
  delete globalThis.DecompressionStream;
}

async function readPdf(content) {
  limitMemory();
  const { getDocumentProxy } = await import('unpdf');
  const document = await getDocumentProxy(content, {
    verbosity: 0,
    isEvalSupported: false,
    useSystemFonts: false,
  });
  const pages = [];
  let length = 0;
  for (let number = 1; number <= Math.min(document.numPages, mostPages) && length < longestText; number++) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    const text = items.map((item) => (item.str ?? '') + (item.hasEOL ? '\n' : '')).join('');
    page.cleanup();
    length += text.length;
    pages.push(text);
  }
  return pages.join('\n\n');
}

/** The part of a document of words that has its text, unpacked piece by piece. */
async function unpack(content, wanted) {
  const { Unzip, UnzipInflate } = await import('fflate');
  const chunks = [];
  let length = 0;
  let isFound = false;
  const unzip = new Unzip((file) => {
    if (file.name !== wanted || isFound) return;
    isFound = true;
    file.ondata = (error, chunk) => {
      // What is thrown below comes back here.
      if (error) throw error instanceof Unreadable ? error : new Unreadable('it cannot be read');
      length += chunk.length;
      if (length > mostUnpacked) throw tooLarge();
      chunks.push(chunk);
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  const step = 4096;
  for (let at = 0; at < content.length; at += step)
    unzip.push(content.subarray(at, at + step), at + step >= content.length);
  if (!isFound) throw new Unreadable('it has no text');
  return Buffer.concat(chunks).toString('utf8');
}

const entities = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };
const decode = (text) =>
  text.replaceAll(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{1,10}));/gi, (whole, decimal, hex, name) => {
    if (name) return entities[name.toLowerCase()] ?? whole;
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ' ';
  });

/** The text between the tags of a markup; each tag that ends a line is one. */
function withoutTags(markup, endsLine) {
  const parts = [];
  let at = 0;
  while (at < markup.length) {
    const begin = markup.indexOf('<', at);
    if (begin < 0) break;
    parts.push(markup.slice(at, begin));
    const end = markup.indexOf('>', begin);
    if (end < 0) return parts.join('');
    if (endsLine.test(markup.slice(begin, Math.min(end + 1, begin + 40)))) parts.push('\n');
    at = end + 1;
  }
  parts.push(markup.slice(at));
  return parts.join('');
}

async function readDocx(content) {
  const xml = await unpack(content, 'word/document.xml');
  return decode(withoutTags(xml.replaceAll(/[\r\n]+/g, ''), /^<(\/w:p|w:br|w:tab|\/w:tc)[\s/>]/));
}

/** What a page hides from its reader is no text of it. */
function withoutHidden(html) {
  let left = html;
  for (const [begin, end] of [
    ['<!--', '-->'],
    ['<script', '</script'],
    ['<style', '</style'],
  ]) {
    const lower = left.toLowerCase();
    const kept = [];
    let at = 0;
    for (;;) {
      const from = lower.indexOf(begin, at);
      if (from < 0) break;
      kept.push(left.slice(at, from));
      const to = lower.indexOf(end, from);
      at = to < 0 ? left.length : to + end.length;
    }
    kept.push(left.slice(at));
    left = kept.join(' ');
  }
  return left;
}

const readHtml = (content) =>
  decode(
    withoutTags(
      withoutHidden(Buffer.from(content).toString('utf8')),
      /^<\/?(p|div|br|li|tr|td|th|h[1-6]|title|section|article|table)[\s/>]/i,
    ),
  );

const readers = {
  'application/pdf': readPdf,
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': readDocx,
  'text/html': readHtml,
  'text/plain': (content) => Buffer.from(content.subarray(0, 4 * longestText)).toString('utf8'),
};

try {
  const read = readers[workerData.contentType];
  if (!read) throw new Unreadable('it has no text');
  const text = await read(workerData.content);
  parentPort.postMessage({ text: text.slice(0, longestText) });
} catch (error) {
  const problem = error instanceof Unreadable ? error.message : 'it cannot be read';
  parentPort.postMessage({ problem });
}
