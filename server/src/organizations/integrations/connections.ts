import type { Logger } from 'pino';
import {
  type AdapterRegistry,
  type Call,
  type Connections,
  type Connectors,
  createConnections,
  createRates,
  type Integration,
} from '../../marketplaces/index.ts';
import type { InOrganization, OrgTransaction, ReadInOrganization } from '../../platform/access/scope.ts';
import { columns, defineStatement } from '../../platform/database/define-statement.ts';
import type { Statement } from '../../platform/database/statement.ts';
import type { NewId } from '../../platform/ids.ts';
import type { Vault } from '../../platform/secrets/encryption.ts';
import { createNoteCall } from './health.ts';
import { decryptSettings, secretsOf, withoutExternalId } from './settings.ts';
import { ensureExternalId } from './setup.ts';
import { type IntegrationRow, isThere, lockIntegration, recordIntegration, withSettings } from './store.ts';
import { longestMessage } from './verify.ts';

export type ConnectionsDeps = {
  inOrganization: InOrganization;
  readInOrganization: ReadInOrganization;
  vault: Vault;
  newId: NewId;
  randomBytes: (size: number) => Buffer;
  /** The wall clock. */
  now: () => Date;
  wake: () => void;
  log: Logger;
  connectors: Connectors;
  /** Counts the calls. */
  onCall: (partner: string, call: Call) => void;
};

/**
 * Creates the connections of PROD organizations. Each call reads its integration again, so that changed
 * settings apply immediately.
 */
export function createIntegrationConnections(deps: ConnectionsDeps): Connections {
  const noteCall = createNoteCall(deps);
  const noteUnauthorized = createNoteUnauthorized(deps);
  return createConnections({
    connectors: deps.connectors,
    now: deps.now,
    rateOf: createRates(deps),
    read: (organizationId, partner) => read(deps, organizationId, partner),
    noteUnauthorized: (integration, words) =>
      noteUnauthorized(integration, words).catch((error) => {
        deps.log.warn({ err: error }, 'could not record that a marketplace refused the credentials');
        return 'NOTED';
      }),
    noteCall: async (integration, call) => {
      deps.onCall(integration.partner, call);
      // The response stays valid if recording the health of the call fails.
      await noteCall(integration, call).catch((error) =>
        deps.log.warn({ err: error }, 'could not record the health of a call to a marketplace'),
      );
    },
  });
}

type ConnectionRow = {
  id: string;
  sequence: number;
  sealed_settings: string | null;
  external_id: string | null;
};

async function read(
  { inOrganization, readInOrganization, newId, randomBytes, vault }: ConnectionsDeps,
  organizationId: string,
  partner: string,
): Promise<Integration | undefined> {
  const { readTime, found } = await readInOrganization(organizationId, [
    selectConnection(organizationId, partner),
  ]);
  const row = found[0]?.[0] as ConnectionRow | undefined;
  if (!row) return undefined;
  const externalId =
    row.external_id ??
    (await inOrganization(organizationId, newId('req'), (scope) =>
      ensureExternalId(scope, randomBytes, partner),
    ));
  const { id, sequence, sealed_settings } = row;
  const place = { organization_id: organizationId, partner, service: 'MARKETPLACE', sealed_settings };
  return {
    organizationId,
    partner,
    id,
    sequence,
    externalId,
    readTime,
    sealedSettings: sealed_settings,
    open: () => {
      const settings = decryptSettings(vault, place);
      return { settings: withoutExternalId(settings), secrets: secretsOf(settings) };
    },
  };
}

const selectConnection = (organizationId: string, partner: string): Statement => ({
  name: 'select_connection',
  text: `SELECT i.id, i.sequence, i.sealed_settings, x.external_id
         FROM integration i LEFT JOIN integration_external_id x
           ON x.organization_id = i.organization_id AND x.partner = i.partner
         WHERE i.organization_id = $1 AND i.partner = $2 AND i.service = 'MARKETPLACE' AND ${isThere}`,
  values: [organizationId, partner],
});

type Deps = { inOrganization: InOrganization; newId: NewId; wake: () => void };

/**
 * Records, once, that a marketplace rejects the credentials of an integration: NOT_VERIFIED, with an event.
 * @returns OVERTAKEN when the settings have changed, or were verified, since the caller read them
 */
const createNoteUnauthorized =
  ({ inOrganization, newId, wake }: Deps) =>
  async (integration: Integration, words: string): Promise<'NOTED' | 'OVERTAKEN'> => {
    const noted = await inOrganization(integration.organizationId, newId('req'), async (scope) => {
      const before = await lockIntegration(scope, integration.partner, 'MARKETPLACE');
      if (!before || isOvertaken(before, integration)) return 'OVERTAKEN';
      if (before.status === 'NOT_VERIFIED') return 'KNOWN';
      await refuse(scope, before, words);
      return 'NOTED';
    });
    if (noted === 'NOTED') wake();
    return noted === 'OVERTAKEN' ? 'OVERTAKEN' : 'NOTED';
  };

async function refuse(scope: OrgTransaction, before: IntegrationRow, words: string): Promise<void> {
  const row = await updateRefused(scope, before.id, words);
  await scope.query(recordIntegration(scope, 'UPDATE', row, before));
}

/**
 * Decides whether a job should wait, in the transaction in which the wait begins. In PROD the failed call has
 * set NOT_VERIFIED; if the integration is no longer NOT_VERIFIED, the job is retried. In TEST this function
 * records the rejection.
 */
export const onUnauthorized: NonNullable<AdapterRegistry['onUnauthorized']> = async (
  scope,
  partner,
  error,
) => {
  const integration = await lockIntegration(scope, partner, 'MARKETPLACE');
  if (!integration || integration.status === 'NOT_VERIFIED') return true;
  if (scope.environment !== 'TEST') return false;
  await refuse(scope, integration, error.readable);
  return true;
};

const isOvertaken = (row: IntegrationRow, { id, sealedSettings, readTime }: Integration): boolean =>
  row.id !== id ||
  row.sealed_settings !== sealedSettings ||
  (row.status === 'VERIFIED' && row.last_verify_time !== null && new Date(row.last_verify_time) > readTime);

const refusal = defineStatement(
  'update_integration_refused',
  {
    key: columns('integration', ['organization_id', 'id']),
    integration: columns('integration', ['status_message', 'last_updated_by', 'last_update_time']),
  },
  ({ key, integration }) => `UPDATE integration i SET ${integration.set}, status = 'NOT_VERIFIED',
      sequence = i.sequence + 1
    WHERE ${key.equals('i')} RETURNING ${withSettings}`,
);

/** Records that a call was rejected, regardless of the last verification. */
async function updateRefused(scope: OrgTransaction, id: string, words: string): Promise<IntegrationRow> {
  const [row] = await scope.query<IntegrationRow>(
    refusal({
      key: { organization_id: scope.organizationId, id },
      integration: {
        status_message: words.slice(0, longestMessage),
        last_updated_by: scope.actor.id,
        last_update_time: scope.now,
      },
    }),
  );
  return row as IntegrationRow;
}
