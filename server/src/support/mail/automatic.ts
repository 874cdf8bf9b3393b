import { type ParsedMail, senderOf, valuesOf } from './message.ts';

/** Matches the Message-IDs that this service generates, on any domain. */
const ownMessageId = /^<[a-z]{2,5}_[0-9a-hjkmnp-tv-z]{26}@/;

/** Matches the sender names of mail servers. */
const programs = /^(mailer-daemon|postmaster|no-?reply|do-?not-?reply)@/;

/**
 * The headers that only programs set, with any value. `X-Auto-Response-Suppress` and list headers are excluded, because
 * mail servers add them to messages from people, to suppress automatic replies and for shared mailboxes.
 */
const marks = ['x-autoreply', 'x-autorespond', 'x-failed-recipients'];

/**
 * Returns the header that identifies a message as written by a program, or undefined. Such a message is never accepted,
 * to prevent endless replies between two programs (RFC 3834).
 */
export function automaticBy(mail: Pick<ParsedMail, 'headers' | 'from' | 'contentType'>): string | undefined {
  const first = (name: string) => valuesOf(mail, [name])[0]?.toLowerCase();
  const submitted = first('auto-submitted');
  if (submitted !== undefined && !/^no\b/.test(submitted)) return 'Auto-Submitted';
  if (/^(bulk|junk|auto[_-]reply)\b/.test(first('precedence') ?? '')) return 'Precedence';
  const mark = marks.find((name) => {
    const value = first(name);
    return value !== undefined && value !== 'none' && value !== 'no';
  });
  if (mark) return mark;
  if (/^<\s*>/.test(first('return-path') ?? '')) return 'Return-Path';
  if (mail.contentType === 'multipart/report') return 'Content-Type';
  if (programs.test(senderOf(mail) ?? '')) return 'From';
  if (ownMessageId.test(first('message-id') ?? '')) return 'Message-ID';
  return undefined;
}
