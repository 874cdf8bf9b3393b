import { z } from 'zod';
import type { AdapterRegistry } from '../../marketplaces/index.ts';
import { RawJson, route } from '../../platform/http/route.ts';
import { listPlan } from '../../platform/lists/list-answer.ts';
import { pageParameters } from '../../platform/lists/pagination.ts';
import { encodeEntitlement, encodeTerm, termColumns } from '../columns.ts';
import { type AddonTemplate, applyAddon } from '../commands/index.ts';
import { entitlementErrors } from '../errors.ts';
import { addonRequestExample, entitlementExample, termExample } from '../examples.ts';
import { BillingAddonRecord, WorkloadEntitlement, WorkloadEntitlementTerm } from '../records.ts';
import { signupRoutes } from '../signups/index.ts';
import { selectEntitlement } from '../store.ts';
import { selectTerm } from '../terms/index.ts';
import { approvalErrors } from './answer.ts';
import { changeRoutes } from './changes.ts';
import { commandRoutes } from './commands.ts';
import { listRoutes } from './lists.ts';
import { termRoutes } from './terms.ts';

export type EntitlementRouteDeps = { registry: AdapterRegistry; addonTemplate: AddonTemplate };

const getEntitlement = route({
  method: 'GET',
  path: '/org/{orgId}/entitlement/{entitlementId}',
  operationId: 'getEntitlement',
  group: 'Entitlement',
  summary: 'Get an entitlement',
  access: 'entitlements:read',
  response: WorkloadEntitlement,
  responseExample: entitlementExample,
  responseDescription: 'The entitlement',
  errors: [entitlementErrors.entitlement_not_found.definition],
  run: {
    kind: 'plan',
    plan: (scope, request) => ({
      statements: [selectEntitlement(scope, request.params.entitlementId)],
      respond: ([rows]) => {
        const row = rows?.[0];
        if (!row) throw entitlementErrors.entitlement_not_found();
        return { body: new RawJson(encodeEntitlement(row)) };
      },
    }),
  },
});

const getTerm = route({
  method: 'GET',
  path: '/org/{orgId}/entitlement/{entitlementId}/entitlementTerm/{entitlementTermId}',
  operationId: 'getEntitlementTerm',
  group: 'Entitlement',
  summary: 'Get an entitlement term',
  access: 'entitlements:read',
  response: WorkloadEntitlementTerm,
  responseExample: termExample,
  responseDescription: 'The term',
  errors: [entitlementErrors.entitlement_term_not_found.definition],
  run: {
    kind: 'plan',
    plan: (scope, { params }) => ({
      statements: [selectTerm(scope, params.entitlementId, params.entitlementTermId)],
      respond: ([rows]) => {
        const row = rows?.[0];
        if (!row) throw entitlementErrors.entitlement_term_not_found();
        return { body: new RawJson(encodeTerm(row)) };
      },
    }),
  },
});

const termListParameters = z.object(pageParameters());

const listTerms = route({
  method: 'GET',
  path: '/org/{orgId}/entitlement/{entitlementId}/entitlementTerm',
  operationId: 'listEntitlementTerms',
  group: 'Entitlement',
  summary: 'List the terms of an entitlement',
  description: 'In order of creation time and id.',
  access: 'entitlements:read',
  query: termListParameters,
  response: z.array(WorkloadEntitlementTerm),
  responseDescription: 'The terms, oldest first',
  errors: [entitlementErrors.entitlement_not_found.definition],
  run: {
    kind: 'plan',
    plan: (scope, request) => {
      const id = request.params.entitlementId;
      return listPlan(scope, request, {
        table: 'entitlement_term',
        columns: termColumns.map(([, column]) => column),
        filters: { entitlement_id: id },
        encode: encodeTerm,
        under: {
          statement: selectEntitlement(scope, id),
          missing: () => entitlementErrors.entitlement_not_found(),
        },
      });
    },
  },
});

const addonRoute = (
  { addonTemplate }: EntitlementRouteDeps,
  {
    verb,
    ...own
  }: { verb: 'addon' | 'applyAddon'; operationId: string; summary: string; description: string },
) =>
  route({
    ...own,
    method: 'POST',
    path: `/org/{orgId}/entitlement/{entitlementId}/${verb}`,
    group: 'Entitlement',
    access: 'entitlements:write',
    body: BillingAddonRecord,
    example: addonRequestExample,
    bodyRequired: true,
    response: WorkloadEntitlement,
    responseDescription: 'The entitlement after the change',
    errors: [
      entitlementErrors.entitlement_not_found.definition,
      entitlementErrors.entitlement_not_active.definition,
      entitlementErrors.addon_exists.definition,
      ...approvalErrors,
    ],
    run: {
      kind: 'transaction',
      handle: (scope, request) =>
        applyAddon(scope, addonTemplate, request.params.entitlementId, request.body),
    },
  });

const whatAddonsAre =
  'The entitlement must be ACTIVE. Each call adds one addon. Where its id is that of an addon template, name, ' +
  'description and amount that are absent are those of the template.';

const addonRoutes = (deps: EntitlementRouteDeps) => [
  addonRoute(deps, {
    verb: 'addon',
    operationId: 'applyAddonToEntitlement',
    summary: 'Apply an addon to an entitlement',
    description:
      `${whatAddonsAre} A client that puts \`..\` in the place of the entitlement makes a template of it: ` +
      '`…/applyAddon` cannot be mistaken so.',
  }),
  addonRoute(deps, {
    verb: 'applyAddon',
    operationId: 'applyAddon',
    summary: 'Apply an addon to an entitlement, at a path of its own',
    description: whatAddonsAre,
  }),
];

export const entitlementRoutes = (deps: EntitlementRouteDeps) => [
  ...listRoutes(),
  getEntitlement,
  listTerms,
  getTerm,
  ...addonRoutes(deps),
  ...commandRoutes(deps),
  ...changeRoutes(),
  ...termRoutes(),
  ...signupRoutes(),
];
