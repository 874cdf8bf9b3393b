import { isMoveAllowed, type Moves, statesBefore } from '../../platform/records/moves.ts';

export const dealStates = [
  'DRAFT',
  'SUBMITTED',
  'ACTION_REQUIRED',
  'APPROVED',
  'REJECTED',
  'WON',
  'LOST',
  'EXPIRED',
  'WITHDRAWN',
] as const;
export type DealStatus = (typeof dealStates)[number];

export const firstState: DealStatus = 'DRAFT';

/** The transitions of a deal registration, by seller, channel partner, time or a sale. */
export const dealMoves: Moves<DealStatus> = {
  DRAFT: ['SUBMITTED', 'WITHDRAWN'],
  SUBMITTED: ['APPROVED', 'ACTION_REQUIRED', 'REJECTED', 'WITHDRAWN'],
  ACTION_REQUIRED: ['SUBMITTED', 'WITHDRAWN'],
  APPROVED: ['WON', 'LOST', 'EXPIRED', 'WITHDRAWN'],
};

/** The states that are not final. */
export const openStates = Object.keys(dealMoves) as DealStatus[];

/** The states in which every field can be changed, before a submission and after a requested action. */
export const editable: readonly DealStatus[] = statesBefore(dealMoves, 'SUBMITTED');

/** The states in which a deal registration conflicts with another deal registration. */
export const inTheWay: readonly DealStatus[] = ['SUBMITTED', 'APPROVED'];

export const isOpen = (status: DealStatus): boolean => openStates.includes(status);

/** Returns whether a registration in this state protects its customer. */
export const isProtecting = (status: DealStatus): boolean => isMoveAllowed(dealMoves, status, 'WON');
