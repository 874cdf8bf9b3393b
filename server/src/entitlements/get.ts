import { z } from 'zod';
import { readRoute } from '../platform/http/read-route.ts';
import { RawJson, route } from '../platform/http/route.ts';
import { listUnderRoute } from '../platform/lists/list-under.ts';
import { pageParameters } from '../platform/lists/pagination.ts';
import { encodeTerm, termColumns } from './columns.ts';
import { entitlementErrors } from './errors.ts';
import { entitlementExample, termExample } from './examples.ts';
import type { EntitlementPages } from './page-links.ts';
import { WorkloadEntitlement, WorkloadEntitlementTerm } from './records.ts';
import { selectEntitlement, selectShownEntitlement } from './store.ts';
import { selectTerm } from './terms/index.ts';

export const getEntitlement = ({ pages }: { pages: EntitlementPages }) =>
  route({
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
      kind: 'batch',
      batch: (scope, { params }) => ({
        statements: [selectShownEntitlement(scope, params.entitlementId)],
        respond: ([rows]) => {
          const row = rows?.[0];
          if (!row) throw entitlementErrors.entitlement_not_found();
          return { body: new RawJson(pages.show(scope, row)) };
        },
      }),
    },
  });

export const getTerm = readRoute({
  path: '/org/{orgId}/entitlement/{entitlementId}/entitlementTerm/{entitlementTermId}',
  operationId: 'getEntitlementTerm',
  group: 'Entitlement',
  summary: 'Get an entitlement term',
  access: 'entitlements:read',
  response: WorkloadEntitlementTerm,
  responseExample: termExample,
  responseDescription: 'The term',
  select: (scope, { entitlementId, entitlementTermId }) =>
    selectTerm(scope, entitlementId, entitlementTermId),
  notFound: entitlementErrors.entitlement_term_not_found,
  encode: encodeTerm,
});

export const listTerms = listUnderRoute({
  path: '/org/{orgId}/entitlement/{entitlementId}/entitlementTerm',
  operationId: 'listEntitlementTerms',
  group: 'Entitlement',
  summary: 'List the terms of an entitlement',
  description: 'In order of creation time and id.',
  access: 'entitlements:read',
  query: z.object(pageParameters()),
  response: z.array(WorkloadEntitlementTerm),
  responseDescription: 'The terms, oldest first',
  parent: {
    select: (scope, { entitlementId }) => selectEntitlement(scope, entitlementId),
    missing: entitlementErrors.entitlement_not_found,
  },
  list: (_scope, { params }) => ({
    table: 'entitlement_term',
    columns: termColumns.map(([, column]) => column),
    filters: { entitlement_id: params.entitlementId },
    encode: encodeTerm,
  }),
});
