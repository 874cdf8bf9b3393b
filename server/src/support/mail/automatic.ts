import { type ParsedMail, senderOf, valuesOf } from './message.ts';

/** The Message-IDs that this program gives, whatever the domain is. */
const ownMessageId = /^<[a-z]{2,5}_[0-9a-hjkmnp-tv-z]{26}@/;

/** Senders that are programs of mail servers. */
const programs = /^(mailer-daemon|postmaster|no-?reply|do-?not-?reply)@/;

/**
 * Headers that only programs set, when there is any value. `X-Auto-Response-Suppress` and headers of lists are none of these:
 * mail servers add them to what people write, the former to ask for no automatic answer, the latter for a shared mailbox.
 */
const marks = ['x-autoreply', 'x-autorespond', 'x-failed-recipients'];

/**
 * Why a message was written by a program and by nobody, or undefined: such a one is never taken, so that no two programs
 * answer each other for ever (RFC 3834).
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
