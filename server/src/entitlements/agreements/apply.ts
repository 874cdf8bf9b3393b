import { acquireSharedBuyersLock } from '../../buyers/index.ts';
import type { AgreementSnapshot, Renewal } from '../../marketplaces/index.ts';
import { accepted, applyMirror, lockAgreedOffer, type OfferRow } from '../../offers/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { EntitlementRow } from '../columns.ts';
import { moveToAgreement, takeRevision } from '../earlier-agreements.ts';
import { readUnknownRequests } from '../requests/index.ts';
import { begun, live } from '../states.ts';
import { lockByExternalId } from '../store.ts';
import { inDueTerm } from '../terms/index.ts';
import { amendEntitlement, isAmended } from './amend.ts';
import { beginEntitlement } from './begin.ts';
import { confirmEntitlement } from './confirm.ts';
import { acquirePurchaseLock, keepLicense, lockAwaiting } from './purchase-store.ts';
import { observeEntitlement } from './update.ts';

/**
 * Applies the snapshot of an agreement: offer, entitlement and term change in one transaction (R40). Idempotent.
 * Observations of one agreement share a lane and so are applied in order.
 */
export async function applyAgreement(
  scope: OrgTransaction,
  partner: string,
  seen: AgreementSnapshot,
): Promise<void> {
  await applySnapshot(scope, partner, seen);
  await readUnknownRequests(scope, partner, seen);
}

async function applySnapshot(scope: OrgTransaction, partner: string, seen: AgreementSnapshot): Promise<void> {
  await acquireSharedBuyersLock(scope);
  // Always lock the offer before any other row, so that two observations of one acceptance run one after the other.
  const offer = await lockAgreedOffer(scope, partner, seen);
  const found = await findOrBegin(scope, partner, offer, seen);
  if (!found) return;
  const known = await inDueTerm(scope, found);
  const agreement = asNextTerm(seen, known, offer);
  if (offer && isAmended(known, offer, agreement)) {
    const amended = await amendEntitlement(scope, known, offer, agreement);
    // Of terms with a later effective date, only the status is applied now.
    await observeEntitlement(scope, amended ?? known, amended ? agreement : withoutTerms(agreement));
  } else await observeEntitlement(scope, known, agreement);
  // If this transaction accepts the offer, the acceptance applies the marketplace’s snapshot of the offer.
  if (offer && agreement.offer && accepted.includes(offer.status))
    await applyMirror(scope, offer, agreement.offer);
}

/**
 * Finds the entitlement of an agreement, creates it, or corrects the entitlement that waits for its agreement
 * (R47). Returns undefined if the snapshot is completely applied or stale: the entitlement was just created, a
 * later agreement has succeeded this agreement, or a newer revision was applied.
 */
async function findOrBegin(
  scope: OrgTransaction,
  partner: string,
  offer: OfferRow | undefined,
  seen: AgreementSnapshot,
): Promise<EntitlementRow | undefined> {
  const found = await findKnown(scope, partner, seen);
  const awaits = found?.awaits_agreement === true;
  if (found && !awaits && found.external_id !== seen.externalId) return undefined;
  if (found && !(await takeRevision(scope, found.id, seen.revision))) return undefined;
  const id = found?.id ?? (await beginEntitlement(scope, partner, offer, seen));
  if (seen.externalLicenseId) await keepLicense(scope, id, seen.externalLicenseId);
  const isCorrected = found && (awaits || (!offer && startsOtherwise(found, seen)));
  return isCorrected ? confirmEntitlement(scope, partner, found, offer, seen) : found;
}

/**
 * Checks whether an agreement that waited for its approval has begun at another time than its purchase. The first
 * term then gets the marketplace’s start and end.
 */
const startsOtherwise = (
  { status, start_time: start }: EntitlementRow,
  { status: seen, startTime }: AgreementSnapshot,
): boolean =>
  status === 'PENDING_START' && begun.includes(seen) && Date.parse(startTime) !== Date.parse(start ?? '');

async function findKnown(
  scope: OrgTransaction,
  partner: string,
  seen: AgreementSnapshot,
): Promise<EntitlementRow | undefined> {
  const known =
    (await lockByExternalId(scope, partner, seen.externalId)) ?? (await findSucceeded(scope, partner, seen));
  if (known) return known;
  const [, begun, awaiting] = await Promise.all([
    acquirePurchaseLock(scope, partner, seen.externalBuyerId),
    // A concurrent visit of the buyer may have created the entitlement before it released the lock.
    lockByExternalId(scope, partner, seen.externalId),
    lockAwaiting(scope, partner, seen),
  ]);
  return begun ?? awaiting;
}

const withoutTerms = (agreement: AgreementSnapshot): AgreementSnapshot => ({
  ...agreement,
  mirror: {},
  quantity: undefined,
  planId: undefined,
  autoRenew: undefined,
});

/**
 * Locks the entitlement of the preceding agreement and assigns it to this agreement. Returns undefined if the
 * preceding agreement is unknown or has ended; this agreement then creates its own entitlement.
 */
async function findSucceeded(
  scope: OrgTransaction,
  partner: string,
  agreement: AgreementSnapshot,
): Promise<EntitlementRow | undefined> {
  if (!agreement.succeeds) return undefined;
  const known = await lockByExternalId(scope, partner, agreement.succeeds.externalId);
  if (!known || !live.includes(known.status)) return undefined;
  return moveToAgreement(scope, known, agreement);
}

/**
 * Converts a succeeding agreement to the next term of the same entitlement: an amendment by its offer, or a
 * renewal.
 */
function asNextTerm(
  agreement: AgreementSnapshot,
  known: EntitlementRow,
  offer: OfferRow | undefined,
): AgreementSnapshot {
  const { succeeds, startTime, endTime, renewals = [] } = agreement;
  if (!succeeds) return agreement;
  const waits = agreement.status === 'PENDING_START' && known.status !== 'PENDING_START';
  const shown: AgreementSnapshot = waits ? { ...agreement, status: 'ACTIVE' } : agreement;
  if (offer && known.offer_id !== offer.id)
    return { ...shown, amendment: { effectiveAt: startTime, renewal: succeeds.renewal } };
  if (!succeeds.renewal || endTime === undefined) return shown;
  const type: Renewal['type'] = agreement.autoRenew ? 'AutoRenew' : 'ManualRenew';
  return { ...shown, renewals: [...renewals, { type, startTime, endTime }] };
}
