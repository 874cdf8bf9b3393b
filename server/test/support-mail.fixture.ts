import { openMailWorld } from './mail-world.ts';
import type { ReceivedMail } from './mails.ts';

export const mailSecret = 'the secret of the mail server';
export const operatorAddress = 'help@operator.example';
const replyTo = 'support@in.operator.example';

export type Message = {
  from: string;
  to: string;
  text?: string;
  headers?: Record<string, string>;
  /** Replaces the text and its encoding headers. */
  body?: string;
};

let made = 0;

/** Formats a message as received by a mail server. */
export const messageOf = ({ from, to, text = 'Hello', headers = {}, body }: Message): string => {
  const all = {
    'Return-Path': `<${from}>`,
    From: from,
    To: to,
    Subject: 'Re: a ticket',
    'Message-ID': `<${++made}.${process.pid}@client.example>`,
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return `${lines.join('\r\n')}\r\n${body ?? `Content-Type: text/plain; charset=utf-8\r\n\r\n${text.replaceAll('\n', '\r\n')}\r\n`}`;
};

/** Formats a multipart message, each part with its headers. */
export const partsOf = (...parts: string[]): string =>
  `MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary="limit"\r\n\r\n${parts
    .map((part) => `--limit\r\n${part}\r\n`)
    .join('')}--limit--\r\n`;

export const textPart = (text: string): string => `Content-Type: text/plain; charset=utf-8\r\n\r\n${text}`;
export const filePart = (name: string, type: string, content: Buffer): string =>
  `Content-Type: ${type}; name="${name}"\r\nContent-Disposition: attachment; filename="${name}"\r\n` +
  `Content-Transfer-Encoding: base64\r\n\r\n${content.toString('base64').replaceAll(/.{76}/g, '$&\r\n')}`;

/** Opens a mail setup in which support tickets receive replies by mail. */
export async function openSupportMailWorld(
  environment: Record<string, string> = {},
  onLog?: (line: Record<string, unknown>) => void,
) {
  const mails = await openMailWorld(
    {
      SUPPORT_EMAIL: operatorAddress,
      SUPPORT_REPLY_TO: replyTo,
      SUPPORT_MAIL_SECRET: mailSecret,
      ...environment,
    },
    onLog,
  );
  const post = (raw: string | Uint8Array, headers: Record<string, string> = {}) =>
    mails.app.request('POST', '/support/mail', {
      token: mailSecret,
      raw,
      headers: { 'content-type': 'message/rfc822', ...headers },
    });
  const send = (message: Message) => post(messageOf(message));
  const newest = (address: string): ReceivedMail => {
    const mail = mails.mailsTo(address).at(-1);
    if (!mail) throw new Error(`nothing was mailed to ${address}`);
    return mail;
  };
  /** Opens a ticket on behalf of a person, and returns the address for replies by mail. */
  const openTicket = async (body: object = {}) => {
    await mails.configure({ enableEmailNotification: true });
    const { id } = await mails.good(
      'POST',
      'support/ticket',
      { name: 'Help', ...body },
      mails.world.admin.token,
    );
    await mails.settle();
    const own = newest(mails.world.admin.email).replyTo ?? '';
    return { id, own, operators: newest(operatorAddress).replyTo ?? '' };
  };
  const commentsOf = async (id: string): Promise<string[]> =>
    (await mails.good('GET', `support/ticket/${id}`)).comments.map(
      ({ comment_text }: { comment_text: string }) => comment_text,
    );
  return { ...mails, post, send, newest, openTicket, commentsOf };
}
