import type { MarketplaceAdapter, OfferSpec } from '../../marketplaces/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { AppError, type Finding, invalid } from '../../platform/errors.ts';
import { enqueue } from '../../platform/jobs/queue.ts';
import { changeMembers, type MemberChange } from '../change/index.ts';
import type { OfferRow } from '../columns.ts';
import {
  agreementFindings,
  contextOf,
  type OfferDeps,
  relationFindings,
  requireApproval,
} from '../commands/index.ts';
import { pdfUrlOf } from '../documents/index.ts';
import { bodyOf, prepareOffer } from '../prepare/index.ts';
import { enqueueCreation, specify } from '../publication/index.ts';
import type { WorkloadOffer } from '../records.ts';
import { withMaps } from '../row-conversion.ts';
import { lockOffers } from '../store.ts';
import { createSetJob, onceReleased, specOf, withoutFailure } from './at-marketplace.ts';
import type { OfferSetRow } from './columns.ts';
import { expireJob } from './expire-job.ts';
import { differingBuyers, isUnpublished, ofOffer, unfit } from './rules.ts';
import { requireMove, requireOfferSet } from './service.ts';
import { standingInSet, stateOf } from './states.ts';
import { changeOfferSet } from './store.ts';

/**
 * Publishes the offers of a set: each is created at the marketplace by a job of its own. Published again after
 * CREATE_FAILED, those that failed are tried again and the others stay as they are.
 * @throws 400 that names what is wrong with which offer; then none is published
 */
export async function publishOfferSet(
  scope: OrgTransaction,
  { registry, documents, findAgreement }: OfferDeps,
  id: string,
): Promise<OfferSetRow> {
  const set = await requireOfferSet(scope, id);
  requireMove(set, 'PENDING_CREATE');
  const locked = await lockOffers(scope, set.offer_ids);
  const offers = set.offer_ids.flatMap((offerId) => locked.find((offer) => offer.id === offerId) ?? []);
  const expireTime = commonExpiry(set, offers);
  const { changes, findings } = await prepareMembers(scope, set, offers, expireTime);
  for (const { offer } of changes) {
    const find = offer.status === 'CREATE_FAILED' ? agreementFindings : relationFindings;
    for (const { pointer, message } of await find(scope, bodyOf(offer), findAgreement))
      findings.push(ofOffer(offers.indexOf(offer), pointer, message));
  }
  if (findings.length > 0) throw invalid(findings);
  await requireApproval(
    scope,
    changes.map(({ offer }) => offer),
  );
  const named = changes.map((change) => ({
    ...change,
    info: { ...change.info, ...pdfUrlOf(documents.pdfLinks, scope, change.offer) },
  }));
  const published = await changeMembers(scope, 'UPDATE', named, {
    metaInfo: ['errorMessages', 'prettifiedErrorMessages', 'nextCreateRetryAt'],
  });
  const adapter = registry.find(scope, set.partner);
  const kept = offers.filter((offer) => !isUnpublished(offer));
  if (adapter?.createOfferSet && set.external_id === null) {
    await requireNew(scope, adapter, set, [...kept, ...published]);
    await scope.query(
      enqueue(scope, createSetJob, { offerSetId: id, again: set.status === 'CREATE_FAILED' }),
    );
  } else
    for (const publishing of published) {
      // One that failed may have been made all the same: its marketplace is asked first.
      const again = offers.some((offer) => offer.id === publishing.id && offer.status === 'CREATE_FAILED');
      await enqueueCreation(scope, documents, publishing, { again });
    }
  if (expireTime)
    await scope.query(
      enqueue(scope, expireJob, { offerSetId: id, expireTime }, { at: new Date(expireTime) }),
    );
  const following = stateOf(
    'PENDING_CREATE',
    [...kept, ...published].map(({ status }) => status),
  );
  const status = await onceReleased(scope, { ...set, status: 'PENDING_CREATE' }, following);
  const meta_info = withoutFailure(set);
  return changeOfferSet(scope, set, 'PUBLISH', { status, expire_time: expireTime, meta_info });
}

