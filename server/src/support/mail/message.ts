import { errors } from '../../platform/errors.ts';
import { isMailAddress } from '../../platform/records/fields.ts';
import { createThreads, ThreadExhausted, ThreadRefused, ThreadsBusy } from '../../platform/threads.ts';

/** The maximum size of a message in bytes. A message with a file of 10 MiB has 14 MiB. */
export const longestMessage = 15 * 1024 * 1024;

export type MailFile = {
  name: string;
  contentType: string;
  /** The content; undefined if the file is larger than the limit. */
  content: Uint8Array | undefined;
};

/** A message as parsed by the thread. */
export type ParsedMail = {
  /** The header names in lower case, each with its complete line. */
  headers: [name: string, line: string][];
  from: string[];
  contentType: string;
  text: string;
  attachments: MailFile[];
  attachmentCount: number;
};

/** The code of the threads. Its relative path is the same in the sources and in the build. */
const program = new URL('../../../workers/parse-mail.mjs', import.meta.url);

/**
 * Parses messages in threads with limits on time and memory, because a sender may craft a message to exhaust resources.
 * The library is loaded when the first message arrives.
 */
export function createMailParser(fileLimit: number) {
  const threads = createThreads<{ raw: Uint8Array; fileLimit: number }, ParsedMail>({
    script: program,
    concurrency: 2,
    deadlineMs: 20_000,
    memoryMb: 256,
    waiting: { perOwner: 1, total: 16 },
  });
  return {
    /** @throws 400 for an unreadable message, 503 while too many messages wait */
    parse: async (raw: Uint8Array, requestId: string): Promise<ParsedMail> => {
      try {
        return await threads.run(requestId, { raw, fileLimit });
      } catch (error) {
        if (error instanceof ThreadRefused || error instanceof ThreadExhausted)
          throw errors.invalid_request(`The message cannot be read: ${error.message}.`, { cause: error });
        if (error instanceof ThreadsBusy)
          throw errors.unavailable('Too many messages are being read.', {
            cause: error,
            headers: { 'retry-after': '5' },
          });
        throw error;
      }
    },
    stop: threads.stop,
  };
}
export type MailParser = ReturnType<typeof createMailParser>;

const afterName = (line: string): string => line.slice(line.indexOf(':') + 1).trim();

/** Returns the values of all headers with these names, in the order of the names. */
export const valuesOf = ({ headers }: Pick<ParsedMail, 'headers'>, names: readonly string[]): string[] =>
  names.flatMap((wanted) => headers.flatMap(([name, line]) => (name === wanted ? [afterName(line)] : [])));

/** The headers that may contain the recipient, beginning with headers added by the mail server. */
const addressees = ['x-original-to', 'delivered-to', 'envelope-to', 'to', 'cc'];
export const addresseesOf = (mail: Pick<ParsedMail, 'headers'>): string[] => valuesOf(mail, addressees);

/**
 * Matches quoted names and comments beside an address, and a line with exactly one address, either bare or in angle
 * brackets at its end.
 */
const quotedOrComment = /"(?:[^"\\]|\\.)*"|\([^()]*\)/g;
const isOneAddress = /^(?:[^\s<>,;:]+|[^<>]*<[^\s<>,;:]+>)$/;

/**
 * Returns the only From address of a message in lower case. Returns undefined unless there is exactly one address, because
 * the mail server may have authenticated a different address.
 */
export function senderOf(mail: Pick<ParsedMail, 'headers' | 'from'>): string | undefined {
  const [only, ...others] = mail.from;
  const [line = '', ...more] = valuesOf(mail, ['from']);
  if (only === undefined || others.length > 0 || more.length > 0) return undefined;
  if (!isOneAddress.test(line.replaceAll(quotedOrComment, '').trim())) return undefined;
  return isMailAddress(only) ? only.toLowerCase() : undefined;
}
