import { type Moves, mayMove, statesBefore } from '../../platform/records/moves.ts';

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

/** The moves of a deal registration, by seller, channel partner, time or a sale. */
export const dealMoves: Moves<DealStatus> = {
  DRAFT: ['SUBMITTED', 'WITHDRAWN'],
  SUBMITTED: ['APPROVED', 'ACTION_REQUIRED', 'REJECTED', 'WITHDRAWN'],
  ACTION_REQUIRED: ['SUBMITTED', 'WITHDRAWN'],
  APPROVED: ['WON', 'LOST', 'EXPIRED', 'WITHDRAWN'],
};

/** The states from which a deal registration still goes somewhere. */
export const openStates = Object.keys(dealMoves) as DealStatus[];

/** The states in which all of a deal registration can be changed: nobody decides, or decided, on it as it stands. */
export const editable: readonly DealStatus[] = statesBefore(dealMoves, 'SUBMITTED');

/** The states in which a deal registration stands in the way of another one. */
export const inTheWay: readonly DealStatus[] = ['SUBMITTED', 'APPROVED'];

export const isOpen = (status: DealStatus): boolean => openStates.includes(status);

/** Says whether it protects its customer. */
export const isProtecting = (status: DealStatus): boolean => mayMove(dealMoves, status, 'WON');