/**
 * A marketplace that makes sets takes only offers that are made for them, and no set that it is known to refuse.
 * @throws 400
 */
async function requireNew(
  scope: OrgTransaction,
  adapter: MarketplaceAdapter,
  set: OfferSetRow,
  offers: readonly OfferRow[],
): Promise<void> {
  const ordered = set.offer_ids.flatMap((id) => offers.find((offer) => offer.id === id) ?? []);
  const findings = ordered.flatMap((offer, index) =>
    offer.status === 'PENDING_CREATE'
      ? []
      : ofOffer(index, '', 'was published without its set: take it out, or make a copy of it'),
  );
  const specs: OfferSpec[] = [];
  for (const offer of ordered) specs.push((await specify(scope, withMaps(offer))).spec);
  findings.push(...(adapter.validateOfferSet?.(specOf(set), specs) ?? []));
  if (findings.length > 0) throw invalid(findings);
}

/** The offers are accepted together, so they expire together: as the set says, or with the first of them. */
function commonExpiry(set: OfferSetRow, offers: readonly OfferRow[]): string | null {
  const times = offers.flatMap(({ expire_time }) => expire_time ?? []);
  return set.expire_time ?? times.sort()[0] ?? null;
}

async function prepareMembers(
  scope: OrgTransaction,
  set: OfferSetRow,
  offers: readonly OfferRow[],
  expireTime: string | null,
): Promise<{ changes: MemberChange[]; findings: Finding[] }> {
  const findings: Finding[] = [];
  const changes: MemberChange[] = [];
  if (offers.length === 0) findings.push({ pointer: '/offerIDs', message: 'must name an offer' });
  if (expireTime && Date.parse(expireTime) <= scope.now.getTime())
    findings.push({
      pointer: '/expireTime',
      message: 'must be in the future: nobody could accept the offers',
    });
  const differing = differingBuyers(offers, set.info);
  for (const [index, offer] of offers.entries()) {
    const reason = unfit(offer) ?? (offer === differing?.offer ? differing.message : undefined);
    if (reason) findings.push(ofOffer(index, '', reason));
    else if (!isUnpublished(offer) && !standingInSet.includes(offer.status))
      findings.push(ofOffer(index, '', `is ${offer.status}: take it out, or make it a draft`));
    else if (isUnpublished(offer)) {
      const prepared = await prepareMember(scope, set, offer, expireTime);
      if (Array.isArray(prepared))
        findings.push(...prepared.map((one) => ofOffer(index, one.pointer, one.message)));
      else changes.push(prepared);
    }
  }
  return { changes, findings };
}

/** The rules of creation hold for a draft when it is published, with what the set adds to it. */
async function prepareMember(
  scope: OrgTransaction,
  set: OfferSetRow,
  offer: OfferRow,
  expireTime: string | null,
): Promise<MemberChange | Finding[]> {
  const common = JSON.parse(set.info) as { buyerMkAAccountIds?: string[] };
  const info = JSON.parse(offer.info) as NonNullable<WorkloadOffer['info']>;
  const accounts = info.buyerMkAAccountIds?.length ? info.buyerMkAAccountIds : common.buyerMkAAccountIds;
  try {
    const body = {
      ...bodyOf(offer),
      info: { ...info, ...(accounts ? { buyerMkAAccountIds: accounts } : {}) },
      ...(expireTime ? { expireTime } : {}),
    };
    const prepared = prepareOffer(body, await contextOf(scope, body));
    const { warnings } = prepared;
    return {
      offer,
      status: 'PENDING_CREATE',
      expireTime,
      info: { ...prepared.info, mkAOfferSetId: set.id },
      metaInfo: { ...prepared.metaInfo, ...(warnings.length > 0 ? { warningMessages: warnings } : {}) },
    };
  } catch (error) {
    if (error instanceof AppError) return [...error.findings];
    throw error;
  }
}
