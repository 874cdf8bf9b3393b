import { acquireSharedBuyersLock } from '../../buyers/index.ts';
import type { AgreementSnapshot } from '../../marketplaces/index.ts';
import { accepted, applyMirror, lockAgreedOffer, type OfferRow } from '../../offers/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { EntitlementRow } from '../columns.ts';
import { takeRevision } from '../earlier-agreements.ts';
import { lockByExternalId } from '../store.ts';
import { inDueTerm } from '../terms/index.ts';
import { amendEntitlement, isAmended } from './amend.ts';
import { beginEntitlement } from './begin.ts';
import { confirmEntitlement } from './confirm.ts';
import { observeEntitlement } from './observe.ts';
import { acquirePurchaseLock, keepLicense, lockAwaiting } from './purchase-store.ts';
import { asNextTerm, findSucceeded } from './succeed.ts';

/**
 * Applies the snapshot of an agreement: offer, entitlement and term change in this one transaction (R40). Repeats
 * change nothing. Observations of one agreement come in order: their jobs share a lane.
 */
export async function applyAgreement(
  scope: OrgTransaction,
  partner: string,
  seen: AgreementSnapshot,
): Promise<void> {
  await acquireSharedBuyersLock(scope);
  // The offer's lock comes first of the rows, always: two observations of one acceptance take turns here.
  const offer = await lockAgreedOffer(scope, partner, seen);
  const found = await findOrBegin(scope, partner, offer, seen);
  if (!found) return;
  const known = await inDueTerm(scope, found);
  const agreement = asNextTerm(seen, known, offer);
  if (offer && isAmended(known, offer, agreement)) {
    const amended = await amendEntitlement(scope, known, offer, agreement);
    // What is to hold later is not applied yet: only where the agreement stands.
    await observeEntitlement(scope, amended ?? known, amended ? agreement : withoutTerms(agreement));
  } else await observeEntitlement(scope, known, agreement);
  // Of one that is accepted only now, the acceptance applies what its marketplace shows.
  if (offer && agreement.offer && accepted.includes(offer.status))
    await applyMirror(scope, offer, agreement.offer);
}

/**
 * The entitlement that is there already of an agreement. Where there is none it is made, or corrected (R47). Nothing where the
 * agreement says no more of it: it was just made, another agreement has followed, or this is the older of two readings.
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
  return found && awaits ? confirmEntitlement(scope, partner, found, offer, seen) : found;
}

async function findKnown(
  scope: OrgTransaction,
  partner: string,
  seen: AgreementSnapshot,
): Promise<EntitlementRow | undefined> {
  const known =
    (await lockByExternalId(scope, partner, seen.externalId)) ?? (await findSucceeded(scope, partner, seen));
  if (known) return known;
  const [, awaiting] = await Promise.all([
    acquirePurchaseLock(scope, partner, seen.externalBuyerId),
    lockAwaiting(scope, partner, seen),
  ]);
  return awaiting;
}

const withoutTerms = (agreement: AgreementSnapshot): AgreementSnapshot => ({
  ...agreement,
  mirror: {},
  quantity: undefined,
  planId: undefined,
  autoRenew: undefined,
});
