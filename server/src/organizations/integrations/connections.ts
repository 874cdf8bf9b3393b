import type { Logger } from 'pino';
import {
  type Call,
  type Connections,
  type Connectors,
  createConnections,
  createRates,
  type Integration,
} from '../../marketplaces/index.ts';
import type { InOrganization, ReadInOrganization } from '../../platform/access/scope.ts';
import type { Statement } from '../../platform/database/statement.ts';
import type { NewId } from '../../platform/ids.ts';
import type { Vault } from '../../platform/secrets/encryption.ts';
import { ensureExternalId, withoutExternalId } from './external-ids.ts';
import { createNoteCall } from './health.ts';
import { decryptSettings, secretsOf } from './settings.ts';
import { isThere } from './store.ts';
import { createNoteUnauthorized } from './unauthorized.ts';

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

/** Creates the connections of organizations that sell for real: each call reads its integration anew. */
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
        deps.log.warn(
          { err: error },
          'a marketplace lets an organization in no more, which could not be noted',
        );
        return 'NOTED';
      }),
    noteCall: async (integration, call) => {
      deps.onCall(integration.partner, call);
      // What the marketplace answered holds, whether or not that can be noted.
      await noteCall(integration, call).catch((error) =>
        deps.log.warn({ err: error }, 'how a marketplace fares could not be noted'),
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
