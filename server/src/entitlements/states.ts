import type { Moves } from '../platform/records/moves.ts';
import type { EntitlementStatus } from './records.ts';

export type { EntitlementStatus };

type States = readonly EntitlementStatus[];

/** The transitions that an observation of the marketplace, or time, may cause. CANCELLED is never undone. */
export const entitlementMoves: Moves<EntitlementStatus> = {
  PENDING_START: ['ACTIVE', 'SUSPENDED', 'PENDING_CANCEL', 'CANCELLED'],
  ACTIVE: ['SUSPENDED', 'PENDING_CANCEL', 'CANCELLED'],
  SUSPENDED: ['ACTIVE', 'PENDING_CANCEL', 'CANCELLED'],
  PENDING_CANCEL: ['CANCELLED', 'ACTIVE'],
  CANCELLED: ['DELETED'],
};

/**
 * The transition of an entitlement that was created when its buyer arrived, if its agreement has a start in the
 * future (R47).
 */
export const confirmationMoves: Moves<EntitlementStatus> = { ACTIVE: ['PENDING_START'] };

/** The transitions that a caller’s command may cause. A rejected cancellation restores the earlier state. */
export const entitlementCommandMoves: Moves<EntitlementStatus> = {
  PENDING_START: ['CANCELLED'],
  ACTIVE: ['PENDING_CANCEL', 'CANCELLED'],
  SUSPENDED: ['PENDING_CANCEL', 'CANCELLED'],
  PENDING_CANCEL: ['CANCELLED', 'ACTIVE', 'SUSPENDED'],
};

/** The states after the start in which the product is provided or suspended. */
export const begun: States = ['ACTIVE', 'SUSPENDED'];

/** The states without a pending cancellation. */
export const uncancelled: States = ['PENDING_START', 'ACTIVE', 'SUSPENDED'];

/** The states of an entitlement that can still end. */
export const live: States = [...uncancelled, 'PENDING_CANCEL'];

/**
 * The states from which an entitlement may be renewed at its end. They include PENDING_START, because an outage
 * of the service may have delayed the start past the end.
 */
export const renewable: States = ['PENDING_START', 'ACTIVE'];

/** The states after the end: records that the entitlement references may be deleted. */
export const over: States = ['CANCELLED', 'DELETED'];

const undeleted: States = [...live, 'CANCELLED'];

/** Checks whether an entitlement that can still end has reached its end time. */
export const isOver = (
  { status, end_time: end }: { status: EntitlementStatus; end_time: string | null },
  now: Date,
): boolean => live.includes(status) && end !== null && Date.parse(end) <= now.getTime();

/**
 * Derives an entitlement’s status from its marketplace’s status; an entitlement never starts before its start time
 * (R22).
 */
export const statusShown = (
  { status }: { status: EntitlementStatus },
  startTime: string,
  now: Date,
): EntitlementStatus =>
  status === 'ACTIVE' && Date.parse(startTime) > now.getTime() ? 'PENDING_START' : status;

/** The action of the event that records a change of status. */
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
 * The commands of callers, and the states that allow each. If an operation has two entries, the second entry
 * applies to marketplace sales, in which the marketplace decides too.
 */
export const entitlementCommands = {
  approve: ['PENDING_START', 'ACTIVE'],
  reject: ['PENDING_START'],
  cancel: live,
  cancelAtMarketplace: [...begun, 'PENDING_CANCEL'],
  withdrawCancellation: ['PENDING_CANCEL'],
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
