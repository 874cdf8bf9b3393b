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

/** The time in which a ticket is to be solved, by its priority. */
const dueInMs: Readonly<Record<SupportTicketPriority, number>> = {
  URGENT: 4 * hourMs,
  HIGH: dayMs,
  NORMAL: 3 * dayMs,
  LOW: 7 * dayMs,
};

export const dueTimeOf = (priority: SupportTicketPriority, creationTime: Date): Date =>
  new Date(creationTime.getTime() + dueInMs[priority]);

const archivedAfterMs = 30 * dayMs;

/** When a ticket that was closed then becomes archived. */
export const archiveTimeOf = (closeTime: Date): Date => new Date(closeTime.getTime() + archivedAfterMs);

/** Whether a ticket is archived at a time, though the job that says so may be late. */
export const isArchived = (
  { status, close_time }: { status: TicketStatus; close_time: string | Date | null },
  now: Date,
): boolean =>
  isEnded(status) || (isClosed(status) && close_time !== null && archiveTimeOf(new Date(close_time)) <= now);

/** The most attachments of a ticket, and comments that the organization may write on it. */
export const mostAttachments = 20;
export const mostComments = 500;

/** The text of a comment: its own, or else those of its parts. @throws 400 when there is none, or too much */
export function textOf({ comment_text: text, comment = [] }: SupportTicketComment): string {
  const parts = comment.flatMap((part) => (part.text?.trim() ? [part.text] : []));
  const content = text?.trim() ? text : parts.join('\n');
  if (content === '') throw invalid([{ pointer: '/comment_text', message: 'must not be empty' }]);
  if (Array.from(content).length > longestComment)
    throw invalid([
      { pointer: '/comment', message: `must have at most ${longestComment} characters together` },
    ]);
  return content;
}

/** @throws 400 */
export function requireName({ name }: SupportTicket): string {
  if (!name?.trim()) throw invalid([{ pointer: '/name', message: 'is required, and must not be empty' }]);
  return name;
}

/** @throws 400 that names what is missing */
export function requireChange({ priority, watchers }: UpdateSupportTicketRequest) {
  const missing = (name: string): Finding => ({ pointer: `/${name}`, message: 'is required' });
  if (!priority || !watchers)
    throw invalid([...(priority ? [] : [missing('priority')]), ...(watchers ? [] : [missing('watchers')])]);
  return { priority, watchers };
}

type Member = { id: string; email: string };

/**
 * The ids of members that were named by id or address, each once. Whoever watched before and is no member any more is left
 * out: clients send back what they read.
 * @throws 400 that names each that is no member
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

/** Until when links are good that are given out now: for an hour at least, and the same for all of an hour. */
export const linksUntil = (wallNow: Date): Date =>
  new Date(Math.floor(wallNow.getTime() / hourMs) * hourMs + 2 * hourMs);
