import type { Moves } from '../platform/records/moves.ts';
import type { EntitlementStatus } from './records.ts';

export type { EntitlementStatus };

type States = readonly EntitlementStatus[];

/** The moves of an entitlement that an observation of its marketplace, or time, may make. CANCELLED never revives. */
export const entitlementMoves: Moves<EntitlementStatus> = {
  PENDING_START: ['ACTIVE', 'SUSPENDED', 'PENDING_CANCEL', 'CANCELLED'],
  ACTIVE: ['SUSPENDED', 'PENDING_CANCEL', 'CANCELLED'],
  SUSPENDED: ['ACTIVE', 'PENDING_CANCEL', 'CANCELLED'],
  PENDING_CANCEL: ['CANCELLED', 'ACTIVE'],
  CANCELLED: ['DELETED'],
};

/** The move of one that was made when its buyer came, once its agreement shows a start that is still to come. */
export const confirmationMoves: Moves<EntitlementStatus> = { ACTIVE: ['PENDING_START'] };

/** The moves that a caller makes: one that was refused its cancellation is what it was before. */
export const entitlementCommandMoves: Moves<EntitlementStatus> = {
  PENDING_START: ['CANCELLED'],
  ACTIVE: ['PENDING_CANCEL', 'CANCELLED'],
  SUSPENDED: ['PENDING_CANCEL', 'CANCELLED'],
  PENDING_CANCEL: ['CANCELLED', 'ACTIVE', 'SUSPENDED'],
};

/** The states in which what was sold is provided, or only interrupted. */
export const begun: States = ['ACTIVE', 'SUSPENDED'];

/** The states in which nobody has asked to end the entitlement. */
export const uncancelled: States = ['PENDING_START', 'ACTIVE', 'SUSPENDED'];

/** The states of an entitlement that is not over, and can still end. */
export const live: States = [...uncancelled, 'PENDING_CANCEL'];

/**
 * The states from which an entitlement may be renewed at its end: one that still waits for its start was kept from it
 * by a pause of the program.
 */
export const renewable: States = ['PENDING_START', 'ACTIVE'];

/** The states of an entitlement that is over: the records that it refers to may be deleted. */
export const over: States = ['CANCELLED', 'DELETED'];

const undeleted: States = [...live, 'CANCELLED'];

/** Says whether an entitlement that can still end has come to its end. */
export const isOver = (
  { status, end_time: end }: { status: EntitlementStatus; end_time: string | null },
  now: Date,
): boolean => live.includes(status) && end !== null && Date.parse(end) <= now.getTime();

/** Derives an entitlement's status from what the marketplace says; but nothing starts before its time (R22). */
export const statusShown = (
  { status }: { status: EntitlementStatus },
  startTime: string,
  now: Date,
): EntitlementStatus =>
  status === 'ACTIVE' && Date.parse(startTime) > now.getTime() ? 'PENDING_START' : status;

/** The action of the event that records a move. */
export function actionOfMove(from: EntitlementStatus, to: EntitlementStatus): string {
  if (to === 'ACTIVE' && from === 'SUSPENDED') return 'REINSTATE';
  const actions: Readonly<Partial<Record<EntitlementStatus, string>>> = {
    SUSPENDED: 'SUSPEND',
    PENDING_CANCEL: 'PENDING_CANCEL',
    CANCELLED: 'CANCEL',
  };
  return actions[to] ?? 'UPDATE';
}

/**
 * The commands of callers, and the states in which each can be done. Where two are named for one operation, the second
 * is for what a marketplace sold: it has a say.
 */
export const entitlementCommands = {
  approve: ['PENDING_START', 'ACTIVE'],
  cancel: live,
  cancelAtMarketplace: [...begun, 'PENDING_CANCEL'],
  scheduleCancellation: uncancelled,
  unscheduleCancellation: uncancelled,
  changeSeats: ['ACTIVE'],
  changePriceModel: ['ACTIVE'],
  changeBilling: live,
  addCredit: live,
  divideCommit: uncancelled,
  deleteTerm: uncancelled,
  rename: undeleted,
  changeMetaInfo: undeleted,
  synchronise: undeleted,
} satisfies Record<string, States>;
export type EntitlementCommand = keyof typeof entitlementCommands;
