import type { OrgScope, OrgTransaction } from '../../platform/access/scope.ts';
import { insertInto } from '../../platform/database/define-statement.ts';
import type { RowOf } from '../../platform/database/rows.ts';
import type { Row, Statement } from '../../platform/database/statement.ts';
import { createEntityEvents } from '../../platform/events/entity-events.ts';
import {
  type ColumnsOf,
  columnList,
  type FieldColumn,
  type FieldsIn,
  fieldNames,
  narrowRecord,
  recordEncoder,
} from '../../platform/records/encode.ts';
import type { ClientType } from './records.ts';

const stored = [
  ['id', 'id', 'text'],
  ['organizationID', 'organization_id', 'text'],
  ['name', 'name', 'text'],
  ['description', 'description', 'text'],
  ['role', 'role', 'text'],
  ['type', 'type', 'text'],
  ['channelPartnerId', 'channel_partner_id', 'text'],
  ['previousSecretExpireTime', 'previous_until', 'time'],
  ['homeOrganizationID', 'home_organization_id', 'text'],
  ['organizationIDs', 'organization_ids', 'texts'],
  ['createdBy', 'created_by', 'text'],
  ['creationTime', 'creation_time', 'time'],
  ['lastUpdateTime', 'last_update_time', 'time'],
] as const satisfies FieldsIn<'organization_client'>;

/**
 * A client as shown to one organization. The row comes from a view, so PostgreSQL reports its columns as
 * nullable.
 */
export type ClientRow = RowOf<
  'organization_client',
  ColumnsOf<typeof stored>,
  {
    organization_id: string;
    id: string;
    name: string;
    role: string;
    type: ClientType;
    home_organization_id: string;
    organization_ids: string[];
    creation_time: string;
    last_update_time: string;
  }
>;

export const clientColumns = stored.map(([, column]) => column);
const clientColumnList = columnList(stored, 'c');

/** The fields with the same value for every client. */
const constant = { provider: 'tradepost' };
const read = [...stored, ['provider', 'provider', 'text']] as const satisfies readonly FieldColumn[];
export const clientFields = fieldNames(read);
const encode = recordEncoder([...read, ['secret', 'secret', 'text']]);

/**
 * Encodes a client as JSON.
 * @param secret only for the response that contains the secret
 */
export const encodeClient = (row: Row, secret?: string): string => encode({ ...row, ...constant, secret });

/** Encodes some fields of a client. */
export function narrowClient(fields: readonly string[]): (row: Row) => string {
  const { encode: encodeSome } = narrowRecord(read, fields);
  return (row) => encodeSome({ ...row, ...constant });
}

export const selectClient = (scope: OrgScope, id: string): Statement => ({
  name: 'select_api_client',
  text: `SELECT ${clientColumnList} FROM organization_client c WHERE c.organization_id = $1 AND c.id = $2`,
  values: [scope.organizationId, id],
});

export const findClient = async (scope: OrgTransaction, id: string): Promise<ClientRow | undefined> =>
  (await scope.query<ClientRow>(selectClient(scope, id)))[0];

export const countClients = (scope: OrgScope, atMost: number): Statement => ({
  name: 'count_api_clients',
  text: `SELECT count(*) AS used FROM (
           SELECT FROM organization_client c WHERE c.organization_id = $1 LIMIT $2) AS counted`,
  values: [scope.organizationId, atMost],
});

const nextOf = insertInto(
  'next_api_client_sequence',
  'api_client_sequence',
  ['organization_id', 'api_client_id'],
  {
    alias: 's',
    others: { sequence: '1' },
    after: `ON CONFLICT (organization_id, api_client_id) DO UPDATE SET sequence = s.sequence + 1
            RETURNING s.sequence`,
  },
);

/**
 * Counts the client's next event in this organization. The counter's row lock serializes changes of one
 * client there.
 */
export async function nextSequence(scope: OrgTransaction, id: string): Promise<number> {
  const [row] = await scope.query<RowOf<'api_client_sequence', 'sequence'>>(
    nextOf({ organization_id: scope.organizationId, api_client_id: id }),
  );
  return row?.sequence as number;
}

const events = createEntityEvents<ClientRow>('API_CLIENT', encodeClient);

/**
 * Records the event of a change.
 * @param after the client after the change; absent when it is removed from the organization
 */
export const recordChange = (
  scope: OrgTransaction,
  action: string,
  sequence: number,
  before: ClientRow | undefined,
  after: ClientRow | undefined,
): Promise<Row[]> => {
  const last = (after ?? before) as ClientRow;
  return scope.query(events.record(scope, action, { ...last, sequence }, before));
};

/**
 * Inserts a client. The application changes clients through database functions only, which act in the scope's
 * organization.
 */
export const insertClient = (
  scope: OrgScope,
  client: Pick<ClientRow, 'id' | 'name' | 'description' | 'role' | 'type'> & { secretHash: Buffer },
): Statement => ({
  name: 'create_api_client',
  text: 'SELECT create_api_client($1, $2, $3, $4, $5, $6, $7, $8) AS done',
  values: [
    client.id,
    client.name,
    client.description,
    client.role,
    client.secretHash,
    scope.actor.type === 'SERVICE' ? null : scope.actor.id,
    scope.now,
    client.type,
  ],
});

export const updateClient = (
  scope: OrgScope,
  client: Pick<ClientRow, 'id' | 'name' | 'description' | 'role'>,
): Statement => ({
  name: 'change_api_client',
  text: 'SELECT change_api_client($1, $2, $3, $4, $5) AS done',
  values: [client.id, client.name, client.description, client.role, scope.now],
});

export const replaceSecret = (
  scope: OrgScope,
  id: string,
  secretHash: Buffer,
  overlapHours: number,
): Statement => ({
  name: 'rotate_api_client',
  text: `SELECT rotate_api_client($1, $2, $3 * interval '1 hour', $4) AS done`,
  values: [id, secretHash, overlapHours, scope.now],
});

export const removeClient = (id: string): Statement => ({
  name: 'delete_api_client',
  text: 'SELECT delete_api_client($1) AS done',
  values: [id],
});

export const grantClient = (scope: OrgScope, id: string, role: string): Statement => ({
  name: 'grant_api_client',
  text: 'SELECT grant_api_client($1, $2, $3) AS granted',
  values: [id, role, scope.now],
});

export const revokeClient = (id: string): Statement => ({
  name: 'revoke_api_client',
  text: 'SELECT revoke_api_client($1) AS done',
  values: [id],
});
