import type { TestApp, TestOrganization } from '../harness.ts';
import type { Operation } from './operations.ts';

/** A marketplace has the offers of these. */
const atMarketplace = ['synchronizeOffer'];

/** The state in which an operation succeeds, where it is not that of a direct sale that awaits its buyer. */
const states: Readonly<Record<string, string>> = {
  deleteOffer: 'DRAFT',
  retryOffer: 'CREATE_FAILED',
  resolveOfferCreation: 'PENDING_CREATE',
  submitOfferForApproval: 'DRAFT',
  approveOffer: 'DRAFT',
  declineOffer: 'DRAFT',
  requestOfferAction: 'DRAFT',
};

/** A partner has to act before the buyer of these. */
const waitsForPartner = ['sandboxResellOffer', 'sandboxRestrictOffer'];

/** Somebody asked for the approval of the offers of these. */
const reviews = ['approveOffer', 'declineOffer', 'requestOfferAction'];

/** After these an offer is in another state. */
const movers = [
  'cancelOffer',
  'deleteOffer',
  'retryOffer',
  'resolveOfferCreation',
  'sandboxAcceptOffer',
  'sandboxRejectOffer',
  'submitOfferForApproval',
  ...reviews,
  ...waitsForPartner,
];

const submitted = { approvalInfo: { approvalStatus: 'Submitted' } };

type Ids = { offerId: string; offerExternalId: string };

let made = 0;

/** Offers in the states that operations need; another one when the last was used up. */
export function createOfferRecords(app: TestApp, { id: orgId, token }: TestOrganization) {
  const kept = new Map<string, Ids>();
  const kindOf = ({ operationId }: Operation) => {
    if (waitsForPartner.includes(operationId)) return 'for a partner';
    return operationId in states || atMarketplace.includes(operationId) ? operationId : 'open';
  };
  const make = async (kind: string): Promise<Ids> => {
    const body = {
      name: `Offer ${++made}`,
      info: { eulaUrl: 'https://example.com/eula', resellerEulaUrl: 'https://example.com/reseller' },
      ...(atMarketplace.includes(kind) ? { partner: 'MKA' } : {}),
      ...(kind === 'for a partner' ? { partner: 'MKA', offerType: 'CPPO_OUT' } : {}),
    };
    const { status, body: offer, text } = await app.request('POST', `/org/${orgId}/offer`, { token, body });
    if (status !== 200) throw new Error(`/offer: ${text}`);
    if (kind === 'for a partner') {
      await app.drainJobs();
      const { rows } = await app.database.query('SELECT external_id FROM offer WHERE id = $1', [offer.id]);
      return { offerId: offer.id, offerExternalId: rows[0].external_id };
    }
    const offerExternalId = `external_${made}`;
    await app.database.query(
      `UPDATE offer SET status = coalesce($2, status), external_id = $3, meta_info = meta_info || $4 WHERE id = $1`,
      [offer.id, states[kind], offerExternalId, reviews.includes(kind) ? submitted : {}],
    );
    // Nobody knows what became of its creation; no marketplace works on an offer that is sold directly.
    if (kind === 'resolveOfferCreation')
      await app.database.query('UPDATE offer SET creation_unknown_since = now() WHERE id = $1', [offer.id]);
    return { offerId: offer.id, offerExternalId };
  };
  return {
    ids: async (operation: Operation): Promise<Ids> => {
      const kind = kindOf(operation);
      const ids = kept.get(kind) ?? (await make(kind));
      kept.set(kind, ids);
      return ids;
    },
    used: (operation: Operation) => {
      if (movers.includes(operation.operationId)) kept.delete(kindOf(operation));
    },
  };
}
