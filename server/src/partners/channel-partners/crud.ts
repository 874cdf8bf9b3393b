import { z } from 'zod';
import { buyerErrors, lockContactForReference } from '../../buyers/index.ts';
import { lockMemberForReference, organizationErrors } from '../../organizations/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { type Finding, invalid } from '../../platform/errors.ts';
import { readRoute } from '../../platform/http/read-route.ts';
import { lockRows } from '../../platform/http/record-tags.ts';
import { RawJson, route } from '../../platform/http/route.ts';
import { listBatch } from '../../platform/lists/list-answer.ts';
import { pageParameters } from '../../platform/lists/pagination.ts';
import { isMoveAllowed } from '../../platform/records/moves.ts';
import { companyDomain, noCompanyDomain } from '../domains.ts';
import { partnerErrors } from '../errors.ts';
import { type Account, findingsOfAccount, type MarketplaceAccount } from '../fields.ts';
import { lockTierForReference } from '../tiers.ts';
import {
  ChannelPartner,
  ChannelPartnerStatus,
  ChannelPartnerType,
  UpdateChannelPartnerParams,
} from './records.ts';
import { channelPartnerMoves, firstState } from './states.ts';
import {
  accountsOf,
  type ChannelPartnerRow,
  changeChannelPartner,
  channelPartnerColumns,
  createChannelPartnerRow,
  encodeChannelPartner,
  lockChannelPartner,
  selectChannelPartner,
} from './store.ts';

/** The accounts to store, without duplicates. Incomplete accounts were rejected before. */
function accountsFrom(given: readonly MarketplaceAccount[]): Account[] {
  const byKey = new Map(
    given.flatMap(({ partner, accountId }): [string, Account][] => {
      if (!partner || !accountId) return [];
      const account = { partner, accountId: accountId.trim() };
      return [[`${partner} ${account.accountId}`, account]];
    }),
  );
  return [...byKey.values()];
}

/** The domains to store: registrable domains, without duplicates. Invalid domains were rejected before. */
const domainsFrom = (given: readonly string[]): string[] => [
  ...new Set(given.flatMap((domain) => companyDomain(domain) ?? [])),
];

/**
 * Validates a channel partner.
 * @throws 400 that names each invalid field
 */
function requireRight({ name, domains, accounts }: Pick<ChannelPartner, 'name' | 'domains' | 'accounts'>) {
  const findings: Finding[] = [
    ...(name?.trim() ? [] : [{ pointer: '/name', message: 'is required, and must not be empty' }]),
    ...(domains ?? []).flatMap((domain, index) =>
      companyDomain(domain) ? [] : [{ pointer: `/domains/${index}`, message: noCompanyDomain }],
    ),
    ...(accounts ?? []).flatMap((account, index) => findingsOfAccount(account, `/accounts/${index}`)),
  ];
  if (findings.length > 0) throw invalid(findings);
}

type ReferenceFields = Pick<UpdateChannelPartnerParams, 'contactIds' | 'tierId' | 'ownerId'>;

/**
 * Locks the referenced records so that they cannot be deleted. Contacts are locked before the channel partner,
 * in the same order as by the deletion of a contact.
 * @throws 404 if a record does not exist
 */
async function lockNamed(
  scope: OrgTransaction,
  { contactIds, tierId, ownerId }: ReferenceFields,
): Promise<void> {
  for (const id of [...new Set(contactIds)].sort())
    if (!(await lockContactForReference(scope, id)))
      throw buyerErrors.contact_not_found(`/contactIds: contact ${id} not found`);
  if (tierId) await lockTierForReference(scope, tierId);
  if (ownerId && !(await lockMemberForReference(scope, ownerId)))
    throw organizationErrors.member_not_found(`/ownerId: active member ${ownerId} not found`);
}

/**
 * Creates a channel partner.
 * @throws 400 that names each invalid field, 404 for an unknown reference, 409 when another channel partner has an
 * account
 */
