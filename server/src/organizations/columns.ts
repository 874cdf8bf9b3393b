import type { Row } from '../platform/database/statement.ts';
import { columnList, type FieldColumn, recordEncoder } from '../platform/records/encode.ts';
import { mask } from '../platform/secrets/mask.ts';
import { configurationDefaults } from './configuration/defaults.ts';

/** Where each stored field of an organization lies; `info` is shown with its defaults. */
export const organizationColumns: readonly FieldColumn[] = [
  ['id', 'organization_id', 'text'],
  ['name', 'name', 'text'],
  ['description', 'description', 'text'],
  ['website', 'website', 'text'],
  ['emailDomain', 'email_domain', 'text'],
  ['environment', 'environment', 'text'],
  ['type', 'type', 'text'],
  ['status', 'status', 'text'],
  ['allowedAuthMethods', 'allowed_auth_methods', 'texts'],
  ['authID', 'auth_id', 'text'],
  ['createdBy', 'created_by', 'text'],
  ['expireAt', 'expire_at', 'time', 'nullable'],
  ['info', 'shown_info', 'json'],
  ['creationTime', 'creation_time', 'time'],
  ['lastUpdateTime', 'last_update_time', 'time'],
  ['partners', 'partners', 'texts'],
  ['userRole', 'role', 'text'],
  ['permissions', 'permissions', 'texts'],
  ['userID', 'user_id', 'text'],
  ['userName', 'user_name', 'text'],
  ['userEmail', 'user_email', 'text'],
  ['joinOrganizationTime', 'join_time', 'time'],
];

/** Made for the answer: of the settings, or of the caller. */
const made = [
  'shown_info',
  'partners',
  'role',
  'permissions',
  'user_id',
  'user_name',
  'user_email',
  'join_time',
];
const stored = organizationColumns.filter(([, column]) => !made.includes(column));
export const organizationColumnList = `${columnList(stored, 'o')}, o.info`;

const encode = recordEncoder(organizationColumns);

/** An organization's row with the defaults of its settings filled in and secrets masked. */
export const encodeOrganization = (row: Row): string =>
  encode({ ...row, shown_info: JSON.stringify(showInfo(JSON.parse(row.info as string))) });

type Json = Record<string, unknown>;

/** The settings with the defaults that the specification states, and stars in place of secrets. */
export function showInfo(info: Json): Json {
  const filled = Object.entries(configurationDefaults).map(([name, defaults]) => [
    name,
    { ...defaults, ...(info[name] as Json | undefined) },
  ]);
  return mask({ ...info, ...Object.fromEntries(filled) }) as Json;
}
