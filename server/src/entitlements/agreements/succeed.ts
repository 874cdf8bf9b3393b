import type { AgreementSnapshot, Renewal } from '../../marketplaces/index.ts';
import type { OfferRow } from '../../offers/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { EntitlementRow } from '../columns.ts';
import { moveToAgreement } from '../earlier-agreements.ts';
import { live } from '../states.ts';
import { lockByExternalId } from '../store.ts';

/**
 * Finds the entitlement of the agreement that this one follows, locked, and moves it to this one. Nothing where this one
 * follows none that we know, or that one is over: it begins an entitlement of its own.
 */
export async function findSucceeded(
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
 * Shows an agreement that follows another one as the next term of that one's entitlement: by the offer that it was made
 * on, or for a longer time.
 */
export function asNextTerm(
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
