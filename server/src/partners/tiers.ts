import { z } from 'zod';
import type { OrgScope, OrgTransaction } from '../platform/access/scope.ts';
import { columns, defineStatement } from '../platform/database/define-statement.ts';
import { mustChange } from '../platform/database/must-change.ts';
import type { RowOf } from '../platform/database/rows.ts';
import { type Statement, sqlState } from '../platform/database/statement.ts';
import { type Finding, invalid } from '../platform/errors.ts';
import { createEntityEvents } from '../platform/events/entity-events.ts';
import { readRoute } from '../platform/http/read-route.ts';
import { lockRows } from '../platform/http/record-tags.ts';
import { RawJson, route } from '../platform/http/route.ts';
import { listBatch } from '../platform/lists/list-answer.ts';
import { pageParameters } from '../platform/lists/pagination.ts';
import { type ColumnsOf, columnList, type FieldsIn, recordEncoder } from '../platform/records/encode.ts';
import { byDefault, idText, nameText, record, time } from '../platform/records/fields.ts';
import { partnerErrors } from './errors.ts';
import { findingsOfShare, share } from './fields.ts';

/** The default number of days for which an approved deal registration protects its customer. */
const usualProtectionDays = 90;

const given = {
  name: nameText('Name; required.'),
  protectionDays: byDefault(
    z
      .int()
      .min(1)
      .max(3650)
      .meta({ description: 'Days for which an approved deal registration protects its customer.' }),
    usualProtectionDays,
  ),
  rank: z
    .int()
    .min(1)
    .max(1_000_000)
    .meta({ description: 'Rank of the tier, 1 for the highest; unique, required.' }),
  share: share('Share of a channel partner’s sales, unless an agreement has another share; required.'),
};

const ChannelPartnerTier = record('ChannelPartnerTier', 'Tier of channel partners.', {
  creationTime: time('When the tier was created.'),
  id: idText('Identifier.'),
  lastUpdateTime: time('When the tier last changed.'),
  organizationID: idText('Organization.'),
  ...given,
});
type ChannelPartnerTier = z.infer<typeof ChannelPartnerTier>;

/** The columns that store the fields of a ChannelPartnerTier. */
const tierFields = [
  ['id', 'id', 'text'],
  ['organizationID', 'organization_id', 'text'],
  ['name', 'name', 'text'],
  ['rank', 'rank', 'number'],
  ['share', 'share', 'number'],
  ['protectionDays', 'protection_days', 'number'],
  ['creationTime', 'creation_time', 'time'],
  ['lastUpdateTime', 'last_update_time', 'time'],
] as const satisfies FieldsIn<'channel_partner_tier'>;

/** A tier with the number of its last event. */
type TierRow = RowOf<'channel_partner_tier', ColumnsOf<typeof tierFields> | 'sequence'>;

const encodeTier = recordEncoder(tierFields);
const tierColumns = tierFields.map(([, column]) => column);
const tierColumnList = `${columnList(tierFields, 't')}, t.sequence`;

const uniqueViolation = '23505';

const selectTier = (scope: Pick<OrgScope, 'organizationId'>, id: string): Statement => ({
  name: 'select_channel_partner_tier',
  text: `SELECT ${tierColumnList} FROM channel_partner_tier t WHERE t.organization_id = $1 AND t.id = $2`,
  values: [scope.organizationId, id],
});

/**
 * Locks a tier until the end of the transaction.
 * @throws 404 for an unknown tier
 */
async function lockTier(scope: OrgTransaction, id: string): Promise<TierRow> {
  const { text, values } = selectTier(scope, id);
  const [row] = await scope.query<TierRow>({
    name: 'lock_channel_partner_tier',
    text: `${text} FOR UPDATE`,
    values,
  });
  if (!row) throw partnerErrors.channel_partner_tier_not_found();
  return row;
}

/**
 * Locks a tier against deletion until the end of the transaction; the tier may still change.
 * @throws 404 for an unknown tier
 */
export async function lockTierForReference(scope: OrgTransaction, id: string): Promise<void> {
  const rows = await scope.query({
    name: 'hold_channel_partner_tier',
    text: 'SELECT id FROM channel_partner_tier WHERE organization_id = $1 AND id = $2 FOR KEY SHARE',
    values: [scope.organizationId, id],
  });
  if (rows.length === 0) throw partnerErrors.channel_partner_tier_not_found();
}

