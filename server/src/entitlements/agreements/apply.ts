import { acquireSharedBuyersLock } from '../../buyers/index.ts';
import type { AgreementSnapshot } from '../../marketplaces/index.ts';
import { accepted, applyMirror, lockAgreedOffer } from '../../offers/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { lockByExternalId } from '../store.ts';
import { inDueTerm } from '../terms/index.ts';
import { amendEntitlement, isAmended } from './amend.ts';
import { beginEntitlement } from './begin.ts';
import { observeEntitlement } from './observe.ts';

/**
 * Applies the snapshot of an agreement: offer, entitlement and term change in this one transaction (R40). Repeats
 * change nothing. Observations of one agreement come in order: their jobs share a lane.
 */
export async function applyAgreement(
  scope: OrgTransaction,
  partner: string,
  agreement: AgreementSnapshot,
): Promise<void> {
  await acquireSharedBuyersLock(scope);
  // The offer's lock comes first of the rows, always: two observations of one acceptance take turns here.
  const offer = await lockAgreedOffer(scope, partner, agreement);
  const found = await lockByExternalId(scope, partner, agreement.externalId);
  if (!found) {
    await beginEntitlement(scope, partner, offer, agreement);
    return;
  }
  const known = await inDueTerm(scope, found);
  if (offer && isAmended(known, offer, agreement)) {
    const amended = await amendEntitlement(scope, known, offer, agreement);
    // What is to hold later is not applied yet: only where the agreement stands.
    await observeEntitlement(scope, amended ?? known, amended ? agreement : withoutTerms(agreement));
  } else await observeEntitlement(scope, known, agreement);
  // Of one that is accepted only now, the acceptance applies what its marketplace shows.
  if (offer && agreement.offer && accepted.includes(offer.status))
    await applyMirror(scope, offer, agreement.offer);
}

const withoutTerms = (agreement: AgreementSnapshot): AgreementSnapshot => ({
  ...agreement,
  mirror: {},
  quantity: undefined,
  planId: undefined,
  autoRenew: undefined,
});
