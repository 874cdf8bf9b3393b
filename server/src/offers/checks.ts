import {
  type AdapterRegistry,
  type Amendment,
  authorizationsOf,
  fillsMissing,
  marketplacesWith,
  relations,
  resaleTypes,
  traitsOf,
} from '../marketplaces/index.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';
import { type Finding, invalid } from '../platform/errors.ts';
import type { RouteRequest } from '../platform/http/route.ts';
import { findProduct } from '../products/index.ts';
import type { OfferRow } from './columns.ts';
import type { OfferDocuments } from './documents/pdf.ts';
import { isAtMarketplace, sourceOf } from './kind.ts';
import type { PrepareContext } from './prepare/draft.ts';
import { inspectOffer, productAsked, productContext } from './prepare/prepare.ts';
import { amendments, hasRelations, namedBy } from './prepare/relations.ts';
import { callersPart } from './prepare/server-owned.ts';
import type { WorkloadOffer } from './records.ts';
import { findReplaced } from './replaced.ts';
import { findNamed } from './specification.ts';
import { unpublished } from './states.ts';
import { findOffer } from './store.ts';

/** The unknown fields of a request, and how strictly findings are handled. */
export type ValidationMode = Pick<RouteRequest, 'unknownFields' | 'strict'>;

/** Reads what the checks of an offer need: the time, the product, and the stored offer. */
export async function contextOf(
  scope: OrgTransaction,
  offer: WorkloadOffer,
  { stored, handling }: { stored?: WorkloadOffer; handling?: ValidationMode | undefined } = {},
): Promise<PrepareContext> {
  const asked = productAsked(offer);
  const product = asked === undefined ? undefined : await findProduct(scope, asked);
  const { now } = scope;
  const isFilled = await fillsMissing(scope);
  return { isFilled, now, ...productContext(offer, product), ...(stored ? { stored } : {}), ...handling };
}

export const productTypeOf = async (
  scope: OrgTransaction,
  offer: WorkloadOffer,
): Promise<string | undefined> => (await contextOf(scope, offer)).productType;

/**
 * An agreement of the organization, with the facts that are needed to check an offer that changes the
 * agreement.
 */
type KnownAgreement = {
  externalId: string;
  isActive: boolean;
  productId: string | undefined;
  endTime: string | undefined;
};

/** Finds a marketplace agreement by its external id, or by the offer with its terms. */
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

/**
 * Finds invalid relations of an offer: an agreement that is not ACTIVE, an offer that was not accepted, an
 * authorization that cannot be used (R27). Checks of the marketplace are not included.
 */
export async function relationFindings(
  scope: OrgTransaction,
  offer: WorkloadOffer,
  findAgreement: FindAgreement,
): Promise<Finding[]> {
  if (!hasRelations(offer)) return [];
  const findings = await agreementFindings(scope, offer, findAgreement);
  if (offer.offerType === resaleTypes.resold) findings.push(...(await ofAuthorization(scope, offer)));
  return findings;
}

/**
 * Finds invalid relations of an offer whose creation is retried. The authorization is not checked, because an
 * earlier attempt may have created the offer and used the authorization.
 */
export async function agreementFindings(
  scope: OrgTransaction,
  offer: WorkloadOffer,
  findAgreement: FindAgreement,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const amendment of amendments(offer))
    findings.push(...(await ofAmendment(scope, amendment, offer, findAgreement)));
  return findings;
}