/** Reads whether a channel partner has the tier; deleted channel partners do not count. */
async function isTierUsed(scope: OrgTransaction, id: string): Promise<boolean> {
  const rows = await scope.query({
    name: 'channel_partner_of_tier',
    text: 'SELECT id FROM channel_partner WHERE organization_id = $1 AND tier_id = $2 LIMIT 1',
    values: [scope.organizationId, id],
  });
  return rows.length > 0;
}

const { record: recordEvent, recordRemoved } = createEntityEvents<TierRow, 'CREATE' | 'UPDATE'>(
  'CHANNEL_PARTNER_TIER',
  encodeTier,
);

const written = ['name', 'rank', 'share', 'protection_days'] as const;
type TierValues = Pick<TierRow, (typeof written)[number]>;

const insert = defineStatement(
  'insert_channel_partner_tier',
  { tier: columns('channel_partner_tier', ['organization_id', 'id', 'creation_time', ...written]) },
  ({ tier }) =>
    `${tier.insert({ last_update_time: tier.at.creation_time }, 't')} RETURNING ${tierColumnList}`,
);

const update = defineStatement(
  'write_channel_partner_tier',
  {
    key: columns('channel_partner_tier', ['organization_id', 'id']),
    tier: columns('channel_partner_tier', [...written, 'last_update_time']),
  },
  ({ key, tier }) => `UPDATE channel_partner_tier t SET ${tier.set}, sequence = t.sequence + 1
    WHERE ${key.equals('t')} RETURNING ${tierColumnList}`,
);

const throwRankTaken = (error: unknown): never => {
  if (sqlState(error) === uniqueViolation) throw partnerErrors.channel_partner_tier_rank_taken();
  throw error;
};

/**
 * Inserts a tier and records the event.
 * @throws 409 when another tier has its rank
 */
async function createTierRow(scope: OrgTransaction, values: TierValues): Promise<TierRow> {
  const tier = {
    ...values,
    organization_id: scope.organizationId,
    id: scope.newId('cpt'),
    creation_time: scope.now,
  };
  const [row] = await scope.query<TierRow>(insert({ tier })).catch(throwRankTaken);
  await scope.query(recordEvent(scope, 'CREATE', row as TierRow));
  return row as TierRow;
}

/**
 * Writes the change of a locked tier and records the event.
 * @throws 409 when another tier has its rank
 */
async function changeTierRow(scope: OrgTransaction, before: TierRow, values: TierValues): Promise<TierRow> {
  const key = { organization_id: scope.organizationId, id: before.id };
  const tier = { ...values, last_update_time: scope.now };
  const [row] = await scope.query<TierRow>(update({ key, tier })).catch(throwRankTaken);
  await scope.query(recordEvent(scope, 'UPDATE', row as TierRow, before));
  return row as TierRow;
}

async function removeTier(scope: OrgTransaction, tier: TierRow): Promise<void> {
  await scope.query(
    mustChange({
      name: 'remove_channel_partner_tier',
      text: 'DELETE FROM channel_partner_tier WHERE organization_id = $1 AND id = $2',
      values: [scope.organizationId, tier.id],
    }),
  );
  await scope.query(recordRemoved(scope, tier));
}

export const countTiers = (scope: OrgScope, atMost: number): Statement => ({
  name: 'count_channel_partner_tiers',
  text: `SELECT count(*) AS used FROM (
           SELECT FROM channel_partner_tier t WHERE t.organization_id = $1 LIMIT $2) AS counted`,
  values: [scope.organizationId, atMost],
});

/** Reads the number of days for which a tier protects customers; without a tier, the default. */
export async function protectionDaysOf(scope: OrgTransaction, tierId: string | null): Promise<number> {
  if (tierId === null) return usualProtectionDays;
  const [tier] = await scope.query<TierRow>(selectTier(scope, tierId));
  return tier?.protection_days ?? usualProtectionDays;
}

/** Validates a tier. @throws 400 that names each invalid field */
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

const createTier = (scope: OrgTransaction, given: ChannelPartnerTier): Promise<TierRow> =>
  createTierRow(scope, requireTier(given));

