import { z } from 'zod';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { invalid } from '../../platform/errors.ts';
import { readRoute } from '../../platform/http/read-route.ts';
import { RawJson, route } from '../../platform/http/route.ts';
import { listBatch } from '../../platform/lists/list-answer.ts';
import { pageParameters } from '../../platform/lists/pagination.ts';
import type { Vault } from '../../platform/secrets/encryption.ts';
import { integrationErrors } from '../errors.ts';
import { chatbotFindings } from './chatbot.ts';
import { group, type IntegrationParams, nameOf, one } from './command.ts';
import { forgetFailures, removeStreams } from './health.ts';
import { IdentityIntegration, serverOwned, usualService } from './records.ts';
import {
  decryptSettings,
  encryptSettings,
  externalIdFindings,
  mergeSettings,
  type Place,
  type Settings,
  showSettings,
} from './settings.ts';
import {
  encodeIntegration,
  type IntegrationRow,
  insertIntegration,
  integrationColumns,
  lockIntegration,
  type Name,
  recordIntegration,
  recordRemovedIntegration,
  removeIntegration,
  requireIntegration,
  type SettingsColumns,
  selectIntegration,
  updateSettings,
} from './store.ts';

/**
 * Creates an integration.
 * @throws 409 when an integration with this partner and service exists
 */
async function createIntegration(
  scope: OrgTransaction,
  { vault }: { vault: Vault },
  body: IdentityIntegration,
): Promise<IntegrationRow> {
  const { partner } = body;
  if (partner === undefined) throw invalid([{ pointer: '/partner', message: 'is required' }]);
  const name = { partner, service: body.service ?? usualService(partner) };
  const { settings, findings } = mergeSettings({ info: {}, credentials: {} }, body);
  findings.push(...chatbotFindings(name.service, settings), ...externalIdFindings(name.service, settings));
  if (findings.length > 0) throw invalid(findings);
  const place = { organization_id: scope.organizationId, ...name };
  const row = await insertIntegration(scope, { ...name, ...toColumns(vault, place, settings) });
  if (!row) throw integrationErrors.integration_exists();
  await scope.query(recordIntegration(scope, 'CREATE', row));
  return row;
}

function toColumns(vault: Vault, place: Place, settings: Settings): SettingsColumns {
  const shown = showSettings(settings);
  return {
    info: JSON.stringify(shown.info),
    credentials: JSON.stringify(shown.credentials),
    sealed_settings: encryptSettings(vault, place, settings),
  };
}

/** Changes the settings of an integration. Changed settings must be verified again. */
async function changeIntegration(
  scope: OrgTransaction,
  { vault }: { vault: Vault },
  name: Name,
  patch: IdentityIntegration,
): Promise<IntegrationRow> {
  const before = await requireIntegration(scope, name);
  const stored = decryptSettings(vault, before);
  const { settings, findings } = mergeSettings(stored, patch);
  findings.push(
    ...chatbotFindings(before.service, settings),
    ...externalIdFindings(before.service, settings),
  );
  if (findings.length > 0) throw invalid(findings);
  const isChanged = JSON.stringify(settings) !== JSON.stringify(stored);
  const row = await updateSettings(scope, before.id, toColumns(vault, before, settings), isChanged);
  if (isChanged) await forgetFailures(scope, row.id);
  await scope.query(recordIntegration(scope, 'UPDATE', row, before));
  return row;
}

async function deleteIntegration(scope: OrgTransaction, name: Name): Promise<string> {
  const row = await requireIntegration(scope, name);
  await removeStreams(scope, row.id);
  await scope.query(removeIntegration(scope, row.id));
  await scope.query(recordRemovedIntegration(scope, row));
  return row.id;
}

export const listIntegrationsRoute = route({
  method: 'GET',
  path: '/org/{orgId}/integration',
  operationId: 'listIntegrations',
  group,
  summary: 'List the integrations of the organization',
  access: 'integrations:read',
  query: z.object(pageParameters()),
  response: z.array(IdentityIntegration),
  responseDescription: 'The integrations, with secrets masked',
  run: {
    kind: 'batch',
    batch: (scope, request) =>
      listBatch(scope, request, {
        table: 'integration',
        columns: integrationColumns,
        filters: {},
        encode: encodeIntegration,
      }),
  },
});

export const getIntegrationRoute = readRoute({
  ...one,
  operationId: 'getIntegration',
  summary: 'Get an integration',
  access: 'integrations:read',
  response: IdentityIntegration,
  responseDescription: 'The integration, with secrets masked',
  select: (scope, params) => {
    const { partner, service } = nameOf({ params });
    return selectIntegration(scope, partner, service);
  },
  notFound: integrationErrors.integration_not_found,
  encode: encodeIntegration,
});

export const createIntegrationRoute = (deps: { vault: Vault }) =>
  route({
    method: 'POST',
    path: '/org/{orgId}/integration',
    operationId: 'createIntegration',
    group,
    summary: 'Connect the organization to a service of a partner',
    description:
      'Each service of a partner can have one integration. Secrets are encrypted and never returned.',
    access: 'integrations:write',
    body: IdentityIntegration,
    serverSetFields: serverOwned,
    response: IdentityIntegration,
    responseDescription: 'The integration, with secrets masked',
    errors: [integrationErrors.integration_exists.definition],
    run: {
      kind: 'transaction',
      handle: async (scope, request) => ({
        body: new RawJson(encodeIntegration(await createIntegration(scope, deps, request.body))),
      }),
    },
  });

const lockIntegrationOfPath = async (scope: OrgTransaction, params: IntegrationParams): Promise<void> => {
  const { partner, service } = nameOf({ params });
  await lockIntegration(scope, partner, service);
};

export const changeIntegrationRoute = (deps: { vault: Vault }) =>
  route({
    ...one,
    method: 'PATCH',
    operationId: 'updateIntegration',
    condition: { lock: lockIntegrationOfPath },
    summary: 'Change the settings or credentials of an integration',
    description:
      'Absent fields keep their value, maps merge by key and a null removes its key. A masked secret that ' +
      'is sent back keeps the stored secret. Changed settings must be verified again.',
    access: 'integrations:write',
    body: IdentityIntegration,
    serverSetFields: [...serverOwned, 'partner', 'service'],
    response: IdentityIntegration,
    responseDescription: 'The integration, with secrets masked',
    run: {
      kind: 'transaction',
      handle: async (scope, request) => {
        const row = await changeIntegration(scope, deps, nameOf(request), request.body);
        return { body: new RawJson(encodeIntegration(row)) };
      },
    },
  });

export const deleteIntegrationRoute = route({
  ...one,
  method: 'DELETE',
  operationId: 'deleteIntegration',
  condition: { lock: lockIntegrationOfPath },
  summary: 'Delete an integration with its credentials',
  access: 'integrations:write',
  response: z.string(),
  responseDescription: 'The identifier of the integration',
  run: {
    kind: 'transaction',
    handle: async (scope, request) => ({ body: await deleteIntegration(scope, nameOf(request)) }),
  },
});
