import { isMoveAllowed, type Moves } from '../platform/records/moves.ts';

/** The states of a ticket that is open. */
export const openStates = ['OPEN', 'IN PROGRESS', 'IN REVIEW', 'BLOCKED'] as const;

/** All states known to existing clients. DELETED is never used. */
export const ticketStates = [...openStates, 'CLOSED', 'ARCHIVED', 'DELETED'] as const;
export type TicketStatus = (typeof ticketStates)[number];

/** The initial state of new and reopened tickets. */
export const firstState: TicketStatus = 'OPEN';

/** The state transitions of a ticket, caused by the organization, the operator or time. */
export const ticketMoves: Moves<TicketStatus> = {
  OPEN: ['IN PROGRESS', 'IN REVIEW', 'BLOCKED', 'CLOSED'],
  'IN PROGRESS': ['OPEN', 'IN REVIEW', 'BLOCKED', 'CLOSED'],
  'IN REVIEW': ['OPEN', 'IN PROGRESS', 'BLOCKED', 'CLOSED'],
  BLOCKED: ['OPEN', 'IN PROGRESS', 'IN REVIEW', 'CLOSED'],
  CLOSED: [...openStates, 'ARCHIVED'],
};

/** The states that the operator may set. */
export const operatorStates: readonly TicketStatus[] = [...openStates, 'CLOSED'];

/** Returns whether a ticket is closed and can be reopened. */
export const isClosed = (status: TicketStatus): boolean => isMoveAllowed(ticketMoves, status, 'ARCHIVED');

/** Returns whether a ticket is in a final state. */
export const isEnded = (status: TicketStatus): boolean => (ticketMoves[status] ?? []).length === 0;
