import type { OrgTransaction } from '../../platform/access/scope.ts';
import { type Finding, invalid } from '../../platform/errors.ts';
import { partnerErrors } from '../errors.ts';
import { findingsOfShare } from '../fields.ts';
import type { TierRow } from './columns.ts';
import { type ChannelPartnerTier, usualProtectionDays } from './records.ts';
import { changeTierRow, createTierRow, isTierUsed, lockTier, removeTier, type TierValues } from './store.ts';

/** @throws 400 that names each field that is wrong */
function requireTier({ name, rank, share, protectionDays }: ChannelPartnerTier): TierValues {
  const missing = (field: string): Finding => ({ pointer: `/${field}`, message: 'is required' });
  const findings = [
    ...(name?.trim() ? [] : [missing('name')]),
    ...(rank === undefined ? [missing('rank')] : []),
    ...findingsOfShare(share),
  ];
  if (findings.length > 0) throw invalid(findings);
  return {
    name: name as string,
    rank: rank as number,
    share: String(share),
    protection_days: protectionDays ?? usualProtectionDays,
  };
}

export const createTier = (scope: OrgTransaction, given: ChannelPartnerTier): Promise<TierRow> =>
  createTierRow(scope, requireTier(given));

/** Changes a tier; what is absent stays. What was protected before stays so until the day that was said then. */
export async function updateTier(
  scope: OrgTransaction,
  id: string,
  given: ChannelPartnerTier,
): Promise<TierRow> {
  const before = await lockTier(scope, id);
  const values = requireTier({
    name: given.name ?? before.name,
    rank: given.rank ?? before.rank,
    share: given.share ?? Number(before.share),
    protectionDays: given.protectionDays === undefined ? before.protection_days : given.protectionDays,
  });
  return changeTierRow(scope, before, values);
}

/** @throws 404, 409 while channel partners are of the tier */
export async function deleteTier(scope: OrgTransaction, id: string): Promise<void> {
  const tier = await lockTier(scope, id);
  if (await isTierUsed(scope, id)) throw partnerErrors.channel_partner_tier_in_use();
  await removeTier(scope, tier);
}