async function ofAmendment(
  scope: OrgTransaction,
  amendment: Amendment,
  offer: WorkloadOffer,
  findAgreement: FindAgreement,
): Promise<Finding[]> {
  const { by, name, partner, pointer } = amendment;
  if (by === 'agreement')
    return ofAgreement(pointer, await findAgreement(scope, partner, { externalId: name }), offer);
  const original = by === 'upgrade' ? await findNamed(scope, name) : await findReplaced(scope, name);
  const agreement = original && (await findAgreement(scope, partner, { offerId: original.id }));
  if (by === 'upgrade' || agreement) return ofAgreement(pointer, agreement, offer);
  // An offer without a local record is looked up at the marketplace, and the agreement of an adopted offer may arrive
  // later than the offer.
  if (!original || original.status === 'ACCEPTED') return [];
  return [
    { pointer, message: `names an offer that is ${original.status}: only an accepted offer can be replaced` },
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
    ? [{ pointer: '/productID', message: `must be the product of the agreement, ${agreement.productId}` }]
    : [];
}

async function ofAuthorization(
  scope: OrgTransaction,
  { info = {}, metaInfo = {} }: WorkloadOffer,
): Promise<Finding[]> {
  const [reference, other] = authorizationsOf({ info, metaInfo });
  if (!reference) return [];
  const { name, pointer } = reference;
  const received = await findNamed(scope, name);
  if (received?.offer_type !== resaleTypes.received)
    return [{ pointer, message: 'must name an offer of type CPPO_IN: a resale authorization' }];
  if (received.status !== 'READY_TO_USE')
    return [
      { pointer, message: `names a resale authorization that is ${received.status}, not READY_TO_USE` },
    ];
  if (other && ![received.id, received.external_id].includes(other.name))
    return [
      {
        pointer: other.pointer,
        message: `does not match the authorization of ${pointer.slice(1).replace('/', '.')}`,
      },
    ];
  return [];
}

/**
 * Finds invalid changes of an offer's relations. The relations of a draft are not checked. After submission the
 * relations cannot change, because the marketplace has stored them.
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
    message: 'cannot be changed after the offer is submitted',
  }));
}

/**
 * Requires the records that a new offer references.
 * @throws AppError 400 with every finding
 */
export async function checkRelated(
  scope: OrgTransaction,
  { findAgreement }: OfferDeps,
  body: WorkloadOffer,
): Promise<undefined> {
  const related = await relationFindings(scope, callersPart(body), findAgreement);
  if (related.length > 0)
    throw invalid([...inspectOffer(body, await contextOf(scope, body)).findings, ...related]);
}

/**
 * Checks the source of a copy (R29): the source is another private offer of the organization on a
 * marketplace with `cancelsSource`.
 * The source can be set only before the copy is published, because the publication cancels the source.
 * @param stored the offer before the change, if it exists
 */
export async function sourceFinding(
  scope: OrgTransaction,
  stored: OfferRow | undefined,
  { partner, metaInfo }: WorkloadOffer,
): Promise<Finding | undefined> {
  const sourceId = sourceOf(metaInfo);
  if (sourceId === (stored && sourceOf(JSON.parse(stored.meta_info)))) return undefined;
  const finding = (message: string): Finding => ({
    pointer: '/metaInfo/sourceOfferIdToCancelAfterPublish',
    message,
  });
  if (stored && !unpublished.includes(stored.status))
    return finding('cannot be changed after the offer is submitted');
  if (sourceId === undefined) return undefined;
  if (!traitsOf(partner).cancelsSource) return finding(`is for ${marketplacesWith('cancelsSource')} only`);
  if (sourceId === stored?.id) return finding('must not be the offer itself');
  const source = await findOffer(scope, sourceId);
  if (!source || source.status === 'DELETED') return finding('does not match an offer in this organization');
  if (source.partner !== partner)
    return finding(
      `must be an offer on ${marketplacesWith('cancelsSource')}; its partner is ${source.partner ?? 'not set'}`,
    );
  return isAtMarketplace(source) ? undefined : finding('must be a private offer on a marketplace');
}

/**
 * Requires a valid source of a copy.
 * @param within JSON pointer of the meta info in the body
 * @throws 400 for an invalid source
 */
export async function requireSource(
  scope: OrgTransaction,
  stored: OfferRow | undefined,
  body: WorkloadOffer,
  within: '/metaInfo' | '' = '/metaInfo',
): Promise<void> {
  const finding = await sourceFinding(scope, stored, body);
  if (finding) throw invalid([{ ...finding, pointer: finding.pointer.replace('/metaInfo', within) }]);
}
