import type { AdapterRegistry } from '../../marketplaces/index.ts';
import type { OrgScope, OrgTransaction } from '../../platform/access/scope.ts';
import { type Finding, invalid } from '../../platform/errors.ts';
import { withIgnored } from '../../platform/http/ignored.ts';
import { enqueue } from '../../platform/jobs/queue.ts';
import { millisecondsOf } from '../../platform/records/fields.ts';
import { mergePatch } from '../../platform/records/merge.ts';
import { agreementAddresses, callersMetaInfo, modifiedBy } from '../../products/index.ts';
import type { WorkloadMetaInfo } from '../../products/records/index.ts';
import { changeOffer, changesTermsInMetaInfo, saveOffer } from '../change/index.ts';
import type { OfferRow } from '../columns.ts';
import { offerErrors } from '../errors.ts';
import { bodyOf, changedOffer, changeFindings, inspectOffer } from '../prepare/index.ts';
import { enqueueCreation, forgetMade, reconciliationJob, takeBack, updateJob } from '../publication/index.ts';
import { isAtMarketplace } from '../row-conversion.ts';
import { requireApproval, requireMayChangeTerms } from './approval.ts';
import { contextOf } from './context.ts';
import { requireOffer, requireState, requireStateFor } from './preconditions.ts';
import { agreementFindings, type FindAgreement, newRelationFindings, type OfferDeps } from './relations.ts';
import { requireSource } from './require-source.ts';

/** Changes the meta info of an offer, in whatever state it is (R8, R9, R23, R31, R32, R34). */
export async function updateMetaInfo(
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

/** @throws 400 with what concerns the meta info, where it stands in that */
function refuseMetaInfo(found: readonly Finding[]): void {
  const findings = found
    .filter(({ pointer }) => pointer.startsWith('/metaInfo'))
    .map(({ pointer, message }) => ({ pointer: pointer.slice('/metaInfo'.length), message }));
  if (findings.length > 0) throw invalid(findings);
}

/** Marks an offer as deleted: it shows only where it is asked for by status. @throws 404, 409 */
export async function deleteOffer(scope: OrgTransaction, id: string): Promise<void> {
  const offer = await requireState(scope, id, 'delete');
  await changeOffer(scope, offer, 'DELETE', {
    status: 'DELETED',
    metaInfo: { lastModifiedBy: modifiedBy(scope) },
  });
}

/** Fields of the meta info about a failed creation, until it is tried again. */
const ofFailure = ['errorMessages', 'prettifiedErrorMessages', 'createRetryAttempts', 'nextCreateRetryAt'];

/**
 * Enqueues again the creation of an offer that failed. An earlier try may have made the offer: the job looks that up
 * first.
 * @throws 400 that names what has become wrong with it since, 404, 409
 */
export async function retryOffer(
  scope: OrgTransaction,
  { documents, findAgreement }: OfferDeps,
  id: string,
): Promise<OfferRow> {
  const offer = await requireOffer(scope, id);
  await requireRetryable(scope, findAgreement, offer);
  if (offer.external_id !== null) scope.send(forgetMade(scope, id));
  const waiting = await changeOffer(scope, offer, 'UPDATE', {
    status: 'PENDING_CREATE',
    metaInfo: { lastModifiedBy: modifiedBy(scope) },
    removeMetaInfo: ofFailure,
  });
  await enqueueCreation(scope, documents, waiting, { again: true });
  return waiting;
}

/** @throws 400 that names what is wrong with the offer by now, 409 */
export async function requireRetryable(
  scope: OrgTransaction,
  findAgreement: FindAgreement,
  offer: OfferRow,
): Promise<void> {
  requireStateFor('retry', offer);
  const body = bodyOf(offer);
  const findings = [
    ...inspectOffer(body, await contextOf(scope, body, { stored: body })).findings,
    ...(await agreementFindings(scope, body, findAgreement)),
  ];
  if (findings.length > 0) throw invalid(findings);
  await requireApproval(scope, [offer]);
}

/** Takes an offer back: at once where no marketplace has it, by a job otherwise. The buyer may still be faster. */
export async function cancelOffer(scope: OrgTransaction, id: string): Promise<OfferRow> {
  const offer = await requireState(scope, id, 'cancel');
  if (offer.status === 'PENDING_CANCEL') return offer;
  if (!isAtMarketplace(offer))
    return changeOffer(scope, offer, 'CANCEL', {
      status: 'CANCELLED',
      metaInfo: { lastModifiedBy: modifiedBy(scope) },
    });
  return takeBack(scope, offer);
}

/** Moves the last moment of acceptance to the beginning of a day, in UTC; an offer that had expired is open again. */
export async function extendOffer(
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

/** @throws 409, and 400 where its marketplace moves no expiry */
export function requireExtendable(scope: OrgScope, registry: AdapterRegistry, offer: OfferRow): void {
  requireStateFor('extend', offer);
  if (isAtMarketplace(offer) && !registry.find(scope, offer.partner ?? '')?.describe().extend)
    throw refuseExpiry(`cannot be moved at ${offer.partner} once an offer is published: make another offer`);
}

/** Enqueues the reconciliation of an offer with its marketplace. */
export async function requestReconciliation(scope: OrgTransaction, id: string): Promise<OfferRow> {
  const offer = await requireOffer(scope, id);
  requireReconcilable(offer);
  await scope.query(enqueue(scope, reconciliationJob, { offerId: id }));
  return offer;
}

/** @throws 409 for an offer that no marketplace has */
export function requireReconcilable(offer: OfferRow): void {
  if (offer.status === 'DRAFT' || !isAtMarketplace(offer)) throw offerErrors.offer_not_at_marketplace();
}
