import { isDeepStrictEqual } from 'node:util';
import {
  type AdapterRegistry,
  featureFields,
  fillsMissing,
  isMarketplace,
  type JsonObject,
  judgeOffer,
  type OfferChange,
} from '../marketplaces/index.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';
import { type Finding, invalid } from '../platform/errors.ts';
import { withIgnored } from '../platform/http/ignored.ts';
import { lockRows } from '../platform/http/record-tags.ts';
import { RawJson, route } from '../platform/http/route.ts';
import { enqueue } from '../platform/jobs/queue.ts';
import { mergePatch } from '../platform/records/merge.ts';
import { agreementAddresses, callersMetaInfo, serverOwnedMetaInfo } from '../products/index.ts';
import { WorkloadMetaInfo } from '../products/records/index.ts';
import { changesTermsInMetaInfo, requireMayChangeTerms } from './approval.ts';
import { saveOffer } from './change.ts';
import {
  contextOf,
  type FindAgreement,
  newRelationFindings,
  type OfferDeps,
  requireSource,
  type ValidationMode,
} from './checks.ts';
import { encodeOffer, type OfferColumns, type OfferRow } from './columns.ts';
import { enqueueDocuments } from './documents/documents-job.ts';
import { offerErrors } from './errors.ts';
import { isAtMarketplace, isPrivate } from './kind.ts';
import { timesFromDays } from './prepare/draft.ts';
import { isRefused } from './prepare/missing.ts';
import { changeFindings, inspectOffer, prepareDraft } from './prepare/prepare.ts';
import { callersPart, serverOwnedFields } from './prepare/server-owned.ts';
import { bodyOf, changedOffer } from './prepare/stored.ts';
import { type OfferInfo, WorkloadOffer } from './records.ts';
import { type OfferSpecification, refusalsOf, requireFeatures, specify } from './specification.ts';
import { requireOffer, requireState, withSetId } from './store.ts';
import { updateJob } from './update-job.ts';

export const updateOfferRoute = (deps: OfferDeps) =>
  route({
    method: 'PATCH',
    path: '/org/{orgId}/offer/{offerId}',
    operationId: 'updateOffer',
    group: 'Offer',
    condition: { lock: lockRows(['offer', 'offerId']) },
    summary: 'Change an offer',
    description:
      'Every field of a DRAFT or CREATE_FAILED offer can change. Of an offer that awaits its buyer, the name, times, contacts ' +
      'and terms can change if the marketplace allows the change: the response is PENDING_UPDATE, and the stored offer ' +
      'changes after the marketplace has applied the change. A direct sale changes immediately.',
    errors: [
      offerErrors.offer_not_found.definition,
      offerErrors.offer_state.definition,
      offerErrors.offer_not_approved.definition,
    ],
    body: WorkloadOffer,
    serverSetFields: serverOwnedFields,
    example: { expireTime: '2027-01-31T00:00:00.000Z', metaInfo: { updateMessage: 'You have more time.' } },
    access: 'offers:write',
    response: WorkloadOffer,
    responseDescription: 'The offer',
    run: {
      kind: 'transaction',
      handle: async (scope, { params, body, unknownFields, strict }) => ({
        body: new RawJson(
          encodeOffer(await updateOffer(scope, deps, params.offerId, body, { unknownFields, strict })),
        ),
      }),
    },
  });

/** An offer after a change; unchanged columns may be absent. */
type ChangedOffer = { columns: OfferColumns; info: JsonObject; metaInfo: JsonObject };

/** The fields of a submitted offer that can change, by the names in a marketplace's `updatable`. */
const changeable: Partial<Record<keyof OfferColumns, string>> = {
  name: 'name',
  expire_time: 'expireTime',
  end_time: 'endTime',
  contact_ids: 'contactIds',
};

/** Columns whose API name differs. */
const fixed: Partial<Record<keyof OfferColumns, string>> = {
  partner: 'partner',
  partner_id: 'partnerID',
  service: 'service',
  product_id: 'productID',
  product_type: 'productType',
  buyer_id: 'buyerID',
  offer_type: 'offerType',
  pricing_type: 'pricingType',
  channel_type: 'channelType',
};

/** The fields that only Tradepost stores. Their changes are not sent to a marketplace. */
const local: readonly string[] = [
  'contactIds',
  ...(['discountGroupApplications', 'docusignEnvelopeIds', 'sellerNotes'] satisfies (keyof OfferInfo)[]).map(
    (name) => `info.${name}`,
  ),
];

/**
 * Changes an offer (R8). Every field of a draft or a failed creation can change. A job changes an offer that
 * awaits its buyer, if the marketplace allows the change; a direct sale changes immediately.
 * @throws 400 that names the fields that cannot change, 404 when the offer does not exist, 409 when its state
 * does not allow a change
 */
