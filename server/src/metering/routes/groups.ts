import { z } from 'zod';
import { entitlementErrors } from '../../entitlements/index.ts';
import { Partner } from '../../marketplaces/index.ts';
import { route } from '../../platform/http/route.ts';
import { pageParameters } from '../../platform/lists/pagination.ts';
import { productErrors } from '../../products/index.ts';
import { usageRecordGroupExample } from '../examples.ts';
import { groupTable, listGroups } from '../groups/index.ts';
import { ListUsageRecordGroupsResponse, usageRecordGroupStatuses, usageSources } from '../records.ts';
import { selectOwner } from '../store.ts';
import { dayParameters, parseTimeRange } from './days.ts';

const common = {
  method: 'GET',
  group: 'Metering',
  access: 'metering:read',
  response: ListUsageRecordGroupsResponse,
  responseDescription: 'A page of record groups',
  responseExample: { usageRecordGroups: [usageRecordGroupExample] },
  csv: groupTable.columns,
} as const;

const order =
  'Sorted by time of receipt; the days limit the time of receipt. A page may end before its limit if its ' +
  'record groups are large: `nextOffset`, or the cursor in `Link`, leads to the next page.';

const id = (description: string) => z.string().max(200).optional().meta({ description });
/** Default page size of these lists, on which older clients depend. */
const fewer = 20;

/** Returns the routes that list record groups of the organization, an entitlement or a product. */
export const groupListRoutes = () => [
  route({
    ...common,
    path: '/org/{orgId}/usageRecordGroup',
    operationId: 'listUsageRecordGroups',
    summary: 'List usage record groups',
    description: order,
    query: z.object({
      ...pageParameters(),
      ...dayParameters,
      partner: Partner.optional(),
      buyerId: id('Only usage of this buyer'),
      entitlementId: id('Only usage of this entitlement'),
      status: z
        .enum(usageRecordGroupStatuses)
        .optional()
        .meta({ description: 'Only groups with this status' }),
      source: z.enum(usageSources).optional().meta({ description: 'Only groups from this source' }),
      metaInfo: id('Only groups whose metaInfo has exactly this string as one of its values'),
    }),
    run: {
      kind: 'batch',
      batch: (scope, request) => {
        const { partner, buyerId, entitlementId, status, source, metaInfo } = request.query;
        const filter = { partner, buyerId, entitlementId, status, source: source || undefined, metaInfo };
        return listGroups(scope, request, { filter: { ...parseTimeRange(scope, request.query), ...filter } });
      },
    },
  }),
  route({
    ...common,
    path: '/org/{orgId}/entitlement/{entitlementId}/usageRecordGroup',
    operationId: 'listUsageRecordGroupsByEntitlement',
    summary: 'List the usage record groups of an entitlement',
    description: order,
    query: z.object({ ...pageParameters(fewer), ...dayParameters }),
    errors: [entitlementErrors.entitlement_not_found.definition],
    run: {
      kind: 'batch',
      batch: (scope, request) => {
        const { entitlementId } = request.params;
        return listGroups(scope, request, {
          filter: { ...parseTimeRange(scope, request.query), entitlementId },
          defaultLimit: fewer,
          under: {
            statement: selectOwner(scope, 'entitlement', entitlementId),
            missing: entitlementErrors.entitlement_not_found,
          },
        });
      },
    },
  }),
  route({
    ...common,
    path: '/org/{orgId}/product/{productId}/usageRecordGroup',
    operationId: 'listUsageRecordGroupsByProduct',
    summary: 'List the usage record groups of a product',
    description: order,
    query: z.object({ ...pageParameters(fewer), ...dayParameters }),
    errors: [productErrors.product_not_found.definition],
    run: {
      kind: 'batch',
      batch: (scope, request) => {
        const { productId } = request.params;
        return listGroups(scope, request, {
          filter: { ...parseTimeRange(scope, request.query), productId },
          defaultLimit: fewer,
          under: {
            statement: selectOwner(scope, 'product', productId),
            missing: productErrors.product_not_found,
          },
        });
      },
    },
  }),
];
