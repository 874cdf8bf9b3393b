import { rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { lazyValue } from '../first-use.ts';
import { makeFolder } from '../folders.ts';
import type { Mail } from './outbox.ts';
import { subjectOf } from './subject.ts';

export type Letter = Mail & { id: string; date: Date };

export type MailTransport = {
  /** @throws Error if the mail was not accepted; `isFinal` is true if a retry is pointless */
  send(letter: Letter): Promise<void>;
  close(): void;
};

export type MailTransportOptions = { smtpUrl: string | undefined; from: string; folder: string };

/** Creates the mail transport: SMTP if a server is configured, otherwise a folder with one file per mail. */
export const createMailTransport = (options: MailTransportOptions): MailTransport =>
  options.smtpUrl === undefined
    ? folderTransport(options)
    : smtpTransport(options as MailTransportOptions & { smtpUrl: string });

const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

function smtpTransport({ smtpUrl, from }: MailTransportOptions & { smtpUrl: string }): MailTransport {
  const url = new URL(smtpUrl);
  const options = {
    pool: true,
    maxConnections: 2,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    // Mails contain tokens, so TLS is required beyond this machine. `?requireTLS=false` in the URL disables this
    // requirement.
    requireTLS: url.protocol === 'smtp:' && !loopback.test(url.hostname),
    url: smtpUrl,
  } as const;
  const transporter = lazyValue(async () => (await import('nodemailer')).createTransport(options));
  return {
    send: async (letter) => {
      await (await transporter.get()).sendMail(messageOf(letter, from));
    },
    close: () => void transporter.peek()?.then((made) => made.close()),
  };
}

function folderTransport({ folder, from }: MailTransportOptions): MailTransport {
  const options = { streamTransport: true, buffer: true, newline: 'windows' } as const;
  const transporter = lazyValue(async () => (await import('nodemailer')).createTransport(options));
  return {
    send: async (letter) => {
      const { message } = await (await transporter.get()).sendMail(messageOf(letter, from));
      await makeFolder(folder, 0o700);
      const file = path.join(folder, `${letter.id}.eml`);
      await writeFile(`${file}.tmp`, message as Buffer, { mode: 0o600 });
      await rename(`${file}.tmp`, file);
    },
    close: () => {},
  };
}

/** Wraps an address so that it is used verbatim. A plain string would be parsed for names, comments and groups. */
const verbatimAddress = (address: string) => ({ name: '', address });

/** Creates the message of a mail. Its Message-ID is the same at each attempt, so that duplicates can be recognized. */
function messageOf(letter: Letter, usualFrom: string) {
  const from = letter.from ?? usualFrom;
  const { headers, ...subject } = { headers: {}, ...subjectOf(letter.subject) };
  const domain = /@([\w.-]+)>?$/.exec(from)?.[1] ?? 'tradepost.invalid';
  return {
    from: letter.from === undefined ? usualFrom : verbatimAddress(letter.from),
    to: letter.to.map(verbatimAddress),
    cc: (letter.cc ?? []).map(verbatimAddress),
    bcc: (letter.bcc ?? []).map(verbatimAddress),
    ...subject,
    text: letter.text,
    ...(letter.html === undefined ? {} : { html: letter.html }),
    date: letter.date,
    messageId: `<${letter.id}@${domain}>`,
    ...(letter.replyTo === undefined ? {} : { replyTo: verbatimAddress(letter.replyTo) }),
    ...(letter.threadId === undefined ? {} : threadOf(`<${letter.threadId}@${domain}>`)),
    // Both headers suppress automatic replies; Exchange honors only the second.
    headers: { ...headers, 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    // The content of a mail must never cause this service to read a file or fetch a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/**
 * Returns headers with which mail clients group the mails about one record: each mail is a reply to a message that was
 * never sent.
 */
const threadOf = (first: string) => ({ inReplyTo: first, references: first });

/** Whether the server rejected the mail permanently (5xx). A rejected login is not final: the operator can fix it. */
export const isFinal = (error: unknown): boolean => {
  const { responseCode, code } = error as { responseCode?: number; code?: string };
  return code !== 'EAUTH' && responseCode !== undefined && responseCode >= 500;
};
