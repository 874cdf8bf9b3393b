import { z } from 'zod';
import { listUnderRoute } from '../../platform/lists/list-under.ts';
import { pageParameters } from '../../platform/lists/pagination.ts';
import { entitlementErrors } from '../errors.ts';
import { selectEntitlement } from '../store.ts';
import { EntitlementRequest, requestExample } from './records.ts';
import { encodeRequest, requestColumns } from './store.ts';

export const listRequests = listUnderRoute({
  path: '/org/{orgId}/entitlement/{entitlementId}/request',
  operationId: 'listEntitlementRequests',
  group: 'Entitlement',
  summary: 'List the changes that the buyer requested',
  description:
    'On marketplaces whose buyers request another plan or quantity (B and C). In order of creation time and id. The setting ' +
    '`buyerRequests` of `organizationConfigInfo` answers requests automatically, or leaves them to the members.',
  access: 'entitlements:read',
  query: z.object(pageParameters()),
  response: z.array(EntitlementRequest),
  responseExample: [requestExample],
  responseDescription: 'The requests, oldest first',
  parent: {
    select: (scope, { entitlementId }) => selectEntitlement(scope, entitlementId),
    missing: entitlementErrors.entitlement_not_found,
  },
  list: (_scope, { params }) => ({
    table: 'entitlement_request',
    columns: requestColumns.map(([, column]) => column),
    filters: { entitlement_id: params.entitlementId },
    encode: encodeRequest,
  }),
});
