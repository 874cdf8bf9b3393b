import type { OrgScope } from '../platform/access/scope.ts';
import type { ColumnOf, RowOf } from '../platform/database/rows.ts';
import type { Row, Statement } from '../platform/database/statement.ts';
import { createEntityEvents } from '../platform/events/entity-events.ts';
import { type ColumnsOf, columnList, type FieldColumn, recordEncoder } from '../platform/records/encode.ts';
import { mask } from '../platform/secrets/mask.ts';
import { configurationDefaults } from './configuration/define.ts';
import type { OrganizationStatus } from './states.ts';

/** The columns that are computed for the response, from the settings or for the caller. */
const made = [
  'shown_info',
  'partners',
  'role',
  'permissions',
  'user_id',
  'user_name',
  'user_email',
  'join_time',
  'channel_partner_id',
] as const;
type ComputedColumn = (typeof made)[number];

/** The columns that store the fields of an organization; `info` is returned with its defaults. */
const organizationColumns = [
  ['id', 'organization_id', 'text'],
  ['name', 'name', 'text'],
  ['description', 'description', 'text'],
  ['website', 'website', 'text'],
  ['emailDomain', 'email_domain', 'text'],
  ['environment', 'environment', 'text'],
  ['type', 'type', 'text'],
  ['status', 'status', 'text'],
  ['allowedAuthMethods', 'allowed_auth_methods', 'texts'],
  ['requireSecondFactor', 'require_second_factor', 'json'],
  ['authID', 'auth_id', 'text'],
  ['createdBy', 'created_by', 'text'],
  ['expireAt', 'expire_at', 'time', 'nullable'],
  ['info', 'shown_info', 'json'],
  ['creationTime', 'creation_time', 'time'],
  ['lastUpdateTime', 'last_update_time', 'time'],
  ['partners', 'partners', 'texts'],
  ['userRole', 'role', 'text'],
  ['permissions', 'permissions', 'texts'],
  ['channelPartnerId', 'channel_partner_id', 'text'],
  ['userID', 'user_id', 'text'],
  ['userName', 'user_name', 'text'],
  ['userEmail', 'user_email', 'text'],
  ['joinOrganizationTime', 'join_time', 'time'],
] as const satisfies readonly FieldColumn<ColumnOf<'organization'> | ComputedColumn>[];

/** An organization as the database stores it; `info` is JSON text. */
export type StoredOrganization = RowOf<
  'organization',
  Exclude<ColumnsOf<typeof organizationColumns>, ComputedColumn> | 'info',
  { status: OrganizationStatus }
>;

const stored = organizationColumns.filter(([, column]) => !made.some((other) => other === column));
export const organizationColumnList = `${columnList(stored, 'o')}, o.info`;

const encode = recordEncoder(organizationColumns);

/** Encodes an organization, with the defaults of its settings filled in and secrets masked. */
export const encodeOrganization = (row: Row & Pick<StoredOrganization, 'info'>): string =>
  encode({ ...row, shown_info: JSON.stringify(showInfo(JSON.parse(row.info))) });

/**
 * The columns that are returned to people of a channel partner and to a session without the required second
 * factor: a closed list, without settings.
 */
const shownInBrief = [
  'organization_id',
  'name',
  'environment',
  'status',
  'require_second_factor',
  'creation_time',
  'last_update_time',
  'role',
  'permissions',
  'user_id',
  'user_name',
  'user_email',
  'join_time',
  'channel_partner_id',
];
export const encodeInBrief = recordEncoder(
  organizationColumns.filter(([, column]) => shownInBrief.includes(column)),
);

const events = createEntityEvents<StoredOrganization & { id: string }>('ORGANIZATION', encodeOrganization);
const withId = <R extends StoredOrganization>(row: R): R & { id: string } => ({
  ...row,
  id: row.organization_id,
});

/** The event of a change of the organization itself. */
export const recordOrganization = (
  scope: OrgScope,
  action: string,
  row: StoredOrganization & RowOf<'organization', 'sequence'>,
  before?: StoredOrganization,
): Statement => events.record(scope, action, withId(row), before && withId(before));

type Json = Record<string, unknown>;

/** The settings with the defaults of the specification and masked secrets. */
export function showInfo(info: Json): Json {
  const filled = Object.entries(configurationDefaults).map(([name, defaults]) => [
    name,
    { ...defaults, ...(info[name] as Json | undefined) },
  ]);
  return mask({ ...info, ...Object.fromEntries(filled) }) as Json;
}
