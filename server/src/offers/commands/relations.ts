import { type AdapterRegistry, onlyPartnerWith } from '../../marketplaces/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { Finding } from '../../platform/errors.ts';
import type { OfferRow } from '../columns.ts';
import type { OfferDocuments } from '../documents/index.ts';
import { hasRelations, namedBy, relations, replacedName } from '../prepare/index.ts';
import { findNamed, findReplaced } from '../publication/index.ts';
import type { WorkloadOffer } from '../records.ts';

/** An agreement of the organization, as far as an offer that changes it must know. */
export type KnownAgreement = {
  externalId: string;
  isActive: boolean;
  productId: string | undefined;
  endTime: string | undefined;
};

/** Finds an agreement at a marketplace by its id there, or by the offer whose terms it has. */
export type FindAgreement = (
  scope: OrgTransaction,
  partner: string,
  by: { externalId: string } | { offerId: string },
) => Promise<KnownAgreement | undefined>;

export type OfferDeps = {
  registry: AdapterRegistry;
  findAgreement: FindAgreement;
  documents: OfferDocuments;
};

/** The marketplace of each way to name what an offer changes. */
const partnerBy = {
  agreement: onlyPartnerWith('amendsBy', 'agreement'),
  upgrade: onlyPartnerWith('amendsBy', 'upgrade'),
  replacement: onlyPartnerWith('amendsBy', 'replacement'),
};

/**
 * Finds what an offer names and cannot build on: an agreement that is not ACTIVE, an offer that nobody accepted, an
 * authorization that cannot be used (R27). Without what the marketplace is to check.
 */
export async function relationFindings(
  scope: OrgTransaction,
  offer: WorkloadOffer,
  findAgreement: FindAgreement,
): Promise<Finding[]> {
  if (!hasRelations(offer)) return [];
  const findings = await agreementFindings(scope, offer, findAgreement);
  if (offer.offerType === 'CPPO') findings.push(...(await ofAuthorization(scope, offer)));
  return findings;
}

/**
 * Finds the same for an offer that is to be created again, but for the authorization: an earlier try may have made the
 * offer and used it.
 */
export async function agreementFindings(
  scope: OrgTransaction,
  offer: WorkloadOffer,
  findAgreement: FindAgreement,
): Promise<Finding[]> {
  const { metaInfo = {} } = offer;
  const findings: Finding[] = [];
  if (metaInfo.isAgreementBasedOffer && metaInfo.baseAgreementId) {
    const agreement = await findAgreement(scope, partnerBy.agreement, {
      externalId: metaInfo.baseAgreementId,
    });
    findings.push(...ofAgreement('/metaInfo/baseAgreementId', agreement, offer));
  }
  if (metaInfo.isMkBUpgradeOffer && metaInfo.mkBOriginalOfferIDForUpgrade) {
    const original = await findNamed(scope, metaInfo.mkBOriginalOfferIDForUpgrade);
    const agreement = original && (await findAgreement(scope, partnerBy.upgrade, { offerId: original.id }));
    findings.push(...ofAgreement('/metaInfo/mkBOriginalOfferIDForUpgrade', agreement, offer));
  }
  const name = replacedName(offer);
  const replaced = name ? await findReplaced(scope, name) : undefined;
  if (replaced) findings.push(...(await ofReplaced(scope, replaced, offer, findAgreement)));
  return findings;
}

/** One that is not ours is the marketplace's to find; of one that was kept a moment ago the agreement is still to come. */
async function ofReplaced(
  scope: OrgTransaction,
  replaced: OfferRow,
  offer: WorkloadOffer,
  findAgreement: FindAgreement,
): Promise<Finding[]> {
  const pointer = '/metaInfo/replacedOfferResourceName';
  const agreement = await findAgreement(scope, partnerBy.replacement, { offerId: replaced.id });
  if (agreement) return ofAgreement(pointer, agreement, offer);
  if (replaced.status === 'ACCEPTED') return [];
  return [
    { pointer, message: `names an offer that is ${replaced.status}: only an accepted one is replaced` },
  ];
}

function ofAgreement(
  pointer: string,
  agreement: KnownAgreement | undefined,
  { info, productID }: WorkloadOffer,
): Finding[] {
  if (!agreement?.isActive)
    return [{ pointer, message: 'must name an agreement of this organization that is ACTIVE' }];
  const { endTime } = agreement;
  if (info?.startTime && endTime && Date.parse(info.startTime) > Date.parse(endTime))
    return [
      { pointer: '/info/startTime', message: `must not be after the end of the agreement, ${endTime}` },
    ];
  return productID && agreement.productId && productID !== agreement.productId
    ? [{ pointer: '/productID', message: `must be that of the agreement, ${agreement.productId}` }]
    : [];
}

async function ofAuthorization(scope: OrgTransaction, { info, metaInfo }: WorkloadOffer): Promise<Finding[]> {
  const byOffer = metaInfo?.cppoInOfferId;
  const byAuthorization = info?.mkAResaleAuthorizationId;
  const pointer = byOffer ? '/metaInfo/cppoInOfferId' : '/info/mkAResaleAuthorizationId';
  const name = byOffer || byAuthorization;
  if (!name) return [];
  const received = await findNamed(scope, name);
  if (received?.offer_type !== 'CPPO_IN')
    return [{ pointer, message: 'must name an offer of type CPPO_IN: a resale authorization' }];
  if (received.status !== 'READY_TO_USE')
    return [
      { pointer, message: `names a resale authorization that is ${received.status}, not READY_TO_USE` },
    ];
  if (byOffer && byAuthorization && ![received.id, received.external_id].includes(byAuthorization))
    return [{ pointer: '/info/mkAResaleAuthorizationId', message: 'is not that of metaInfo.cppoInOfferId' }];
  return [];
}

/**
 * Finds what a change of an offer's relations makes wrong. A draft may name anything; once an offer was submitted its
 * marketplace knows what it builds on.
 */
export async function newRelationFindings(
  scope: OrgTransaction,
  { status }: OfferRow,
  [before, after]: readonly [WorkloadOffer, WorkloadOffer],
  findAgreement: FindAgreement,
): Promise<Finding[]> {
  const changed = relations.filter((relation) => namedBy(before, relation) !== namedBy(after, relation));
  if (status === 'DRAFT' || changed.length === 0) return [];
  if (status === 'CREATE_FAILED') return relationFindings(scope, after, findAgreement);
  return changed.map(([map, name]) => ({
    pointer: `/${map}/${name}`,
    message: 'cannot change once the offer was submitted',
  }));
}
