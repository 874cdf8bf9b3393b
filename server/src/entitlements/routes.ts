import { z } from 'zod';
import { Partner } from '../marketplaces/index.ts';
import { normalizeCrmId } from '../offers/index.ts';
import { listPlan } from '../platform/list-plan.ts';
import { pageParameters } from '../platform/pagination.ts';
import { RawJson, route } from '../platform/route.ts';
import { type AddonTemplate, applyAddon } from './addon.ts';
import { encodeEntitlement, encodeTerm, entitlementColumns, termColumns } from './columns.ts';
import { entitlementErrors } from './errors.ts';
import { addonRequestExample, entitlementExample, termExample } from './examples.ts';
import {
  BillingAddonRecord,
  EntitlementStatus,
  WorkloadEntitlement,
  WorkloadEntitlementTerm,
} from './records.ts';
import { selectEntitlement, selectTerm } from './store.ts';

export type EntitlementRouteDeps = { addonTemplate: AddonTemplate };

const text = (description: string) => z.string().max(200).optional().meta({ description });

const listParameters = z.object({
  offerId: text('Only entitlements under this offer'),
  productId: text('Only entitlements to this product'),
  buyerId: text('Only entitlements of this buyer'),
  partner: Partner.optional(),
  status: EntitlementStatus.optional(),
  externalId: text('Only the entitlement that the marketplace knows by this id'),
  crmCOpportunityId: text('Only entitlements linked to this opportunity of CRM C'),
  ...pageParameters(),
});

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
      statements: [selectEntitlement(scope, request.params.entitlementId as string)],
      respond: ([rows]) => {
        const row = rows?.[0];
        if (!row) throw entitlementErrors.entitlement_not_found();
        return { body: new RawJson(encodeEntitlement(row)) };
      },
    }),
  },
});

const listEntitlements = route({
  method: 'GET',
  path: '/org/{orgId}/entitlement',
  operationId: 'listEntitlements',
  group: 'Entitlement',
  summary: 'List entitlements',
  description: 'In order of creation time and id. Deleted entitlements are shown when asked for by status.',
  access: 'entitlements:read',
  query: listParameters,
  response: z.array(WorkloadEntitlement),
  responseDescription: 'The entitlements',
  run: {
    kind: 'plan',
    plan: (scope, request) => {
      const { query } = request;
      const filters = {
        offer_id: query.offerId,
        product_id: query.productId,
        buyer_id: query.buyerId,
        partner: query.partner,
        status: query.status,
        external_id: query.externalId,
        crm_c_opportunity_id: query.crmCOpportunityId && normalizeCrmId(query.crmCOpportunityId),
      };
      return listPlan(scope, request, {
        table: 'entitlement',
        columns: entitlementColumns.map(([, column]) => column),
        filters,
        hiddenStatus: 'DELETED',
        encode: encodeEntitlement,
      });
    },
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
      statements: [selectTerm(scope, params.entitlementId as string, params.entitlementTermId as string)],
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
      const id = request.params.entitlementId as string;
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

const postAddon = ({ addonTemplate }: EntitlementRouteDeps) =>
  route({
    method: 'POST',
    path: '/org/{orgId}/entitlement/{entitlementId}/addon',
    operationId: 'applyAddonToEntitlement',
    group: 'Entitlement',
    summary: 'Apply an addon to an entitlement',
    description:
      'The entitlement must be ACTIVE. Each call adds one addon. Where its id is that of an addon template, name, ' +
      'description and amount that are absent are those of the template.',
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
    ],
    run: {
      kind: 'transaction',
      handle: (scope, request) =>
        applyAddon(scope, addonTemplate, request.params.entitlementId as string, request.body),
    },
  });

export const entitlementRoutes = (deps: EntitlementRouteDeps) => [
  listEntitlements,
  getEntitlement,
  listTerms,
  getTerm,
  postAddon(deps),
];
