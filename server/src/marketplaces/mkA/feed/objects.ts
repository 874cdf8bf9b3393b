import type { Calls } from '../calls.ts';
import type { Endpoint } from '../clients.ts';
import { callBucket, errorOf, type StoreAnswer, type StoreCall } from '../store.ts';

/** A file in a listing. `etag` changes with the content. */
export type FeedFile = { key: string; etag: string; size: number };

type ListedPage = { files: FeedFile[]; next: string | undefined };

const isCsv = ({ key }: FeedFile): boolean => /\.csv$/i.test(key);

const longestListing = 4_000_000;

export type FeedObjects = {
  /** Lists the CSV files under the prefix, sorted by key; undefined if their number exceeds the limit. */
  list(most: number): Promise<FeedFile[] | undefined>;
  /** Reads the beginning of a file, if any file exists, to verify that files are readable. */
  sample(): Promise<FeedFile | undefined>;
  /** Reads a byte range of a file, or returns the reason why the file is unreadable. */
  read(file: FeedFile, from: number, length: number): Promise<Buffer | ReadFailure>;
};

/**
 * GONE: the file was deleted. CHANGED: its content differs from the listed version. ARCHIVED: the file must
 * be restored first.
 */
export type ReadFailure = 'GONE' | 'CHANGED' | 'ARCHIVED';

/** The permission policy action that each method needs. */
const actions = { list: 's3:ListBucket', read: 's3:GetObject' };

const unreadables: Readonly<Record<string, ReadFailure>> = {
  NoSuchKey: 'GONE',
  PreconditionFailed: 'CHANGED',
  InvalidRange: 'CHANGED',
  InvalidObjectState: 'ARCHIVED',
};

/** Creates the functions that read the bucket of the seller's data feed. */
export function createFeedObjects(
  { settings, signed }: Pick<Calls, 'settings' | 'signed'>,
  endpoint: Endpoint,
): FeedObjects | undefined {
  const { dataFeed } = settings();
  if (!dataFeed) return undefined;
  const { bucket, prefix } = dataFeed;

  const ask = (key: string, action: keyof typeof actions, call: StoreCall) =>
    signed(async (keys) => {
      const answer = await callBucket({ bucket, key, keys, endpoint }, call);
      const unreadable = action === 'read' ? unreadables[errorOf(answer).code] : undefined;
      if (answer.status >= 300 && !unreadable) throw errorOfAnswer(answer, actions[action]);
      return { ...answer, unreadable };
    });

  async function page(token: string | undefined): Promise<ListedPage> {
    const query = {
      'list-type': '2',
      'encoding-type': 'url',
      prefix,
      ...(token ? { 'continuation-token': token } : {}),
    };
    const { body } = await ask('', 'list', { method: 'GET', query, longest: longestListing });
    return readListing(body.toString('utf8'));
  }

  async function read({ key, etag, size }: FeedFile, from: number, length: number) {
    const to = Math.min(size, from + length) - 1;
    if (to < from) return Buffer.alloc(0);
    const headers = { range: `bytes=${from}-${to}`, 'if-match': etag };
    const answer = await ask(key, 'read', { method: 'GET', headers, longest: length });
    if (answer.unreadable) return answer.unreadable;
    // If the store returns the whole file, or fewer bytes than requested, the listed file has changed.
    return answer.status === 206 && answer.body.length === to - from + 1 ? answer.body : 'CHANGED';
  }

  return {
    list: async (most) => {
      const found: FeedFile[] = [];
      let token: string | undefined;
      do {
        const { files, next } = await page(token);
        found.push(...files.filter(isCsv));
        if (found.length > most) return undefined;
        token = next;
      } while (token);
      return found.sort((one, other) => (one.key < other.key ? -1 : 1));
    },
    sample: async () => {
      const [file] = (await page(undefined)).files.filter(isCsv);
      if (file) await read(file, 0, 1);
      return file;
    },
    read,
  };
}

/**
 * Error codes about the keys or a temporary condition. All other codes concern the bucket and do not affect
 * the integration's status.
 */
const general =
  /^(?:AccessDenied|ExpiredToken|InvalidToken|InvalidAccessKeyId|SignatureDoesNotMatch|RequestTimeTooSkewed|SlowDown)$/;

/**
 * Converts a response to the error that a client would throw. If the store does not name the missing
 * permission, the permission for the call is assumed.
 */
function errorOfAnswer(answer: StoreAnswer, action: string): Error {
  const { code, message } = errorOf(answer);
  const isDenied = code === 'AccessDenied' && !/not authorized to perform/i.test(message);
  const isGeneral = general.test(code) || answer.status >= 500 || answer.status === 429;
  return Object.assign(new Error(isDenied ? `not authorized to perform: ${action}` : message), {
    name: code || `HTTP ${answer.status}`,
    $metadata: { httpStatusCode: isGeneral ? answer.status : 400 },
    $response: { headers: answer.headers },
  });
}

const plain = (text: string): string =>
  text.replaceAll('&quot;', '"').replaceAll('&#34;', '"').replaceAll('&amp;', '&');
const textOf = (xml: string, name: string): string =>
  plain(new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? '');

/** Parses a page of a listing, whose keys are URL-encoded. */
export function readListing(xml: string): ListedPage {
  const files = [...xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, one = '']) => ({
    key: decodeURIComponent(textOf(one, 'Key').replaceAll('+', '%20')),
    etag: textOf(one, 'ETag'),
    size: Number(textOf(one, 'Size')),
  }));
  const isTruncated = textOf(xml, 'IsTruncated') === 'true';
  return { files, next: isTruncated ? textOf(xml, 'NextContinuationToken') || undefined : undefined };
}
