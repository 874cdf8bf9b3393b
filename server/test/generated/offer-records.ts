import type { TestApp, TestOrganization } from '../harness.ts';
import type { Operation } from './operations.ts';

/** A marketplace has the offers of these. */
const atMarketplace = ['synchronizeOffer'];

/** The state in which an operation succeeds, where it is not that of a direct sale that awaits its buyer. */
const states: Readonly<Record<string, string>> = {
  deleteOffer: 'DRAFT',
  retryOffer: 'CREATE_FAILED',
};

/** After these an offer is in another state. */
const movers = ['cancelOffer', 'deleteOffer', 'retryOffer', 'sandboxAcceptOffer', 'sandboxRejectOffer'];

let made = 0;

/** Offers in the states that operations need; another one when the last was used up. */
export function createOfferRecords(app: TestApp, { id: orgId, token }: TestOrganization) {
  const kept = new Map<string, string>();
  const kindOf = ({ operationId }: Operation) =>
    operationId in states || atMarketplace.includes(operationId) ? operationId : 'open';
  const make = async (kind: string): Promise<string> => {
    const body = {
      name: `Offer ${++made}`,
      ...(atMarketplace.includes(kind) ? { partner: 'MKA' } : {}),
    };
    const reply = await app.request('POST', `/org/${orgId}/offer`, { token, body });
    if (reply.status !== 200) throw new Error(`/offer: ${reply.text}`);
    await app.database.query(
      'UPDATE offer SET status = coalesce($2, status), external_id = $3 WHERE id = $1',
      [reply.body.id, states[kind], `external_${made}`],
    );
    return reply.body.id;
  };
  return {
    ids: async (operation: Operation) => {
      const kind = kindOf(operation);
      const offerId = kept.get(kind) ?? (await make(kind));
      kept.set(kind, offerId);
      const { rows } = await app.database.query('SELECT external_id FROM offer WHERE id = $1', [offerId]);
      return { offerId, offerExternalId: rows[0].external_id as string };
    },
    used: (operation: Operation) => {
      if (movers.includes(operation.operationId)) kept.delete(kindOf(operation));
    },
  };
}
