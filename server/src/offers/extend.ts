import { z } from 'zod';
import type { AdapterRegistry } from '../marketplaces/index.ts';
import type { OrgScope, OrgTransaction } from '../platform/access/scope.ts';
import { invalid } from '../platform/errors.ts';
import { RawJson, route } from '../platform/http/route.ts';
import { enqueue } from '../platform/jobs/queue.ts';
import { date, millisecondsOf } from '../platform/records/fields.ts';
import { modifiedBy } from '../products/index.ts';
import { saveOffer } from './change.ts';
import type { OfferDeps } from './checks.ts';
import { encodeOffer, type OfferRow } from './columns.ts';
import { offerErrors } from './errors.ts';
import { isAtMarketplace } from './kind.ts';
import { WorkloadOffer } from './records.ts';
import { requireStateFor } from './states.ts';
import { requireOffer } from './store.ts';
import { updateJob } from './update-job.ts';

export const extendOfferExpiryDateRoute = (deps: OfferDeps) =>
  route({
    method: 'POST',
    path: '/org/{orgId}/offer/{offerId}/extendExpiryDate',
    operationId: 'extendOfferExpiryDate',
    group: 'Offer',
    summary: 'Extend the expiry of an offer',
    description: 'An expired offer can be accepted again. At a marketplace, the response is PENDING_UPDATE.',
    query: z.object({
      newExpiryDate: date('First day, in UTC, on which the offer can no longer be accepted'),
    }),
    access: 'offers:write',
    response: WorkloadOffer,
    responseDescription: 'The offer',
    errors: [offerErrors.offer_not_found.definition, offerErrors.offer_state.definition],
    run: {
      kind: 'transaction',
      handle: async (scope, { params, query }) => ({
        body: new RawJson(
          encodeOffer(await extendOffer(scope, deps.registry, params.offerId, query.newExpiryDate)),
        ),
      }),
    },
  });

/**
 * Changes the last moment of acceptance to the beginning of a UTC day. An expired offer can be accepted again
 * after the change.
 */
async function extendOffer(
  scope: OrgTransaction,
  registry: AdapterRegistry,
  id: string,
  newExpiryDate: string,
): Promise<OfferRow> {
  const offer = await requireOffer(scope, id);
  requireExtendable(scope, registry, offer);
  const expireTime = new Date(millisecondsOf(newExpiryDate) ?? Number.NaN);
  if (!(expireTime.getTime() > scope.now.getTime())) throw refuseExpiry('must be in the future');
  if (offer.end_time !== null && expireTime.getTime() > Date.parse(offer.end_time))
    throw refuseExpiry(`must not be after the end of the offer, ${offer.end_time}`);
  const change = { expireTime: expireTime.toISOString() };
  const metaInfo = { ...JSON.parse(offer.meta_info), lastModifiedBy: modifiedBy(scope) };
  const { status } = offer;
  if (!isAtMarketplace(offer)) {
    const columns = {
      expire_time: change.expireTime,
      status: status === 'EXPIRED' ? 'PENDING_ACCEPTANCE' : status,
    };
    return saveOffer(scope, offer, 'UPDATE', { columns, metaInfo });
  }
  const waiting = await saveOffer(scope, offer, 'UPDATE', {
    columns: { status: 'PENDING_UPDATE' },
    metaInfo,
  });
  await scope.query(enqueue(scope, updateJob, { offerId: id, change, extension: true, from: status }));
  return waiting;
}

const refuseExpiry = (message: string) => invalid([{ pointer: 'newExpiryDate', message }]);

/**
 * Requires an offer whose expiry can be changed.
 * @throws 409 when the state does not allow a change, 400 when the marketplace does not allow a change
 */
export function requireExtendable(scope: OrgScope, registry: AdapterRegistry, offer: OfferRow): void {
  requireStateFor('extend', offer);
  if (!isAtMarketplace(offer)) return;
  const { extend, extendsExpired } = registry.find(scope, offer.partner ?? '')?.describe() ?? {};
  if (extend || (extendsExpired && offer.status === 'EXPIRED')) return;
  throw refuseExpiry(
    extendsExpired
      ? `cannot be moved at ${offer.partner} before the offer expires: cancel the offer and create another`
      : `cannot be moved at ${offer.partner} after publication: create another offer`,
  );
}
