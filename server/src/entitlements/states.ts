/** The moves of an entitlement that an observation of its marketplace, or time, may make. CANCELLED never revives. */
export const entitlementMoves: Readonly<Record<string, readonly string[]>> = {
  PENDING_START: ['ACTIVE', 'SUSPENDED', 'PENDING_CANCEL', 'CANCELLED'],
  ACTIVE: ['SUSPENDED', 'PENDING_CANCEL', 'CANCELLED'],
  SUSPENDED: ['ACTIVE', 'PENDING_CANCEL', 'CANCELLED'],
  PENDING_CANCEL: ['CANCELLED', 'ACTIVE'],
  CANCELLED: ['DELETED'],
};

/** Those that are not over: an entitlement in one of them can still end. */
export const live: readonly string[] = ['PENDING_START', 'ACTIVE', 'SUSPENDED', 'PENDING_CANCEL'];

/** Whether an entitlement that can still end has come to its end. */
export const isOver = (
  { status, end_time: end }: { status: string; end_time: string | null },
  now: Date,
): boolean => live.includes(status) && end !== null && Date.parse(end) <= now.getTime();

/** Where an entitlement stands by the marketplace's word; but nothing starts before its time (R22). */
export const statusShown = ({ status }: { status: string }, startTime: string, now: Date): string =>
  status === 'ACTIVE' && Date.parse(startTime) > now.getTime() ? 'PENDING_START' : status;

/** What an event says of a move. */
export function actionOfMove(from: string, to: string): string {
  if (to === 'ACTIVE' && from === 'SUSPENDED') return 'REINSTATE';
  const actions: Record<string, string> = {
    SUSPENDED: 'SUSPEND',
    PENDING_CANCEL: 'PENDING_CANCEL',
    CANCELLED: 'CANCEL',
  };
  return actions[to] ?? 'UPDATE';
}

/**
 * What a caller may ask for, and the states in which it can be done. Where two are named for one operation, the second
 * is for what a marketplace sold: it has a say.
 */
export const entitlementCommands = {
  approve: ['PENDING_START', 'ACTIVE'],
  cancel: ['PENDING_START', 'ACTIVE', 'SUSPENDED', 'PENDING_CANCEL'],
  cancelAtMarketplace: ['ACTIVE', 'SUSPENDED', 'PENDING_CANCEL'],
  scheduleCancellation: ['PENDING_START', 'ACTIVE', 'SUSPENDED'],
  unscheduleCancellation: ['PENDING_START', 'ACTIVE', 'SUSPENDED'],
  changeSeats: ['ACTIVE'],
  changePriceModel: ['ACTIVE'],
  changeBilling: ['PENDING_START', 'ACTIVE', 'SUSPENDED', 'PENDING_CANCEL'],
  addCredit: ['PENDING_START', 'ACTIVE', 'SUSPENDED', 'PENDING_CANCEL'],
  divideCommit: ['PENDING_START', 'ACTIVE', 'SUSPENDED'],
  deleteTerm: ['PENDING_START', 'ACTIVE', 'SUSPENDED'],
  rename: ['PENDING_START', 'ACTIVE', 'SUSPENDED', 'PENDING_CANCEL', 'CANCELLED'],
  changeMetaInfo: ['PENDING_START', 'ACTIVE', 'SUSPENDED', 'PENDING_CANCEL', 'CANCELLED'],
  synchronise: ['PENDING_START', 'ACTIVE', 'SUSPENDED', 'PENDING_CANCEL', 'CANCELLED'],
} as const satisfies Record<string, readonly string[]>;
export type EntitlementCommand = keyof typeof entitlementCommands;
