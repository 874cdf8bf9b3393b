import type { TestApp, TestOrganization } from '../harness.ts';
import { soldSince } from './bodies.ts';
import type { Operation } from './operations.ts';

type Ids = { entitlementId: string; entitlementTermId: string; entitlementRequestId?: string };

/** The sales channel or state of the entitlement that an operation needs. */
type Need =
  | 'direct'
  | 'scheduled'
  | 'divided'
  | 'MKA'
  | 'MKB'
  | 'unapproved'
  | 'suspended'
  | 'asked'
  | 'requested'
  | 'ending';
const needs: Readonly<Record<string, Need>> = {
  approveEntitlement: 'unapproved',
  updateEntitlementSeat: 'MKB',
  cancelEntitlement: 'direct',
  scheduleEntitlementCancellation: 'direct',
  unscheduleEntitlementCancellation: 'scheduled',
  withdrawEntitlementCancellation: 'asked',
  rejectEntitlement: 'unapproved',
  acceptEntitlementRequest: 'requested',
  rejectEntitlementRequest: 'requested',
  updateEntitlementPriceModel: 'direct',
  divideEntitlementCommit: 'direct',
  deleteEntitlementTerm: 'divided',
  refundEntitlement: 'MKA',
  reportUsageRecordGroup: 'direct',
  sandboxSuspendEntitlement: 'MKB',
  sandboxReinstateEntitlement: 'suspended',
  sandboxRefuseEntitlementCancellation: 'asked',
  sandboxRenewEntitlement: 'ending',
  sandboxChangeEntitlementQuantity: 'MKB',
  sandboxChangeEntitlementPlan: 'MKB',
};
const usesUp = [
  'approveEntitlement',
  'cancelEntitlement',
  'unscheduleEntitlementCancellation',
  'withdrawEntitlementCancellation',
  'rejectEntitlement',
  'acceptEntitlementRequest',
  'rejectEntitlementRequest',
  'divideEntitlementCommit',
  'deleteEntitlementTerm',
  'sandboxRefuseEntitlementCancellation',
  'sandboxSuspendEntitlement',
  'sandboxReinstateEntitlement',
  'sandboxRenewEntitlement',
];

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape are read
type Call = (method: string, path: string, body?: object) => Promise<any>;
type Make = (offerId: string, buyerId: string) => Promise<Ids>;

/** Creates entitlements of marketplace B, in the states that some operations need. */
function onMarketplace(call: Call, drainJobs: () => Promise<unknown>) {
  let count = 0;
  const order = async (approve: boolean, partner = 'MKB'): Promise<Ids> => {
    const { externalID } = await call('POST', 'sandbox/order', {
      partner,
      quantity: ++count,
      approve,
    });
    await drainJobs();
    const [{ id, entitlementTermID }] = await call('GET', `entitlement?externalId=${externalID}`);
    return { entitlementId: id, entitlementTermId: entitlementTermID };
  };
  const suspended = async (): Promise<Ids> => {
    const made = await order(true);
    await call('POST', `sandbox/entitlement/${made.entitlementId}/suspend`);
    return made;
  };
  const asked = async (): Promise<Ids> => {
    const made = await order(true, 'MKA');
    await call('POST', `entitlement/${made.entitlementId}/cancel`);
    await drainJobs();
    return made;
  };
  const requested = async (): Promise<Ids> => {
    const made = await order(true, 'MKC');
    const path = `entitlement/${made.entitlementId}`;
    await call('POST', `sandbox/${path}/changePlan`, { planId: 'gold', approve: false });
    await drainJobs();
    const [{ id }] = await call('GET', `${path}/request`);
    return { ...made, entitlementRequestId: id };
  };
  // The entitlement has an end. Without an end, a renewal must specify the end, and a call that was rejected
  // for this reason would succeed after a renewal.
  const ending = async (): Promise<Ids> => {
    const made = await order(true);
    await call('POST', `sandbox/entitlement/${made.entitlementId}/renew`, { endTime: '2090-01-01' });
    await drainJobs();
    return made;
  };
  return {
    MKA: () => order(true, 'MKA'),
    MKB: () => order(true),
    unapproved: () => order(false),
    suspended,
    asked,
    requested,
    ending,
  };
}

