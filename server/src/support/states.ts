import { type Moves, mayMove } from '../platform/records/moves.ts';

/** The states of a ticket that somebody works on, or is to. */
export const openStates = ['OPEN', 'IN PROGRESS', 'IN REVIEW', 'BLOCKED'] as const;

/** All that existing clients know; DELETED is none that a ticket comes to. */
export const ticketStates = [...openStates, 'CLOSED', 'ARCHIVED', 'DELETED'] as const;
export type TicketStatus = (typeof ticketStates)[number];

/** The state in which a ticket begins, and to which it comes back. */
export const firstState: TicketStatus = 'OPEN';

/** The moves of a ticket, by the organization, the operator or time. */
export const ticketMoves: Moves<TicketStatus> = {
  OPEN: ['IN PROGRESS', 'IN REVIEW', 'BLOCKED', 'CLOSED'],
  'IN PROGRESS': ['OPEN', 'IN REVIEW', 'BLOCKED', 'CLOSED'],
  'IN REVIEW': ['OPEN', 'IN PROGRESS', 'BLOCKED', 'CLOSED'],
  BLOCKED: ['OPEN', 'IN PROGRESS', 'IN REVIEW', 'CLOSED'],
  CLOSED: [...openStates, 'ARCHIVED'],
};

/** The states that the operator may give a ticket. */
export const operatorStates: readonly TicketStatus[] = [...openStates, 'CLOSED'];

/** Says whether a ticket can be reopened, so that it is closed and nothing more. */
export const isClosed = (status: TicketStatus): boolean => mayMove(ticketMoves, status, 'ARCHIVED');

/** Says whether a ticket has come to its end, from which it goes nowhere. */
export const isEnded = (status: TicketStatus): boolean => (ticketMoves[status] ?? []).length === 0;
