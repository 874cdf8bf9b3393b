import { errors } from '../../platform/errors.ts';
import { isMailAddress } from '../../platform/records/fields.ts';
import { createThreads, ThreadExhausted, ThreadRefused, ThreadsBusy } from '../../platform/threads.ts';

/** The longest message, in bytes: one with a file of 10 MiB is 14 MiB long. */
export const longestMessage = 15 * 1024 * 1024;

export type MailFile = {
  name: string;
  contentType: string;
  /** Absent: it is longer than a file may be. */
  content: Uint8Array | undefined;
};

/** A message as the thread has read it. */
export type ParsedMail = {
  /** Names in small letters, with the whole line. */
  headers: [name: string, line: string][];
  from: string[];
  contentType: string;
  text: string;
  attachments: MailFile[];
  attachmentCount: number;
};

/** The program of the threads; it is as far from here in the sources as where they are built. */
const program = new URL('../../../workers/parse-mail.mjs', import.meta.url);

/**
 * Reads messages in threads with bounds of time and memory: they come from anywhere, and one may be made to take all that
 * there is. The library is loaded there, when the first message comes.
 */
export function createMailParser(fileLimit: number) {
  const threads = createThreads<{ raw: Uint8Array; fileLimit: number }, ParsedMail>({
    program,
    atOnce: 2,
    deadlineMs: 20_000,
    memoryMb: 256,
    waiting: { ofOwner: 1, inAll: 16 },
  });
  return {
    /** @throws 400 for what is no message that can be read, 503 while too many wait */
    parse: async (raw: Uint8Array, requestId: string): Promise<ParsedMail> => {
      try {
        return await threads.run(requestId, { raw, fileLimit });
      } catch (error) {
        if (error instanceof ThreadRefused || error instanceof ThreadExhausted)
          throw errors.invalid_request(`The message cannot be read: ${error.message}.`, { cause: error });
        if (error instanceof ThreadsBusy)
          throw errors.unavailable('Too many messages are read at once.', {
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

/** The values of all headers of these names, in the order of the names. */
export const valuesOf = ({ headers }: Pick<ParsedMail, 'headers'>, names: readonly string[]): string[] =>
  names.flatMap((wanted) => headers.flatMap(([name, line]) => (name === wanted ? [afterName(line)] : [])));

/** Where a message may say whom it is for: what the mail server added comes first. */
const addressees = ['x-original-to', 'delivered-to', 'envelope-to', 'to', 'cc'];
export const addresseesOf = (mail: Pick<ParsedMail, 'headers'>): string[] => valuesOf(mail, addressees);

/** What is beside an address, and one address in a line without that: alone, or in the brackets at its end. */
const quotedOrComment = /"(?:[^"\\]|\\.)*"|\([^()]*\)/g;
const isOneAddress = /^(?:[^\s<>,;:]+|[^<>]*<[^\s<>,;:]+>)$/;

/**
 * The one address that a message is from, in small letters. Undefined where it says none or several: a mail server may have
 * judged another one than we would read.
 */
export function senderOf(mail: Pick<ParsedMail, 'headers' | 'from'>): string | undefined {
  const [only, ...others] = mail.from;
  const [line = '', ...more] = valuesOf(mail, ['from']);
  if (only === undefined || others.length > 0 || more.length > 0) return undefined;
  if (!isOneAddress.test(line.replaceAll(quotedOrComment, '').trim())) return undefined;
  return isMailAddress(only) ? only.toLowerCase() : undefined;
}
