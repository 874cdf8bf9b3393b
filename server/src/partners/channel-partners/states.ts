import { type Moves, mayMove } from '../../platform/records/moves.ts';

/** The states that a caller gives a channel partner. */
export const channelPartnerStates = ['PROSPECT', 'ACTIVE', 'SUSPENDED', 'TERMINATED'] as const;

/** DELETED is none that a caller sees, but in events: what it sold goes on naming it. */
export type ChannelPartnerStatus = (typeof channelPartnerStates)[number] | 'DELETED';

export const firstState: ChannelPartnerStatus = 'PROSPECT';

/** The moves of a channel partner, all by callers. */
export const channelPartnerMoves: Moves<ChannelPartnerStatus> = {
  PROSPECT: ['ACTIVE', 'TERMINATED', 'DELETED'],
  ACTIVE: ['SUSPENDED', 'TERMINATED', 'DELETED'],
  SUSPENDED: ['ACTIVE', 'TERMINATED', 'DELETED'],
  TERMINATED: ['ACTIVE', 'DELETED'],
};

/** Says whether a channel partner was deleted, from which it goes nowhere. */
export const isDeleted = (status: ChannelPartnerStatus): boolean =>
  (channelPartnerMoves[status] ?? []).length === 0;

/** Says whether it sells: its deal registrations are taken and approved. */
export const sells = (status: ChannelPartnerStatus): boolean =>
  mayMove(channelPartnerMoves, status, 'SUSPENDED');