async function updateOffer(
  scope: OrgTransaction,
  { registry, findAgreement, documents }: OfferDeps,
  id: string,
  patch: WorkloadOffer,
  handling?: ValidationMode,
): Promise<OfferRow> {
  const offer = await requireState(scope, id, 'update');
  const body = bodyOf(offer);
  const wanted = mergePatch(body, callersPart(patch, body)) as WorkloadOffer;
  await requireSource(scope, offer, wanted);
  if (offer.status === 'DRAFT') {
    const draft = changedOffer(scope, offer, prepareDraft(wanted, { now: scope.now, ...handling }));
    return saveOffer(scope, offer, 'UPDATE', { ...draft, info: await withSetId(scope, id, draft.info) });
  }
  const prepared = inspectOffer(wanted, await contextOf(scope, wanted, { stored: body, handling }));
  refuse(changeFindings(body, prepared, wanted, await contextOf(scope, body, { handling })));
  refuse(await newRelationFindings(scope, offer, [body, wanted], findAgreement));
  const changed = changedOffer(scope, offer, prepared);
  if (offer.status === 'CREATE_FAILED') {
    refuse(leavesMarketplace(offer, changed));
    await requireFeatures(scope, wanted);
    const info = await withSetId(scope, id, changed.info);
    return saveOffer(scope, offer, 'UPDATE', { ...changed, info });
  }
  // The offer may define its times in days. The times were computed when the offer was created.
  const derived = timesFromDays(wanted);
  if (derived.expireTime && !wanted.expireTime) changed.columns.expire_time = offer.expire_time;
  if (derived.endTime && !wanted.endTime) changed.columns.end_time = offer.end_time;
  const names = changedNames(offer, changed);
  refuse(
    Object.values(fixed)
      .filter((name) => names.includes(name))
      .map((name) => ({ pointer: `/${name}`, message: 'cannot be changed after the offer is submitted' })),
  );
  if (!names.every(isFree) || changesTermsInMetaInfo(offer, changed.metaInfo))
    await requireMayChangeTerms(scope, offer);
  const there = isAtMarketplace(offer) ? names.filter((name) => !local.includes(name)) : [];
  if (there.length === 0) {
    const saved = await saveOffer(scope, offer, 'UPDATE', changed);
    await enqueueDocuments(scope, documents, saved);
    return saved;
  }
  refuse(await marketplaceRefusals(scope, registry, offer, changed, there));
  return handOver(scope, offer, changed, there);
}

/**
 * Returns whether a field can change without the permission to approve, even after the offer was approved and
 * published: the name, the expiry and fields that only the seller uses.
 */
const isFree = (name: string): boolean => ['name', 'expireTime', ...local].includes(name);

/**
 * Requires an offer whose creation failed to stay at its marketplace. The retry creates the offer at that
 * marketplace, and a public offer or direct sale has no retry.
 */
const leavesMarketplace = (offer: OfferRow, { columns }: ChangedOffer): Finding[] =>
  [
    { pointer: '/offerType', was: isPrivate(offer.offer_type), is: isPrivate(columns.offer_type ?? '') },
    {
      pointer: '/partner',
      was: isMarketplace(offer.partner ?? undefined),
      is: isMarketplace(columns.partner ?? undefined),
    },
  ]
    .filter(({ was, is }) => was && !is)
    .map(({ pointer }) => ({
      pointer,
      message: 'cannot have this value after the offer is submitted: create another offer',
    }));

function refuse(findings: readonly Finding[]): void {
  if (findings.length > 0) throw invalid(findings);
}

/** Lists the fields that differ; fields of `info` have the prefix `info.`. */
function changedNames(offer: OfferRow, { columns, info }: ChangedOffer): string[] {
  const stored = JSON.parse(offer.info) as JsonObject;
  const differing = Object.keys(info).filter((name) => !isDeepStrictEqual(info[name], stored[name]));
  return [
    ...Object.entries({ ...changeable, ...fixed })
      .filter(
        ([column]) =>
          !isDeepStrictEqual(columns[column as keyof OfferColumns], offer[column as keyof OfferRow]),
      )
      .map(([, name]) => name),
    ...differing.map((name) => `info.${name}`),
  ];
}

const pointerOf = (name: string): string => `/${name.replace('.', '/')}`;

