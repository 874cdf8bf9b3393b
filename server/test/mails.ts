import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import PostalMime, { type Email } from 'postal-mime';

/** A mail as shown to its recipient. */
export type ReceivedMail = {
  messageId: string | undefined;
  from: string | undefined;
  replyTo: string | undefined;
  inReplyTo: string | undefined;
  references: string | undefined;
  to: string[];
  cc: string[];
  bcc: string[];
  subject: string;
  text: string;
  html: string | undefined;
};

export async function parseMail(source: Uint8Array | string): Promise<ReceivedMail> {
  const mail = await PostalMime.parse(source);
  const addresses = (list: Email['to']) => (list ?? []).flatMap(({ address }) => address ?? []);
  return {
    messageId: mail.messageId,
    from: mail.from?.address,
    replyTo: addresses(mail.replyTo)[0],
    inReplyTo: mail.inReplyTo,
    references: mail.references,
    to: addresses(mail.to),
    cc: addresses(mail.cc),
    bcc: addresses(mail.bcc),
    subject: mail.subject ?? '',
    text: (mail.text ?? '').replaceAll('\r\n', '\n').trimEnd(),
    html: mail.html,
  };
}

/** Reads the mails in a service's folder in id order, which is the order of creation. */
export async function readMails(folder: string): Promise<ReceivedMail[]> {
  const names = await readdir(folder).catch(() => [] as string[]);
  const files = names.filter((name) => name.endsWith('.eml')).sort();
  return Promise.all(files.map(async (name) => parseMail(await readFile(path.join(folder, name)))));
}
