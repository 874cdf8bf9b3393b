import { z } from 'zod';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { readRoute } from '../../platform/http/read-route.ts';
import { RawJson, route } from '../../platform/http/route.ts';
import { listBatch } from '../../platform/lists/list-answer.ts';
import { pageParameters } from '../../platform/lists/pagination.ts';
import { type SetupDeps, setupRoute, verificationRoute } from './connection-routes.ts';
import { integrationErrors } from './errors.ts';
import { group, type InPath, nameOf, one } from './path.ts';
import { IdentityIntegration, serverOwned } from './records.ts';
import { changeIntegration, createIntegration, deleteIntegration } from './service.ts';
import { encodeIntegration, integrationColumns, lockIntegration, selectIntegration } from './store.ts';
import { type VerificationDeps, verifyIntegration } from './verification.ts';

export type IntegrationDeps = VerificationDeps & SetupDeps;

const listRoute = route({
  method: 'GET',
  path: '/org/{orgId}/integration',
  operationId: 'listIntegrations',
  group,
  summary: 'List the integrations of the organization',
  access: 'integrations:read',
  query: z.object(pageParameters()),
  response: z.array(IdentityIntegration),
  responseDescription: 'The integrations, with stars in place of secrets',
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

const getRoute = readRoute({
  ...one,
  operationId: 'getIntegration',
  summary: 'Get an integration',
  access: 'integrations:read',
  response: IdentityIntegration,
  responseDescription: 'The integration, with stars in place of secrets',
  select: (scope, params) => {
    const { partner, service } = nameOf({ params });
    return selectIntegration(scope, partner, service);
  },
  missing: integrationErrors.integration_not_found,
  encode: encodeIntegration,
});

const createRoute = (deps: IntegrationDeps) =>
  route({
    method: 'POST',
    path: '/org/{orgId}/integration',
    operationId: 'createIntegration',
    group,
    summary: 'Connect the organization to a service of a partner',
    description: 'One for each partner and service. Secrets are encrypted and cannot be read again.',
    access: 'integrations:write',
    body: IdentityIntegration,
    bodyRequired: true,
    ignored: serverOwned,
    response: IdentityIntegration,
    responseDescription: 'The integration, with stars in place of secrets',
    errors: [integrationErrors.integration_exists.definition],
    run: {
      kind: 'transaction',
      handle: async (scope, request) => ({
        body: new RawJson(encodeIntegration(await createIntegration(scope, deps, request.body))),
      }),
    },
  });

const lockIntegrationOfPath = async (scope: OrgTransaction, params: InPath): Promise<void> => {
  const { partner, service } = nameOf({ params });
  await lockIntegration(scope, partner, service);
};

const changeRoute = (deps: IntegrationDeps) =>
  route({
    ...one,
    method: 'PATCH',
    operationId: 'updateIntegration',
    condition: { lock: lockIntegrationOfPath },
    summary: 'Change the settings or credentials of an integration',
    description:
      'Absent fields stay, maps merge by key and a null removes its key. Stars that are sent back stand for the secret ' +
      'that is stored. Changed settings have to be verified again.',
    access: 'integrations:write',
    body: IdentityIntegration,
    bodyRequired: true,
    ignored: [...serverOwned, 'partner', 'service'],
    response: IdentityIntegration,
    responseDescription: 'The integration, with stars in place of secrets',
    run: {
      kind: 'transaction',
      handle: async (scope, request) => {
        const row = await changeIntegration(scope, deps, nameOf(request), request.body);
        return { body: new RawJson(encodeIntegration(row)) };
      },
    },
  });

const deleteRoute = route({
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

const verifyRoute = (deps: IntegrationDeps) =>
  route({
    ...one,
    method: 'POST',
    path: `${one.path}/verify`,
    operationId: 'verifyIntegration',
    summary: 'Ask the partner whether it takes the credentials',
    description:
      'The status says it too: VERIFIED or NOT_VERIFIED. In TEST the sandbox takes any credentials.',
    access: 'integrations:write',
    response: z.boolean(),
    responseDescription: 'Whether the partner takes them',
    errors: [...one.errors, integrationErrors.integration_changed.definition],
    run: {
      kind: 'outside',
      handle: async (context, request) => ({
        body: await verifyIntegration(context, deps, nameOf(request)),
      }),
    },
  });

/** Integrations: one for each partner and service, with encrypted secrets. */
export const integrationRoutes = (deps: IntegrationDeps) => [
  listRoute,
  createRoute(deps),
  getRoute,
  changeRoute(deps),
  deleteRoute,
  verifyRoute(deps),
  verificationRoute,
  setupRoute(deps),
];
