import { onlyPartnerWith, traitsOf } from '../../marketplaces/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { invalid } from '../../platform/errors.ts';
import { millisecondsOf } from '../../platform/records/fields.ts';
import type { WorkloadMetaInfo } from '../../products/records/index.ts';
import { insertOffer } from '../change/index.ts';
import type { OfferRow } from '../columns.ts';
import { bodyOf, callersPart, newOffer, prepareDraft } from '../prepare/index.ts';
import type { OfferInfo, WorkloadOffer } from '../records.ts';
import { isAtMarketplace } from '../row-conversion.ts';
import { requireOffer } from './preconditions.ts';

/** The fields that belong to the one sale, and not to the terms that are offered again. */
const ofTheSale: { info: readonly (keyof OfferInfo)[]; metaInfo: readonly (keyof WorkloadMetaInfo)[] } = {
  info: ['docusignEnvelopeIds', 'mkAOfferSetId'],
  metaInfo: [
    ...(['billASubscriptionID', 'billBAppliedCreditLedgerEntries', 'buyerCommitQuantities'] as const),
    ...(['crmAEntitlementURL', 'entitlementCancellationSchedule', 'originalEulaInfo'] as const),
    ...(['sourceOfferIdToCancelAfterPublish', 'updateMessage'] as const),
  ],
};

/**
 * Makes a draft with the terms of an offer, in whatever state that is. What the service and its marketplace decided
 * of the offer stays with it, and so do times that have passed.
 * @param wish `cancelSourceAfterPublish`: the offer is taken back once the copy awaits its buyer (R29)
 * @throws 400, 404
 */
export async function cloneOffer(
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
  // Marketplace C's own record of the offer says nothing of the copy.
  if (source.external_id !== null && body.info) delete body.info.mkCPrivateOffer;
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
