import { z } from 'zod';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { readRoute } from '../../platform/http/read-route.ts';
import { lockRows } from '../../platform/http/record-tags.ts';
import { type Answer, RawJson, route } from '../../platform/http/route.ts';
import { agreementAddresses, serverOwnedMetaInfo } from '../../products/index.ts';
import { WorkloadMetaInfo } from '../../products/records/index.ts';
import { offerSetOf } from '../change/index.ts';
import type { OfferRow } from '../columns.ts';
import { encodeOffer } from '../columns.ts';
import type { OfferDeps } from '../commands/index.ts';
import { deleteOffer, retryOffer, updateMetaInfo } from '../commands/index.ts';
import { offerErrors } from '../errors.ts';
import { WorkloadOffer } from '../records.ts';
import { leaveSet, lockOfferSet } from '../sets/index.ts';
import { selectOfferByExternalId } from '../store.ts';

/** A set is locked before its offers. */
const lockWithSet = async (scope: OrgTransaction, params: { offerId: string }): Promise<void> => {
  const setId = await offerSetOf(scope, params.offerId);
  if (setId) await lockOfferSet(scope, setId);
  await lockRows(['offer', 'offerId'])(scope, params);
};

const group = 'Offer';
const access = 'offers:write';
const notFound = offerErrors.offer_not_found.definition;
const wrongState = offerErrors.offer_state.definition;
const show = (row: OfferRow): Answer => ({ body: new RawJson(encodeOffer(row)) });

/** The routes that change an offer here only, and not at its marketplace. */
export const lifeRoutes = (deps: OfferDeps) => [
  readRoute({
    path: '/org/{orgId}/offerExternalId/{offerExternalId}',
    externalIds: ['offerExternalId'],
    operationId: 'getOfferByExternalId',
    group,
    summary: 'Get an offer by its identifier at the marketplace',
    description: 'Where two marketplaces gave the same identifier, the offer that was created first.',
    access: 'offers:read',
    response: WorkloadOffer,
    responseDescription: 'The offer',
    select: (scope, { offerExternalId }) => selectOfferByExternalId(scope, offerExternalId),
    missing: offerErrors.offer_not_found,
    encode: encodeOffer,
  }),
  route({
    method: 'PATCH',
    path: '/org/{orgId}/offer/{offerId}/metaInfo',
    operationId: 'updateOfferMetaInfo',
    condition: { of: '/org/{orgId}/offer/{offerId}', lock: lockRows(['offer', 'offerId']) },
    group,
    summary: 'Change the meta info of an offer',
    description: 'In whatever state the offer is. Nothing is sent to the marketplace.',
    access,
    body: WorkloadMetaInfo,
    bodyRequired: true,
    ignored: serverOwnedMetaInfo,
    response: WorkloadMetaInfo,
    responseDescription: 'The meta info after the change',
    errors: [notFound, offerErrors.offer_not_approved.definition],
    run: {
      kind: 'transaction',
      handle: async (scope, { params, body, unknownFields }) => ({
        body: new RawJson(
          agreementAddresses.mask(
            (await updateMetaInfo(scope, deps.findAgreement, params.offerId, body, unknownFields)).meta_info,
          ),
        ),
      }),
    },
  }),
  route({
    method: 'POST',
    path: '/org/{orgId}/offer/{offerId}/retry',
    operationId: 'retryOffer',
    group,
    summary: 'Create an offer again whose creation failed',
    description:
      'Change it first where that was the cause. What would be refused of a new offer is refused here too, such as an ' +
      'agreement that has ended. The answer is PENDING_CREATE.',
    access,
    response: WorkloadOffer,
    responseDescription: 'The offer',
    errors: [notFound, wrongState, offerErrors.offer_not_approved.definition],
    run: {
      kind: 'transaction',
      handle: async (scope, { params }) => show(await retryOffer(scope, deps, params.offerId)),
    },
  }),
  route({
    method: 'DELETE',
    path: '/org/{orgId}/offer/{offerId}',
    operationId: 'deleteOffer',
    condition: { lock: lockWithSet },
    group,
    summary: 'Delete an offer',
    description:
      'A draft, or an offer that failed, expired or was cancelled. It shows where it is asked for by status.',
    access,
    response: z.string(),
    responseDescription: 'The id of the offer',
    errors: [notFound, wrongState],
    run: {
      kind: 'transaction',
      handle: async (scope, { params }) => {
        const id = params.offerId;
        await leaveSet(scope, id, () => deleteOffer(scope, id));
        return { body: params.offerId };
      },
    },
  }),
];
