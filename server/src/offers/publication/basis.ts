import type { JsonObject, OfferSpec } from '../../marketplaces/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { OfferRow } from '../columns.ts';
import { idInName, replacedName } from '../prepare/index.ts';
import type { WorkloadOffer } from '../records.ts';
import { findOffer, findOfferByExternalId } from '../store.ts';
import { findReplaced } from './replaced.ts';

/** The offer by our id or by its marketplace's. */
export const findNamed = async (scope: OrgTransaction, name: string): Promise<OfferRow | undefined> =>
  (await findOffer(scope, name)) ?? (await findOfferByExternalId(scope, name));

/** Reads what an offer builds on, by the ids that its marketplace knows. */
export async function basisOf(
  scope: OrgTransaction,
  {
    info,
    metaInfo,
    offer_type: offerType,
    partner,
  }: { info: JsonObject; metaInfo: JsonObject; offer_type: string; partner: string | null },
): Promise<OfferSpec['basedOn']> {
  const { baseAgreementId, isAgreementBasedOffer } = metaInfo;
  if (isAgreementBasedOffer && baseAgreementId) return { agreementId: baseAgreementId as string };
  if (metaInfo.isMkBUpgradeOffer && metaInfo.mkBOriginalOfferIDForUpgrade) {
    const named = metaInfo.mkBOriginalOfferIDForUpgrade as string;
    return { offerId: (await findNamed(scope, named))?.external_id ?? named };
  }
  const replaced = replacedName({
    partner: (partner ?? undefined) as WorkloadOffer['partner'],
    offerType,
    metaInfo,
  });
  if (replaced) return { offerId: (await findReplaced(scope, replaced))?.external_id ?? idInName(replaced) };
  const named = (metaInfo.cppoInOfferId || info.mkAResaleAuthorizationId) as string | undefined;
  if (offerType !== 'CPPO' || !named) return undefined;
  return { authorizationId: (await findNamed(scope, named))?.external_id ?? named };
}
