import { isMoveAllowed, type Moves } from '../../platform/records/moves.ts';

/** The states that a caller can set. */
export const channelPartnerStates = ['PROSPECT', 'ACTIVE', 'SUSPENDED', 'TERMINATED'] as const;

/**
 * A channel partner's state. DELETED is visible in events only; the row is kept, because sales reference it.
 */
export type ChannelPartnerStatus = (typeof channelPartnerStates)[number] | 'DELETED';

export const firstState: ChannelPartnerStatus = 'PROSPECT';

/** The transitions of a channel partner, all by callers. */
export const channelPartnerMoves: Moves<ChannelPartnerStatus> = {
  PROSPECT: ['ACTIVE', 'TERMINATED', 'DELETED'],
  ACTIVE: ['SUSPENDED', 'TERMINATED', 'DELETED'],
  SUSPENDED: ['ACTIVE', 'TERMINATED', 'DELETED'],
  TERMINATED: ['ACTIVE', 'DELETED'],
};

/** Returns whether a channel partner is deleted, the final state. */
export const isDeleted = (status: ChannelPartnerStatus): boolean =>
  (channelPartnerMoves[status] ?? []).length === 0;

/** Returns whether a channel partner may sell, so that its deal registrations can be submitted and approved. */
export const sells = (status: ChannelPartnerStatus): boolean =>
  isMoveAllowed(channelPartnerMoves, status, 'SUSPENDED');