/** Finds changes that the marketplace does not allow after publication or would have rejected at creation. */
async function marketplaceRefusals(
  scope: OrgTransaction,
  registry: AdapterRegistry,
  offer: OfferRow,
  { columns, info, metaInfo }: ChangedOffer,
  names: readonly string[],
): Promise<Finding[]> {
  const adapter = registry.find(scope, offer.partner ?? '');
  const updatable: readonly string[] = adapter?.describe().updatable ?? [];
  const frozen = names
    .filter(
      (name) => !updatable.includes(name) && !(name.startsWith('info.') && updatable.includes('info.*')),
    )
    .map((name) => ({
      pointer: pointerOf(name),
      message: `${offer.partner} cannot change this field after publication: cancel the offer and create another`,
    }));
  const specified: OfferSpecification = await specify(scope, { ...offer, ...columns, info, metaInfo });
  const features = featureFields.some((field) => names.includes(`info.${field}`))
    ? refusalsOf(offer.partner, specified.contradictions, adapter)
    : [];
  const isFilled = await fillsMissing(scope);
  return [
    ...frozen,
    ...features.map(({ pointer, readable }) => ({ pointer, message: readable })),
    ...judgeOffer(offer.partner, specified.spec, scope.now)
      .filter((refusal) => isRefused(isFilled, refusal))
      .filter(({ pointer }) => names.some((name) => pointer.startsWith(pointerOf(name))))
      .map(({ pointer, readable }) => ({ pointer, message: readable })),
  ];
}

/**
 * Enqueues a change for the marketplace. Fields that the marketplace stores keep their values until the
 * marketplace has applied the change; other fields are stored immediately.
 */
export async function handOver(
  scope: OrgTransaction,
  offer: OfferRow,
  changed: ChangedOffer,
  names: readonly string[],
): Promise<OfferRow> {
  const { columns, metaInfo } = changed;
  const stored = JSON.parse(offer.info) as JsonObject;
  const info: JsonObject = {};
  const kept = { ...changed.info };
  for (const name of names.filter((each) => each.startsWith('info.')).map((each) => each.slice(5))) {
    info[name] = changed.info[name];
    if (name in stored) kept[name] = stored[name];
    else delete kept[name];
  }
  const change: OfferChange = {
    ...(names.includes('name') ? { name: columns.name } : {}),
    ...(names.includes('expireTime') ? { expireTime: columns.expire_time } : {}),
    ...(names.includes('endTime') ? { endTime: columns.end_time } : {}),
    ...(Object.keys(info).length > 0 ? { info } : {}),
  };
  const waiting = await saveOffer(scope, offer, 'UPDATE', {
    columns: { status: 'PENDING_UPDATE', contact_ids: columns.contact_ids ?? null },
    info: kept,
    metaInfo,
  });
  const payload = { offerId: offer.id, change, extension: false, from: offer.status };
  await scope.query(enqueue(scope, updateJob, payload));
  return waiting;
}

export const updateOfferMetaInfoRoute = (deps: OfferDeps) =>
  route({
    method: 'PATCH',
    path: '/org/{orgId}/offer/{offerId}/metaInfo',
    operationId: 'updateOfferMetaInfo',
    condition: { of: '/org/{orgId}/offer/{offerId}', lock: lockRows(['offer', 'offerId']) },
    group: 'Offer',
    summary: 'Change the meta info of an offer',
    description: 'Allowed in every status. The marketplace is not called.',
    access: 'offers:write',
    body: WorkloadMetaInfo,
    serverSetFields: serverOwnedMetaInfo,
    response: WorkloadMetaInfo,
    responseDescription: 'The meta info after the change',
    errors: [offerErrors.offer_not_found.definition, offerErrors.offer_not_approved.definition],
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
  });

/** Changes the meta info of an offer in any state (R8, R9, R23, R31, R32, R34). */
async function updateMetaInfo(
  scope: OrgTransaction,
  findAgreement: FindAgreement,
  id: string,
  patch: WorkloadMetaInfo,
  unknownFields: readonly string[] = [],
): Promise<OfferRow> {
  const offer = await requireOffer(scope, id);
  const body = bodyOf(offer);
  const stored = body.metaInfo ?? {};
  const given = agreementAddresses.unmask(callersMetaInfo(patch), stored);
  const changed = { ...body, metaInfo: mergePatch(stored, given) };
  const prepared = inspectOffer(changed, await contextOf(scope, changed, { stored: body }));
  refuseMetaInfo(changeFindings(body, prepared, changed, await contextOf(scope, body)));
  refuseMetaInfo(await newRelationFindings(scope, offer, [body, changed], findAgreement));
  await requireSource(scope, offer, changed, '');
  const warnings = withIgnored(stored.warningMessages, unknownFields);
  const { metaInfo } = changedOffer(scope, offer, { ...prepared, warnings });
  if (changesTermsInMetaInfo(offer, metaInfo)) await requireMayChangeTerms(scope, offer);
  return saveOffer(scope, offer, 'UPDATE', { metaInfo });
}

/** Requires meta info without findings. @throws 400 with the findings, whose pointers are relative to the meta info */
function refuseMetaInfo(found: readonly Finding[]): void {
  const findings = found
    .filter(({ pointer }) => pointer.startsWith('/metaInfo'))
    .map(({ pointer, message }) => ({ pointer: pointer.slice('/metaInfo'.length), message }));
  if (findings.length > 0) throw invalid(findings);
}
