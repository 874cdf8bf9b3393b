import { z } from 'zod';
import {
  type JsonObject,
  offerRecords,
  offerSetField,
  onlyPartnerWith,
  traitsOf,
} from '../marketplaces/index.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';
import { invalid } from '../platform/errors.ts';
import { RawJson, route } from '../platform/http/route.ts';
import { flag, millisecondsOf, nameText } from '../platform/records/fields.ts';
import type { WorkloadMetaInfo } from '../products/records/index.ts';
import { insertOffer } from './change.ts';
import { encodeOffer, type OfferRow } from './columns.ts';
import { offerErrors } from './errors.ts';
import { isAtMarketplace } from './kind.ts';
import { prepareDraft } from './prepare/prepare.ts';
import { callersPart } from './prepare/server-owned.ts';
import { bodyOf, newOffer } from './prepare/stored.ts';
import { type OfferInfo, WorkloadOffer } from './records.ts';
import { requireOffer } from './store.ts';

const OfferClone = z
  .object({
    cancelSourceAfterPublish: flag(
      'Whether the original offer is cancelled once the copy awaits acceptance; marketplace C.',
    ),
    name: nameText('Name of the copy; the name of the original by default.'),
  })
  .partial()
  .meta({ id: 'OfferClone', description: 'Options for the copy of an offer.' });

export const cloneOfferRoute = () =>
  route({
    method: 'POST',
    path: '/org/{orgId}/offer/{offerId}/clone',
    operationId: 'cloneOffer',
    group: 'Offer',
    summary: 'Copy an offer into a new draft',
    description:
      'The offer may have any status. The draft has the same terms, without fields of the single sale or of the service, such as ' +
      'the approval, and without past times. With `cancelSourceAfterPublish`, the original is cancelled when the copy reaches ' +
      'PENDING_ACCEPTANCE; `metaInfo.sourceOfferCancelAfterPublishStatus` of the copy has the result. The copy can be ' +
      'submitted, changed and deleted like any draft.',
    access: 'offers:write',
    body: OfferClone.optional(),
    example: { name: 'Year of Acme, second proposal', cancelSourceAfterPublish: true },
    quota: 'offers',
    response: WorkloadOffer,
    responseDescription: 'The draft',
    errors: [offerErrors.offer_not_found.definition],
    run: {
      kind: 'transaction',
      handle: async (scope, { params, body }) => ({
        body: new RawJson(encodeOffer(await cloneOffer(scope, params.offerId, body ?? {}))),
      }),
    },
  });

/** Fields of a single sale, which a copy does not get. */
const ofTheSale: { info: readonly (keyof OfferInfo)[]; metaInfo: readonly (keyof WorkloadMetaInfo)[] } = {
  info: ['docusignEnvelopeIds', offerSetField],
  metaInfo: [
    ...(['billASubscriptionID', 'billBAppliedCreditLedgerEntries', 'buyerCommitQuantities'] as const),
    ...(['crmAEntitlementURL', 'entitlementCancellationSchedule', 'originalEulaInfo'] as const),
    ...(['sourceOfferIdToCancelAfterPublish', 'updateMessage'] as const),
  ],
};

/**
 * Creates a draft with the terms of an offer in any state. The copy has no fields that the service or the marketplace
 * decided, and no past times.
 * @param wish with `cancelSourceAfterPublish`, the offer is cancelled once the copy awaits its buyer (R29)
 * @throws 400 for an invalid wish, 404 when the offer does not exist
 */
async function cloneOffer(
  scope: OrgTransaction,
  id: string,
  wish: { name?: string | undefined; cancelSourceAfterPublish?: boolean | undefined },
): Promise<OfferRow> {
  const source = await requireOffer(scope, id);
  if (wish.cancelSourceAfterPublish && !(isAtMarketplace(source) && traitsOf(source.partner).cancelsSource))
    throw invalid([
      {
        pointer: '/cancelSourceAfterPublish',
        message: `is for private offers on ${onlyPartnerWith('cancelsSource', true)} only: cancel the offer yourself`,
      },
    ]);
  const body = termsOf(callersPart(bodyOf(source)), scope.now);
  // The marketplace's record describes the original offer, not the copy.
  if (source.external_id !== null && body.info)
    for (const name of offerRecords) delete (body.info as JsonObject)[name];
  const metaInfo = {
    ...body.metaInfo,
    ...(wish.cancelSourceAfterPublish ? { sourceOfferIdToCancelAfterPublish: id } : {}),
  };
  const copy = { ...body, ...(wish.name ? { name: wish.name } : {}), metaInfo };
  return insertOffer(scope, newOffer(scope, prepareDraft(copy, { now: scope.now }), 'DRAFT'));
}

function termsOf({ info = {}, metaInfo = {}, ...offer }: WorkloadOffer, now: Date): WorkloadOffer {
  const passed = (value: unknown) =>
    typeof value === 'string' && (millisecondsOf(value) ?? Number.POSITIVE_INFINITY) <= now.getTime();
  const kept = <T extends object>(value: T, gone: readonly string[], times: readonly string[]): T =>
    Object.fromEntries(
      Object.entries(value).filter(
        ([name, item]) => !gone.includes(name) && !(times.includes(name) && passed(item)),
      ),
    ) as T;
  return {
    ...kept(offer, [], ['expireTime', 'endTime']),
    info: kept(info, ofTheSale.info, ['startTime']),
    metaInfo: kept(metaInfo, ofTheSale.metaInfo, []),
  };
}
