import type { TestApp, TestOrganization } from '../harness.ts';
import { soldSince } from './bodies.ts';
import type { Operation } from './operations.ts';

type Ids = { entitlementId: string; entitlementTermId: string };

/** Where the entitlement must have been sold, or in what state it must be, for an operation. */
const needs: Readonly<Record<string, 'direct' | 'scheduled' | 'divided' | 'MKB' | 'unapproved'>> = {
  approveEntitlement: 'unapproved',
  updateEntitlementSeat: 'MKB',
  cancelEntitlement: 'direct',
  scheduleEntitlementCancellation: 'direct',
  unscheduleEntitlementCancellation: 'scheduled',
  updateEntitlementPriceModel: 'direct',
  divideEntitlementCommit: 'direct',
  deleteEntitlementTerm: 'divided',
};
const usesUp = [
  ...['approveEntitlement', 'cancelEntitlement', 'unscheduleEntitlementCancellation'],
  ...['divideEntitlementCommit', 'deleteEntitlementTerm'],
];

/** Entitlements for what is asked of them, made as they are used up. */
export function createEntitlementRecords(app: TestApp, org: TestOrganization) {
  const known = new Map<string, Ids>();
  let publicOfferId: string | undefined;
  let count = 0;
  const call = async (method: string, path: string, body?: object) => {
    const reply = await app.request(method, `/org/${org.id}/${path}`, {
      token: org.token,
      ...(body ? { body } : {}),
    });
    if (reply.status !== 200) throw new Error(`${path}: ${reply.text}`);
    return reply.body;
  };
  const newPublicOffer = async () => {
    const offer = { name: 'Public', offerType: 'DEFAULT', info: { commits: [{ key: 'a', rate: 100 }] } };
    return (await call('POST', 'offer', offer)).id as string;
  };
  const onB = async (approve: boolean): Promise<Ids> => {
    const { externalID } = await call('POST', 'sandbox/order', {
      partner: 'MKB',
      quantity: ++count,
      approve,
    });
    await app.drainJobs();
    const [{ id, entitlementTermID }] = await call('GET', `entitlement?externalId=${externalID}`);
    return { entitlementId: id, entitlementTermId: entitlementTermID };
  };
  const direct = async (offerId: string, buyerId: string): Promise<Ids> => {
    const made = await call('POST', 'entitlement', { offerId, buyerId, startDate: soldSince });
    return { entitlementId: made.id, entitlementTermId: made.entitlementTermID };
  };
  const scheduled = async (offerId: string, buyerId: string): Promise<Ids> => {
    const made = await direct(offerId, buyerId);
    const schedule = { type: 'SpecificDate', cancelDate: '2090-01-31' };
    await call('POST', `entitlement/${made.entitlementId}/scheduleCancellation`, schedule);
    return made;
  };
  const divided = async (offerId: string, buyerId: string): Promise<Ids> => {
    const { entitlementId } = await direct(offerId, buyerId);
    await call('POST', `entitlement/${entitlementId}/divideCommit`, { startDates: [soldSince] });
    const [, part] = await call('GET', `entitlement/${entitlementId}/entitlementTerm`);
    return { entitlementId, entitlementTermId: part.id };
  };
  const make = { direct, scheduled, divided, MKB: () => onB(true), unapproved: () => onB(false) };
  return {
    ids: async (buyerId: string, { operationId }: Operation) => {
      publicOfferId ??= await newPublicOffer();
      const need = needs[operationId];
      if (need === undefined) return { publicOfferId };
      const found = known.get(operationId) ?? (await make[need](publicOfferId, buyerId));
      known.set(operationId, found);
      return { publicOfferId, ...found };
    },
    used: ({ operationId }: Operation) => {
      if (usesUp.includes(operationId)) known.delete(operationId);
    },
  };
}
