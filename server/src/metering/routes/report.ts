import { z } from 'zod';
import { entitlementErrors } from '../../entitlements/index.ts';
import type { AdapterRegistry } from '../../marketplaces/index.ts';
import { type Finding, invalid } from '../../platform/errors.ts';
import { idempotencyKeyOf } from '../../platform/http/idempotency.ts';
import { idempotent } from '../../platform/http/rare.ts';
import { type RouteRequest, route } from '../../platform/http/route.ts';
import { withFastCheck } from '../../platform/records/accept.ts';
import { list } from '../../platform/records/fields.ts';
import { meteringErrors } from '../errors.ts';
import { usageExample, usageRecordGroupExample } from '../examples.ts';
import {
  type Call,
  createKnownSales,
  isPlainBatch,
  isPlainSingle,
  readGroup,
  repairUsagePartition,
  type TakeDeps,
  takeUsage,
  validateUsage,
} from '../ingest/index.ts';
import {
  CreateUsageRecordGroupParams,
  MeteringUsageRecordGroup,
  mostGroups,
  NewUsageRecordGroup,
} from '../records.ts';

const group = 'Metering';
export const groupsPerDay = 'usageRecordGroupsPerDay';
const elements = withFastCheck(
  list(NewUsageRecordGroup, `Record groups: 1 to ${mostGroups}.`, mostGroups).min(1),
  isPlainBatch,
);

const sayings =
  'Give quantities in `records`, by dimension key of the entitlement, its offer or its product, or in ' +
  '`billableRecords`, by billable metric. `timestamp` is the time of use: at most 5 minutes in the future, ' +
  'within the duration of the entitlement, and before the marketplace’s deadline. ';

type Request<B> = RouteRequest<Record<string, unknown>, B>;

/**
 * Requires that there are no findings.
 * @throws 400 with each invalid field
 */
function requireWhole(findings: readonly Finding[]): void {
  if (findings.length > 0) throw invalid(findings.slice(0, mostGroups));
}

/** Parses the single group of a body; its entitlement is in the path. @throws 400 with each invalid field */
function readSingle({ params, body }: Request<CreateUsageRecordGroupParams>): Call {
  const { entitlementId = '', orgId } = params;
  const findings: Finding[] = [];
  if (body.entitlementID !== undefined && body.entitlementID !== entitlementId)
    findings.push({ pointer: '/entitlementID', message: 'does not match the entitlement in the path' });
  if (body.organizationID !== undefined && body.organizationID !== orgId)
    findings.push({ pointer: '/organizationID', message: 'does not match the organization in the path' });
  const reported = readGroup({ ...body, entitlementID: entitlementId }, [], findings);
  requireWhole(findings);
  return { source: 'API', reported: [reported], isAtomic: true, isSingle: true };
}

/** Parses the groups of a body. @throws 400 with each invalid field */
function readBatch({ body, headers }: Request<NewUsageRecordGroup[]>, isAtomic: boolean): Call {
  const findings: Finding[] = [];
  const reported = body.map((element, index) => readGroup(element, [index], findings));
  requireWhole(findings);
  const key = idempotencyKeyOf(headers['idempotency-key']);
  return { source: 'API', reported, key, isAtomic, isSingle: false };
}

const atomic = z.enum(['true', 'false']).optional().meta({
  default: 'false',
  description:
    'true: an invalid group rejects the whole call (400); otherwise invalid groups are stored as INVALID',
});

type Deps = { registry: AdapterRegistry };

/** Creates the route that reports usage of one entitlement. */
const singleRoute = (deps: TakeDeps) =>
  route({
    method: 'POST',
    path: '/org/{orgId}/entitlement/{entitlementId}/usageRecordGroup',
    operationId: 'reportUsageRecordGroup',
    group,
    summary: 'Report usage of an entitlement',
    description:
      `${sayings}An \`id\` that was reported before with the same content returns that record ` +
      `without further effect (R60).`,
    access: 'metering:write',
    body: withFastCheck(CreateUsageRecordGroupParams, isPlainSingle),
    example: usageExample,
    response: MeteringUsageRecordGroup,
    responseDescription: 'The record group',
    responseExample: usageRecordGroupExample,
    errors: [
      entitlementErrors.entitlement_not_found.definition,
      meteringErrors.usage_record_group_exists.definition,
    ],
    quota: groupsPerDay,
    run: {
      kind: 'batch',
      batch: (scope, request) => takeUsage(scope, deps, readSingle(request)),
      sharesTransaction: true,
      repairStatement: repairUsagePartition,
    },
  });

/** Returns the routes that report usage of one or many entitlements, with a shared cache of entitlements. */
export const reportRoutes = ({ registry }: Deps) => routesOf({ registry, known: createKnownSales() });

const routesOf = (deps: TakeDeps) => [
  singleRoute(deps),
  idempotent(
    route({
      method: 'POST',
      path: '/org/{orgId}/batchCreateUsageRecordGroups',
      operationId: 'batchReportUsageRecordGroups',
      group,
      summary: 'Report usage of many entitlements',
      description:
        `${sayings}Invalid groups are stored as INVALID with the reason and counted in \`X-Invalid-Count\`; valid ` +
        'groups are accepted. An `id` that was reported before with different content is returned as INVALID ' +
        'and not stored. With an `Idempotency-Key`, groups without an `id` get the same ids in each repeat.',
      access: 'metering:write',
      query: z.object({ atomic }),
      body: elements,
      example: [usageExample],
      response: z.array(MeteringUsageRecordGroup),
      responseDescription: 'The record groups, in the order of the body',
      responseExample: [usageRecordGroupExample],
      errors: [meteringErrors.usage_record_group_exists.definition],
      quota: { name: groupsPerDay, units: ({ body }) => body.length },
      run: {
        kind: 'batch',
        batch: (scope, request) =>
          takeUsage(scope, deps, readBatch(request, request.query.atomic === 'true')),
        repairStatement: repairUsagePartition,
        // A rejected call must roll back its writes, so the transaction stays open until the response is
        // complete.
        beforeInTransaction: ({ query }) => (query.atomic === 'true' ? async () => undefined : undefined),
      },
    }),
  ),
  route({
    method: 'POST',
    path: '/org/{orgId}/batchValidateUsageRecordGroups',
    operationId: 'batchValidateUsageRecordGroups',
    group,
    summary: 'Validate usage',
    description: 'Returns every error with its position in the body, without storing usage.',
    access: 'metering:write',
    body: elements,
    example: [usageExample],
    response: z.string(),
    responseDescription: 'Confirmation that all groups are valid',
    run: {
      kind: 'batch',
      batch: (scope, request) => validateUsage(scope, deps, readBatch(request, true)),
    },
  }),
];
