import { parentPort, workerData } from 'node:worker_threads';

/** A few bytes of a document may stand for gigabytes. What is unpacked to read one is its outline, and comes nowhere near. */
const mostUnpacked = 48 * 1024 * 1024;
/** All documents together, which nothing is unpacked of any more. */
const mostWritten = 256 * 1024 * 1024;

let mostBytes = mostUnpacked;
let isTooLarge = false;

/** Memory of this kind counts in no limit that a thread can have: it is refused where it is asked for. */
globalThis.Uint8Array = new Proxy(Uint8Array, {
  construct(target, args, newTarget) {
    if (typeof args[0] === 'number' && args[0] > mostBytes) {
      isTooLarge = true;
      throw new RangeError('The document is too large.');
    }
    return Reflect.construct(target, args, newTarget);
  },
});

const { PDFDocument } = await import('@cantoo/pdf-lib');
const epoch = new Date(0);

const tooLarge = (name) => `${name} is too large to be merged.`;

class Unreadable extends Error {}

async function read({ name, content }) {
  let source;
  try {
    source = await PDFDocument.load(content, { updateMetadata: false, ignoreEncryption: true });
  } catch {
    throw new Unreadable(isTooLarge ? tooLarge(name) : `${name} is no PDF that can be read.`);
  }
  // The library goes on without what it could not unpack.
  if (isTooLarge) throw new Unreadable(tooLarge(name));
  if (source.isEncrypted) throw new Unreadable(`${name} is protected by a password.`);
  try {
    if (source.getPageCount() > 0) return source;
  } catch {
    throw new Unreadable(`${name} is no PDF that can be read.`);
  }
  throw new Unreadable(`${name} has no pages.`);
}

async function join(documents) {
  const joined = await PDFDocument.create({ updateMetadata: false });
  joined.setCreationDate(epoch);
  joined.setModificationDate(epoch);
  for (const document of documents) {
    const source = await read(document);
    for (const page of await joined.copyPages(source, source.getPageIndices())) joined.addPage(page);
  }
  mostBytes = mostWritten;
  return joined.save();
}

try {
  const bytes = await join(workerData);
  parentPort.postMessage({ bytes }, [bytes.buffer]);
} catch (error) {
  if (!(error instanceof Unreadable)) throw error;
  parentPort.postMessage({ problem: error.message });
}
