import type { TestApp, TestOrganization } from '../harness.ts';
import { soldSince } from './bodies.ts';

type Ids = { entitlementId: string; entitlementTermId: string };

/** Where the entitlement must have been sold, or in what state it must be, for an operation. */
const needs: Readonly<Record<string, 'direct' | 'divided' | 'MKB'>> = {
  approveEntitlement: 'MKB',
  updateEntitlementSeat: 'MKB',
  cancelEntitlement: 'direct',
  scheduleEntitlementCancellation: 'direct',
  updateEntitlementPriceModel: 'direct',
  divideEntitlementCommit: 'direct',
  deleteEntitlementTerm: 'divided',
};
const usesUp = ['cancelEntitlement', 'divideEntitlementCommit', 'deleteEntitlementTerm'];

/** Entitlements for what is asked of them, made as they are used up. */
export function createEntitlementRecords(app: TestApp, org: TestOrganization) {
  const known = new Map<string, Ids>();
  let common: { publicOfferId: string; productId: string; partner: string } | undefined;
  let count = 0;
  const call = async (method: string, path: string, body?: object) => {
    const reply = await app.request(method, `/org/${org.id}/${path}`, {
      token: org.token,
      ...(body ? { body } : {}),
    });
    if (reply.status !== 200) throw new Error(`${path}: ${reply.text}`);
    return reply.body;
  };
  const prepare = async () => {
    const offer = { name: 'Public', offerType: 'DEFAULT', info: { commits: [{ key: 'a', rate: 100 }] } };
    const productId = app.app.newId('prd');
    await app.database.query(
      `INSERT INTO product (organization_id, id, partner, status, info, meta_info, creation_time, last_update_time)
       VALUES ($1, $2, 'MKA', 'ACTIVE', '{}', '{}', now(), now())`,
      [org.id, productId],
    );
    return { publicOfferId: (await call('POST', 'offer', offer)).id as string, productId, partner: 'MKA' };
  };
  const onB = async (): Promise<Ids> => {
    const { externalID } = await call('POST', 'sandbox/order', { partner: 'MKB', quantity: ++count });
    await app.drainJobs();
    const [{ id, entitlementTermID }] = await call('GET', `entitlement?externalId=${externalID}`);
    return { entitlementId: id, entitlementTermId: entitlementTermID };
  };
  const direct = async (offerId: string, buyerId: string): Promise<Ids> => {
    const made = await call('POST', 'entitlement', { offerId, buyerId, startDate: soldSince });
    return { entitlementId: made.id, entitlementTermId: made.entitlementTermID };
  };
  const divided = async (offerId: string, buyerId: string): Promise<Ids> => {
    const { entitlementId } = await direct(offerId, buyerId);
    await call('POST', `entitlement/${entitlementId}/divideCommit`, { startDates: [soldSince] });
    const [, part] = await call('GET', `entitlement/${entitlementId}/entitlementTerm`);
    return { entitlementId, entitlementTermId: part.id };
  };
  return {
    ids: async (buyerId: string, operationId = '') => {
      common ??= await prepare();
      const need = needs[operationId];
      if (need === undefined) return common;
      const found =
        known.get(operationId) ??
        (need === 'MKB'
          ? await onB()
          : await (need === 'direct' ? direct : divided)(common.publicOfferId, buyerId));
      known.set(operationId, found);
      return { ...common, ...found };
    },
    used: (operationId: string) => {
      if (usesUp.includes(operationId)) known.delete(operationId);
    },
  };
}
