import type { TestApp, TestOrganization } from '../harness.ts';
import type { Operation } from './operations.ts';

/** Operations on an offer at a marketplace. */
const atMarketplace = ['synchronizeOffer'];

/**
 * The offer state in which an operation succeeds, if not that of a direct sale that is pending acceptance.
 */
const states: Readonly<Record<string, string>> = {
  deleteOffer: 'DRAFT',
  retryOffer: 'CREATE_FAILED',
  resolveOfferCreation: 'PENDING_CREATE',
  submitOfferForApproval: 'DRAFT',
  approveOffer: 'DRAFT',
  declineOffer: 'DRAFT',
  requestOfferAction: 'DRAFT',
};

/** Operations on an offer that waits for a partner. */
const waitsForPartner = ['sandboxResellOffer', 'sandboxRestrictOffer'];

/** Operations on an offer that is submitted for approval. */
const reviews = ['approveOffer', 'declineOffer', 'requestOfferAction'];

/** Operations that change the state of the offer. */
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

/** Provides offers in the required states, and replaces used-up offers. */
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
    // The outcome of the creation is unknown, and a direct sale has no marketplace that would complete the
    // creation.
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
