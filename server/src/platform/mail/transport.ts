import { rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { atFirstUse } from '../first-use.ts';
import { makeFolder } from '../folders.ts';
import type { Mail } from './outbox.ts';
import { subjectOf } from './subject.ts';

export type Letter = Mail & { id: string; date: Date };

export type MailTransport = {
  /** @throws when the mail was not taken; `isFinal` tells whether another try could help */
  send(letter: Letter): Promise<void>;
  close(): void;
};

export type MailTransportOptions = { smtpUrl: string | undefined; from: string; folder: string };

/** Creates the transport of mails: by SMTP when there is a server, else into a folder, one file for each mail. */
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
    // Mails carry tokens: outside of this machine they go encrypted, or `?requireTLS=false` says otherwise.
    requireTLS: url.protocol === 'smtp:' && !loopback.test(url.hostname),
    url: smtpUrl,
  } as const;
  const transporter = atFirstUse(async () => (await import('nodemailer')).createTransport(options));
  return {
    send: async (letter) => {
      await (await transporter.get()).sendMail(messageOf(letter, from));
    },
    close: () => void transporter.made()?.then((made) => made.close()),
  };
}

function folderTransport({ folder, from }: MailTransportOptions): MailTransport {
  const options = { streamTransport: true, buffer: true, newline: 'windows' } as const;
  const transporter = atFirstUse(async () => (await import('nodemailer')).createTransport(options));
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

/** An address as it stands: as text it would be read for names, comments and groups. */
const whole = (address: string) => ({ name: '', address });

/**
 * Makes the message of a mail. Its Message-ID is the same at each try, so that a mail that arrives twice is known to be
 * one.
 */
function messageOf(letter: Letter, usualFrom: string) {
  const from = letter.from ?? usualFrom;
  const { headers, ...subject } = { headers: {}, ...subjectOf(letter.subject) };
  const domain = /@([\w.-]+)>?$/.exec(from)?.[1] ?? 'tradepost.invalid';
  return {
    from: letter.from === undefined ? usualFrom : whole(letter.from),
    to: letter.to.map(whole),
    cc: (letter.cc ?? []).map(whole),
    bcc: (letter.bcc ?? []).map(whole),
    ...subject,
    text: letter.text,
    ...(letter.html === undefined ? {} : { html: letter.html }),
    date: letter.date,
    messageId: `<${letter.id}@${domain}>`,
    ...(letter.replyTo === undefined ? {} : { replyTo: whole(letter.replyTo) }),
    ...(letter.threadId === undefined ? {} : threadOf(`<${letter.threadId}@${domain}>`)),
    // Both ask programs for no answer: the second is the one that Exchange heeds.
    headers: { ...headers, 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    // What a mail says never makes the program read a file or call an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** Makes programs show mails about one record together: all answer one that was never sent. */
const threadOf = (first: string) => ({ inReplyTo: first, references: first });

/** Says whether the server refused the mail for good (5xx); what it says of our own login can be mended here. */
export const isFinal = (error: unknown): boolean => {
  const { responseCode, code } = error as { responseCode?: number; code?: string };
  return code !== 'EAUTH' && responseCode !== undefined && responseCode >= 500;
};
