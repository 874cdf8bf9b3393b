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
