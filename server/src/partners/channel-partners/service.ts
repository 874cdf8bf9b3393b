import { buyerErrors, lockContactForReference } from '../../buyers/index.ts';
import { lockMemberForReference, organizationErrors } from '../../organizations/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { mayMove } from '../../platform/records/moves.ts';
import { partnerErrors } from '../errors.ts';
import { lockTierForReference } from '../tiers/index.ts';
import { accountsOf, type ChannelPartnerRow } from './columns.ts';
import type { ChannelPartner, UpdateChannelPartnerParams } from './records.ts';
import { accountsFrom, domainsFrom, requireRight } from './rules.ts';
import { channelPartnerMoves, firstState } from './states.ts';
import { changeChannelPartner, createChannelPartnerRow, lockChannelPartner } from './store.ts';

type Given = Pick<UpdateChannelPartnerParams, 'contactIds' | 'tierId' | 'ownerId'>;

/** Locks what is named so that it stays: contacts before the channel partner, as who deletes one does. @throws 404 */
async function lockNamed(scope: OrgTransaction, { contactIds, tierId, ownerId }: Given): Promise<void> {
  for (const id of [...new Set(contactIds)].sort())
    if (!(await lockContactForReference(scope, id)))
      throw buyerErrors.contact_not_found(`/contactIds: there is no contact ${id}`);
  if (tierId) await lockTierForReference(scope, tierId);
  if (ownerId && !(await lockMemberForReference(scope, ownerId)))
    throw organizationErrors.member_not_found(`/ownerId: there is no active member ${ownerId}`);
}

/** Creates a channel partner. @throws 400 that names each wrong field, 404 for what is named and not there, 409 */
export async function createChannelPartner(
  scope: OrgTransaction,
  given: ChannelPartner,
): Promise<ChannelPartnerRow> {
  requireRight(given);
  await lockNamed(scope, given);
  return createChannelPartnerRow(scope, {
    name: given.name as string,
    type: given.type ?? 'RESELLER',
    status: given.status ?? firstState,
    tier_id: given.tierId || null,
    contact_ids: [...new Set(given.contactIds)],
    domains: domainsFrom(given.domains ?? []),
    accounts: JSON.stringify(accountsFrom(given.accounts ?? [])),
    crm_a_account_id: given.crmAAccountId || null,
    crm_b_company_id: given.crmBCompanyId || null,
    crm_c_account_id: given.crmCAccountId || null,
    owner_id: given.ownerId || null,
    notes: given.notes || null,
  });
}

/** What is given, or what was there before; null and an empty text take it away. */
const kept = (given: string | null | undefined, before: string | null): string | null =>
  given === undefined ? before : given || null;

/** Changes a channel partner; what is absent stays. @throws 400, 404, 409 */
export async function updateChannelPartner(
  scope: OrgTransaction,
  id: string,
  given: UpdateChannelPartnerParams,
): Promise<ChannelPartnerRow> {
  await lockNamed(scope, given);
  const before = await lockChannelPartner(scope, id);
  const name = given.name ?? before.name;
  const accounts = given.accounts === undefined ? accountsOf(before) : (given.accounts ?? []);
  const domains = given.domains === undefined ? before.domains : (given.domains ?? []);
  requireRight({ name, accounts, domains });
  const status = given.status ?? before.status;
  if (status !== before.status && !mayMove(channelPartnerMoves, before.status, status))
    throw partnerErrors.channel_partner_state(`It is ${before.status}, and does not become ${status}.`);
  return changeChannelPartner(scope, before, {
    name,
    type: given.type ?? before.type,
    status,
    tier_id: kept(given.tierId, before.tier_id),
    contact_ids: given.contactIds === undefined ? before.contact_ids : [...new Set(given.contactIds)],
    domains: domainsFrom(domains),
    accounts: given.accounts === undefined ? before.accounts : JSON.stringify(accountsFrom(accounts)),
    crm_a_account_id: kept(given.crmAAccountId, before.crm_a_account_id),
    crm_b_company_id: kept(given.crmBCompanyId, before.crm_b_company_id),
    crm_c_account_id: kept(given.crmCAccountId, before.crm_c_account_id),
    owner_id: kept(given.ownerId, before.owner_id),
    notes: kept(given.notes, before.notes),
  });
}

/** Deletes a channel partner; its accounts are free. @throws 404, 409 while deal registrations of it are open */
export async function deleteChannelPartner(
  scope: OrgTransaction,
  hasOpenDeals: (scope: OrgTransaction, id: string) => Promise<boolean>,
  id: string,
): Promise<void> {
  const before = await lockChannelPartner(scope, id);
  if (await hasOpenDeals(scope, id)) throw partnerErrors.channel_partner_in_use();
  // Nobody is named any more by what only what was sold names.
  const left = { tier_id: null, owner_id: null, contact_ids: [] };
  await changeChannelPartner(scope, before, { status: 'DELETED', ...left });
}
