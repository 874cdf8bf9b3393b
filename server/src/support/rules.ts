import { type Finding, invalid } from '../platform/errors.ts';
import {
  longestComment,
  type SupportTicket,
  type SupportTicketComment,
  type SupportTicketPriority,
  type UpdateSupportTicketRequest,
} from './records.ts';
import { isClosed, isEnded, type TicketStatus } from './states.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** The time until a ticket is due, by its priority. */
const dueInMs: Readonly<Record<SupportTicketPriority, number>> = {
  URGENT: 4 * hourMs,
  HIGH: dayMs,
  NORMAL: 3 * dayMs,
  LOW: 7 * dayMs,
};

export const dueTimeOf = (priority: SupportTicketPriority, creationTime: Date): Date =>
  new Date(creationTime.getTime() + dueInMs[priority]);

const archivedAfterMs = 30 * dayMs;

/** Computes when a ticket is archived that was closed at the given time. */
export const archiveTimeOf = (closeTime: Date): Date => new Date(closeTime.getTime() + archivedAfterMs);

/** Returns whether a ticket counts as archived at a time, even if the archiving job has not run yet. */
export const isArchived = (
  { status, close_time }: { status: TicketStatus; close_time: string | Date | null },
  now: Date,
): boolean =>
  isEnded(status) || (isClosed(status) && close_time !== null && archiveTimeOf(new Date(close_time)) <= now);

/** The maximum number of a ticket's attachments, and of comments that the organization may write. */
export const mostAttachments = 20;
export const mostComments = 500;

/**
 * Returns the text of a comment: `comment_text`, or else the texts of its parts.
 * @throws 400 if the text is empty or too long
 */
export function textOf({ comment_text: text, comment = [] }: SupportTicketComment): string {
  const parts = comment.flatMap((part) => (part.text?.trim() ? [part.text] : []));
  const content = text?.trim() ? text : parts.join('\n');
  if (content === '') throw invalid([{ pointer: '/comment_text', message: 'must not be empty' }]);
  if (Array.from(content).length > longestComment)
    throw invalid([
      { pointer: '/comment', message: `must have at most ${longestComment} characters in total` },
    ]);
  return content;
}

/** @throws 400 for an empty value */
export function requireName({ name }: SupportTicket): string {
  if (!name?.trim()) throw invalid([{ pointer: '/name', message: 'must not be empty' }]);
  return name;
}

/** @throws 400 that names the missing fields */
export function requireChange({ priority, watchers }: UpdateSupportTicketRequest) {
  const missing = (name: string): Finding => ({ pointer: `/${name}`, message: 'is required' });
  if (!priority || !watchers)
    throw invalid([...(priority ? [] : [missing('priority')]), ...(watchers ? [] : [missing('watchers')])]);
  return { priority, watchers };
}

type Member = { id: string; email: string };

/**
 * Returns the distinct ids of members given by id or address. Earlier watchers who are no longer members are omitted,
 * because clients send back the list that they read.
 * @throws 400 that names each entry without a matching member
 */
export function watchersIn(
  given: readonly string[],
  members: readonly Member[],
  before: readonly string[],
): string[] {
  const known = new Map(
    members.flatMap(
      ({ id, email }) =>
        [
          [id, id],
          [email.toLowerCase(), id],
        ] as const,
    ),
  );
  const idOf = (entry: string) => known.get(entry) ?? known.get(entry.trim().toLowerCase());
  const strangers = given.flatMap((entry, index): Finding[] =>
    idOf(entry) || before.includes(entry)
      ? []
      : [{ pointer: `/watchers/${index}`, message: 'must be the id or e-mail address of a member' }],
  );
  if (strangers.length > 0) throw invalid(strangers);
  return [...new Set(given.flatMap((entry) => idOf(entry) ?? []))];
}

/**
 * Returns the expiry of links issued now: after one to two hours, at the same time for all links issued within the same
 * hour.
 */
export const linksUntil = (wallNow: Date): Date =>
  new Date(Math.floor(wallNow.getTime() / hourMs) * hourMs + 2 * hourMs);