async function createChannelPartner(
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

/** The new value of a text. If absent, the old value is kept; null and an empty text remove the value. */
const updatedText = (given: string | null | undefined, before: string | null): string | null =>
  given === undefined ? before : given || null;

/**
 * Changes a channel partner; absent fields keep their value.
 * @throws 400 for invalid fields, 404 for an unknown record, 409 for a conflicting status or account
 */
async function updateChannelPartner(
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
  if (status !== before.status && !isMoveAllowed(channelPartnerMoves, before.status, status))
    throw partnerErrors.channel_partner_state(`The status cannot change from ${before.status} to ${status}.`);
  return changeChannelPartner(scope, before, {
    name,
    type: given.type ?? before.type,
    status,
    tier_id: updatedText(given.tierId, before.tier_id),
    contact_ids: given.contactIds === undefined ? before.contact_ids : [...new Set(given.contactIds)],
    domains: domainsFrom(domains),
    accounts: given.accounts === undefined ? before.accounts : JSON.stringify(accountsFrom(accounts)),
    crm_a_account_id: updatedText(given.crmAAccountId, before.crm_a_account_id),
    crm_b_company_id: updatedText(given.crmBCompanyId, before.crm_b_company_id),
    crm_c_account_id: updatedText(given.crmCAccountId, before.crm_c_account_id),
    owner_id: updatedText(given.ownerId, before.owner_id),
    notes: updatedText(given.notes, before.notes),
  });
}

/**
 * Deletes a channel partner and its accounts.
 * @throws 404 for an unknown channel partner; 409 while deal registrations are open
 */
async function deleteChannelPartner(
  scope: OrgTransaction,
  hasOpenDeals: (scope: OrgTransaction, id: string) => Promise<boolean>,
  id: string,
): Promise<void> {
  const before = await lockChannelPartner(scope, id);
  if (await hasOpenDeals(scope, id)) throw partnerErrors.channel_partner_in_use();
  // A deleted channel partner is kept only for its sales, so its references must not block the deletion of
  // tiers, members and contacts.
  const left = { tier_id: null, owner_id: null, contact_ids: [] };
  await changeChannelPartner(scope, before, { status: 'DELETED', ...left });
}

type ChannelPartnerDeps = {
  /** Reads whether the channel partner has open deal registrations. */
  hasOpenDeals: (scope: OrgTransaction, channelPartnerId: string) => Promise<boolean>;
};

const path = '/org/{orgId}/channelPartner';
const pathOfOne = '/org/{orgId}/channelPartner/{channelPartnerId}';
const group = 'Partner Relationship Management';
const common = { group, response: ChannelPartner, responseDescription: 'The channel partner' } as const;
const notFound = partnerErrors.channel_partner_not_found.definition;
const condition = { lock: lockRows(['channel_partner', 'channelPartnerId']) };
const ignored = ['id', 'organizationID', 'createdBy', 'creationTime', 'lastUpdateTime'];
const ofWhatIsNamed = [
  partnerErrors.channel_partner_account_taken.definition,
  partnerErrors.channel_partner_tier_not_found.definition,
  buyerErrors.contact_not_found.definition,
  organizationErrors.member_not_found.definition,
];

const listParameters = z.object({
  status: ChannelPartnerStatus.optional(),
  type: ChannelPartnerType.optional(),
  tierId: z.string().max(200).optional().meta({ description: 'Only channel partners of this tier' }),
  name: z.string().max(300).optional().meta({ description: 'Only channel partners with exactly this name' }),
  ownerId: z
    .string()
    .max(200)
    .optional()
    .meta({ description: 'Only channel partners for which this member is responsible' }),
  ...pageParameters(),
});

const reads = [
  route({
    method: 'GET',
    path,
    operationId: 'listChannelPartners',
    group,
    summary: 'List channel partners',
    description: 'In order of creation time and id; deleted channel partners are omitted.',
    access: 'channelPartners:read',
    query: listParameters,
    response: z.array(ChannelPartner),
    responseDescription: 'The channel partners',
    run: {
      kind: 'batch',
      batch: (scope, request) => {
        const { status, type, tierId, name, ownerId } = request.query;
        return listBatch(scope, request, {
          table: 'channel_partner',
          columns: channelPartnerColumns,
          filters: { status, type, tier_id: tierId, name, owner_id: ownerId },
          hiddenStatus: 'DELETED',
          encode: encodeChannelPartner,
        });
      },
    },
  }),
  readRoute({
    ...common,
    path: pathOfOne,
    operationId: 'getChannelPartner',
    summary: 'Get a channel partner',
    access: 'channelPartners:read',
    select: (scope, { channelPartnerId }) => selectChannelPartner(scope, channelPartnerId),
    notFound: partnerErrors.channel_partner_not_found,
    encode: encodeChannelPartner,
  }),
];

export const channelPartnerRoutes = ({ hasOpenDeals }: ChannelPartnerDeps) => [
  ...reads,
  route({
    ...common,
    method: 'POST',
    path,
    operationId: 'createChannelPartner',
    summary: 'Create a channel partner',
    description: 'An account at a marketplace belongs to one channel partner.',
    access: 'channelPartners:write',
    body: ChannelPartner,
    serverSetFields: ignored,
    example: {
      name: 'Northern Resale',
      type: 'RESELLER',
      status: 'ACTIVE',
      domains: ['northern-resale.example'],
      accounts: [{ partner: 'MKA', accountId: '123456789012' }],
    },
    quota: 'channelPartners',
    errors: ofWhatIsNamed,
    run: {
      kind: 'transaction',
      handle: async (scope, { body }) => ({
        body: new RawJson(encodeChannelPartner(await createChannelPartner(scope, body))),
      }),
    },
  }),
  route({
    ...common,
    method: 'PATCH',
    path: pathOfOne,
    operationId: 'updateChannelPartner',
    condition,
    summary: 'Change a channel partner',
    description:
      'Absent fields keep their value, lists are replaced, null or an empty text removes a field. States: ' +
      'PROSPECT → ACTIVE ⇄ SUSPENDED; any → TERMINATED → ACTIVE.',
    access: 'channelPartners:write',
    body: UpdateChannelPartnerParams,
    serverSetFields: ignored,
    requiredFields: ['name', 'status', 'type'],
    example: { status: 'SUSPENDED' },
    errors: [notFound, partnerErrors.channel_partner_state.definition, ...ofWhatIsNamed],
    run: {
      kind: 'transaction',
      handle: async (scope, { params, body }) => ({
        body: new RawJson(
          encodeChannelPartner(await updateChannelPartner(scope, params.channelPartnerId, body)),
        ),
      }),
    },
  }),
  route({
    method: 'DELETE',
    path: pathOfOne,
    operationId: 'deleteChannelPartner',
    condition,
    group,
    summary: 'Delete a channel partner',
    description:
      'Rejected while the channel partner has open deal registrations. Its accounts become available to other channel partners; ' +
      'its sales keep their reference to it.',
    access: 'channelPartners:write',
    response: z.string(),
    responseDescription: 'The id of the channel partner',
    errors: [notFound, partnerErrors.channel_partner_in_use.definition],
    run: {
      kind: 'transaction',
      handle: async (scope, { params }) => {
        await deleteChannelPartner(scope, hasOpenDeals, params.channelPartnerId);
        return { body: params.channelPartnerId };
      },
    },
  }),
];