/** Creates entitlements of direct sales. */
function soldDirectly(call: Call) {
  const direct: Make = async (offerId, buyerId) => {
    const made = await call('POST', 'entitlement', { offerId, buyerId, startDate: soldSince });
    return { entitlementId: made.id, entitlementTermId: made.entitlementTermID };
  };
  const scheduled: Make = async (offerId, buyerId) => {
    const made = await direct(offerId, buyerId);
    const schedule = { type: 'SpecificDate', cancelDate: '2090-01-31' };
    await call('POST', `entitlement/${made.entitlementId}/scheduleCancellation`, schedule);
    return made;
  };
  const divided: Make = async (offerId, buyerId) => {
    const { entitlementId } = await direct(offerId, buyerId);
    await call('POST', `entitlement/${entitlementId}/divideCommit`, { startDates: [soldSince] });
    const [, part] = await call('GET', `entitlement/${entitlementId}/entitlementTerm`);
    return { entitlementId, entitlementTermId: part.id };
  };
  return { direct, scheduled, divided };
}

/** Provides entitlements for each operation, and replaces used-up entitlements. */
export function createEntitlementRecords(app: TestApp, org: TestOrganization) {
  const known = new Map<string, Ids>();
  let publicOfferId: string | undefined;
  const call: Call = async (method: string, path: string, body?: object) => {
    const reply = await app.request(method, `/org/${org.id}/${path}`, {
      token: org.token,
      ...(body ? { body } : {}),
    });
    if (reply.status !== 200) throw new Error(`${path}: ${reply.text}`);
    return reply.body;
  };
  const newPublicOffer = async () => {
    const info = { commits: [{ key: 'a', rate: 100 }], dimensions: [{ key: 'gpu', rate: 1 }] };
    const offer = { name: 'Public', offerType: 'DEFAULT', info };
    return (await call('POST', 'offer', offer)).id as string;
  };
  const make: Record<Need, Make> = { ...soldDirectly(call), ...onMarketplace(call, () => app.drainJobs()) };
  return {
    ids: async (buyerId: string, { operationId }: Operation) => {
      publicOfferId ??= await newPublicOffer();
      const need = needs[operationId];
      if (need === undefined) return { publicOfferId };
      const found = known.get(operationId) ?? (await make[need](publicOfferId, buyerId));
      known.set(operationId, found);
      return { publicOfferId, ...found };
    },
    /** Creates an entitlement with the metering dimension `gpu`. */
    meteredId: async (buyerId: string) => {
      publicOfferId ??= await newPublicOffer();
      return (await make.direct(publicOfferId, buyerId)).entitlementId;
    },
    used: ({ operationId }: Operation) => {
      if (usesUp.includes(operationId)) known.delete(operationId);
    },
  };
}

/** Returns the ids of an entitlement and its term, and of a new request of its buyer that waits for the seller. */
export async function idsOfSale(
  app: TestApp,
  org: TestOrganization,
  { id, entitlementTermID }: { id: string; entitlementTermID: string },
) {
  const entitlementRequestId = app.app.newId('erq');
  await app.database.query(
    `INSERT INTO entitlement_request (organization_id, id, entitlement_id, partner, external_id, type, plan_id, status,
       creation_time, last_update_time)
     VALUES ($1, $2, $3, 'MKC', $2, 'CHANGE_PLAN', 'gold', 'PENDING', now(), now())`,
    [org.id, entitlementRequestId, id],
  );
  return { entitlementId: id, entitlementTermId: entitlementTermID, entitlementRequestId };
}