/** Changes a tier; absent fields keep their value. Existing protections keep their end. */
async function updateTier(scope: OrgTransaction, id: string, given: ChannelPartnerTier): Promise<TierRow> {
  const before = await lockTier(scope, id);
  const values = requireTier({
    name: given.name ?? before.name,
    rank: given.rank ?? before.rank,
    share: given.share ?? Number(before.share),
    protectionDays: given.protectionDays === undefined ? before.protection_days : given.protectionDays,
  });
  return changeTierRow(scope, before, values);
}

/**
 * Deletes a tier.
 * @throws 404 for an unknown tier; 409 while channel partners have the tier
 */
async function deleteTier(scope: OrgTransaction, id: string): Promise<void> {
  const tier = await lockTier(scope, id);
  if (await isTierUsed(scope, id)) throw partnerErrors.channel_partner_tier_in_use();
  await removeTier(scope, tier);
}

const path = '/org/{orgId}/channelPartnerTier';
const pathOfOne = '/org/{orgId}/channelPartnerTier/{channelPartnerTierId}';
const group = 'Partner Relationship Management';
const common = { group, response: ChannelPartnerTier, responseDescription: 'The tier' } as const;
const notFound = partnerErrors.channel_partner_tier_not_found.definition;
const rankTaken = partnerErrors.channel_partner_tier_rank_taken.definition;
const condition = { lock: lockRows(['channel_partner_tier', 'channelPartnerTierId']) };
const ignored = ['id', 'organizationID', 'creationTime', 'lastUpdateTime'];

const reads = [
  route({
    method: 'GET',
    path,
    operationId: 'listChannelPartnerTiers',
    group,
    summary: 'List the tiers of channel partners',
    description: 'In order of creation time and id, not of `rank`.',
    access: 'channelPartners:read',
    query: z.object(pageParameters()),
    response: z.array(ChannelPartnerTier),
    responseDescription: 'The tiers',
    run: {
      kind: 'batch',
      batch: (scope, request) =>
        listBatch(scope, request, {
          table: 'channel_partner_tier',
          columns: tierColumns,
          filters: {},
          encode: encodeTier,
        }),
    },
  }),
  readRoute({
    ...common,
    path: pathOfOne,
    operationId: 'getChannelPartnerTier',
    summary: 'Get a tier of channel partners',
    access: 'channelPartners:read',
    select: (scope, { channelPartnerTierId }) => selectTier(scope, channelPartnerTierId),
    notFound: partnerErrors.channel_partner_tier_not_found,
    encode: encodeTier,
  }),
];

export const tierRoutes = () => [
  ...reads,
  route({
    ...common,
    method: 'POST',
    path,
    operationId: 'createChannelPartnerTier',
    summary: 'Create a tier of channel partners',
    access: 'channelPartners:write',
    body: ChannelPartnerTier,
    serverSetFields: ignored,
    example: { name: 'Gold', rank: 1, share: 20, protectionDays: 120 },
    quota: 'channelPartnerTiers',
    errors: [rankTaken],
    run: {
      kind: 'transaction',
      handle: async (scope, { body }) => ({ body: new RawJson(encodeTier(await createTier(scope, body))) }),
    },
  }),
  route({
    ...common,
    method: 'PATCH',
    path: pathOfOne,
    operationId: 'updateChannelPartnerTier',
    condition,
    summary: 'Change a tier of channel partners',
    description: 'Absent fields keep their value. Existing protections keep their end.',
    access: 'channelPartners:write',
    body: ChannelPartnerTier,
    serverSetFields: ignored,
    requiredFields: ['name', 'rank', 'share'],
    example: { share: 25 },
    errors: [notFound, rankTaken],
    run: {
      kind: 'transaction',
      handle: async (scope, { params, body }) => ({
        body: new RawJson(encodeTier(await updateTier(scope, params.channelPartnerTierId, body))),
      }),
    },
  }),
  route({
    method: 'DELETE',
    path: pathOfOne,
    operationId: 'deleteChannelPartnerTier',
    condition,
    group,
    summary: 'Delete a tier of channel partners',
    description: 'Rejected while channel partners have the tier.',
    access: 'channelPartners:write',
    response: z.string(),
    responseDescription: 'The id of the tier',
    errors: [notFound, partnerErrors.channel_partner_tier_in_use.definition],
    run: {
      kind: 'transaction',
      handle: async (scope, { params }) => {
        await deleteTier(scope, params.channelPartnerTierId);
        return { body: params.channelPartnerTierId };
      },
    },
  }),
];
