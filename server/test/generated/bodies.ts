import { bodySchema, type Operation, resolve } from './operations.ts';

type Ids = Readonly<Record<string, string>>;

/**
 * The smallest body that an operation takes, where an empty one is not enough. `count` grows with each call, for
 * what must be new each time.
 */
const bodies: Readonly<Record<string, (ids: Ids, count: number) => object>> = {
  batchCreateContacts: () => [{}],
  importProducts: () => ({ partner: 'MKA' }),
  mergeBuyers: ({ otherBuyerId = 'nothing_0' }) => ({ buyerIds: [otherBuyerId] }),
  sandboxOrder: () => ({ partner: 'MKA' }),
  createOrganization: (_, count) => ({ name: `Organization ${count}` }),
  inviteMember: (_, count) => ({ email: `invited${count}@example.com` }),
  acceptInvitation: ({ invitationToken }) => ({ token: invitationToken ?? 'none' }),
  createRole: (_, count) => ({ name: `ROLE_${count}`, permissions: ['offers:read'] }),
  createApiClient: () => ({ role: 'VIEWER' }),
  allowApiClientInOrganization: ({ thirdOrgId }) => ({ organizationID: thirdOrgId, role: 'VIEWER' }),
  createIntegration: () => ({ partner: 'MKB' }),
  createEntitlement: ({ publicOfferId, offerId, buyerId }) => ({
    offerId: publicOfferId ?? offerId ?? 'ofr_none',
    buyerId: buyerId ?? 'buy_none',
  }),
  scheduleEntitlementCancellation: () => ({ type: 'SpecificDate', cancelDate: '2090-01-31' }),
  updateEntitlementName: () => ({ name: 'x' }),
  updateEntitlementPriceModel: () => ({ commits: [{ key: 'a', rate: 100 }] }),
  addEntitlementCredit: () => ({ creditAmountIncrement: 1 }),
  divideEntitlementCommit: () => ({ startDates: [soldSince] }),
};

/** When the direct sales of the suites began. */
export const soldSince = '2026-01-01';

export const takesArray = (operation: Operation): boolean => {
  const schema = bodySchema(operation.requestBody);
  return schema !== undefined && resolve(schema).type === 'array';
};

let count = 0;

/** A body that succeeds when the records of the path are in a state for it. */
export const goodBody = (operation: Operation, ids: Ids): object =>
  bodies[operation.operationId]?.(ids, ++count) ?? (takesArray(operation) ? [] : {});
