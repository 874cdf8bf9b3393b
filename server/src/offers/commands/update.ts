import { isDeepStrictEqual } from 'node:util';
import {
  type AdapterRegistry,
  isMarketplace,
  type JsonObject,
  type OfferChange,
} from '../../marketplaces/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { type Finding, invalid } from '../../platform/errors.ts';
import { enqueue } from '../../platform/jobs/queue.ts';
import { mergePatch } from '../../platform/records/merge.ts';
import { changesTermsInMetaInfo, saveOffer, withSetId } from '../change/index.ts';
import type { OfferColumns, OfferRow } from '../columns.ts';
import { enqueueDocuments } from '../documents/index.ts';
import {
  bodyOf,
  callersPart,
  changedOffer,
  changeFindings,
  inspectOffer,
  prepareDraft,
  timesFromDays,
} from '../prepare/index.ts';
import { refusalsOf, requireFeatures, type Specified, specify, updateJob } from '../publication/index.ts';
import type { OfferInfo, WorkloadOffer } from '../records.ts';
import { isAtMarketplace, isPrivate } from '../row-conversion.ts';
import { requireMayChangeTerms } from './approval.ts';
import { contextOf, type Handling } from './context.ts';
import { requireState } from './preconditions.ts';
import { newRelationFindings, type OfferDeps } from './relations.ts';
import { requireSource } from './require-source.ts';

/** An offer after its change: columns that are kept as they are need not be named. */
type Changed = { columns: OfferColumns; info: JsonObject; metaInfo: JsonObject };

/** The parts of a submitted offer that can change at all, by the name that a marketplace's `updatable` has for it. */
const changeable: Partial<Record<keyof OfferColumns, string>> = {
  name: 'name',
  expire_time: 'expireTime',
  end_time: 'endTime',
  contact_ids: 'contactIds',
};

/** Other columns, as the record names them. */
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

/** The parts of an offer that marketplaces do not know: they change here alone. */
const local: readonly string[] = [
  'contactIds',
  ...(['discountGroupApplications', 'docusignEnvelopeIds', 'sellerNotes'] satisfies (keyof OfferInfo)[]).map(
    (name) => `info.${name}`,
  ),
];

/**
 * Changes an offer (R8). A draft, and one that could not be created, changes freely; one that awaits its buyer as far
 * as its marketplace lets it, by a job; a direct sale at once.
 * @throws 400 that names what cannot change, 404, 409
 */
export async function updateOffer(
  scope: OrgTransaction,
  { registry, findAgreement, documents }: OfferDeps,
  id: string,
  patch: WorkloadOffer,
  handling?: Handling,
): Promise<OfferRow> {
  const offer = await requireState(scope, id, 'update');
  const body = bodyOf(offer);
  const wanted = mergePatch(body, callersPart(patch)) as WorkloadOffer;
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
  // What follows from days on marketplace B followed when the offer was made.
  const derived = timesFromDays(wanted);
  if (derived.expireTime && !wanted.expireTime) changed.columns.expire_time = offer.expire_time;
  if (derived.endTime && !wanted.endTime) changed.columns.end_time = offer.end_time;
  const names = changedNames(offer, changed);
  refuse(
    Object.values(fixed)
      .filter((name) => names.includes(name))
      .map((name) => ({ pointer: `/${name}`, message: 'cannot change once the offer was submitted' })),
  );
  if (!names.every(isFree) || changesTermsInMetaInfo(offer, changed.metaInfo))
    await requireMayChangeTerms(scope, offer);
  const there = isAtMarketplace(offer) ? names.filter((name) => !local.includes(name)) : [];
  if (there.length === 0) {
    const saved = await saveOffer(scope, offer, 'UPDATE', changed);
    await enqueueDocuments(scope, documents, saved);
    return saved;
  }
  refuse(await refusedThere(scope, registry, offer, changed, there));
  return handOver(scope, offer, changed, there);
}

/**
 * Says whether a part of an offer is changed by whoever may write: of what was approved before it was published, only
 * who may approve changes more than how long it can be accepted.
 */
const isFree = (name: string): boolean => ['name', 'expireTime', ...local].includes(name);

/** An offer that failed is tried again at a marketplace: as a listing, or a direct sale, it would be another offer. */
const leavesMarketplace = (offer: OfferRow, { columns }: Changed): Finding[] =>
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
      message: 'cannot be this once the offer was submitted: make another',
    }));

function refuse(findings: readonly Finding[]): void {
  if (findings.length > 0) throw invalid(findings);
}

/** Names of all that differs: of fields, and of fields of `info` with `info.` before them. */
function changedNames(offer: OfferRow, { columns, info }: Changed): string[] {
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

/** Finds what the marketplace does not change of an offer that is published, or would not have taken so. */
async function refusedThere(
  scope: OrgTransaction,
  registry: AdapterRegistry,
  offer: OfferRow,
  { columns, info, metaInfo }: Changed,
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
      message: `${offer.partner} does not change it once an offer is published: cancel the offer and make another`,
    }));
  const specified: Specified = await specify(scope, { ...offer, ...columns, info, metaInfo });
  const features = names.includes('info.mkCFeatures')
    ? refusalsOf(offer.partner, specified.unknownFeatures, adapter)
    : [];
  return [
    ...frozen,
    ...features.map(({ pointer, readable }) => ({ pointer, message: readable })),
    ...(adapter?.validateOffer?.(specified.spec) ?? []).filter(({ pointer }) =>
      names.some((name) => pointer.startsWith(pointerOf(name))),
    ),
  ];
}

/** The record keeps what the marketplace still has until that has changed; the rest is written at once. */
export async function handOver(
  scope: OrgTransaction,
  offer: OfferRow,
  changed: Changed,
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
