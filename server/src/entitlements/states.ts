/** The moves of an entitlement that an observation of its marketplace, or time, may make. CANCELLED never revives. */
export const entitlementMoves: Readonly<Record<string, readonly string[]>> = {
  PENDING_START: ['ACTIVE', 'SUSPENDED', 'PENDING_CANCEL', 'CANCELLED'],
  ACTIVE: ['SUSPENDED', 'PENDING_CANCEL', 'CANCELLED'],
  SUSPENDED: ['ACTIVE', 'PENDING_CANCEL', 'CANCELLED'],
  PENDING_CANCEL: ['CANCELLED', 'ACTIVE'],
  CANCELLED: ['DELETED'],
};

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
