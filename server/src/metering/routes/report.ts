import { z } from 'zod';
import { entitlementErrors } from '../../entitlements/index.ts';
import type { AdapterRegistry } from '../../marketplaces/index.ts';
import { type Finding, invalid } from '../../platform/errors.ts';
import { idempotencyKeyOf } from '../../platform/http/idempotency.ts';
import { type RouteRequest, route } from '../../platform/http/route.ts';
import { list } from '../../platform/records/fields.ts';
import { meteringErrors } from '../errors.ts';
import { usageExample, usageRecordGroupExample } from '../examples.ts';
import {
  type Call,
  createKnownSales,
  isPlainBatch,
  isPlainSingle,
  mendUsage,
  readGroup,
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
const elements = list(NewUsageRecordGroup, `Record groups: 1 to ${mostGroups}.`, mostGroups).min(1);

const sayings =
  'Quantities are given in `records`, by the key of a dimension of the entitlement, its offer or its product, or in ' +
  '`billableRecords`, by billable metric. `timestamp` is when it was used: not more than 5 minutes ahead, in the life ' +
  'of the entitlement, and so recent that its marketplace still takes it. ';

type Request<B> = RouteRequest<Record<string, unknown>, B>;

/** @throws 400 that names each field */
function requireWhole(findings: readonly Finding[]): void {
  if (findings.length > 0) throw invalid(findings.slice(0, mostGroups));
}

/** The single group that a body reports, of the entitlement that the path names. @throws 400 */
function readSingle({ params, body }: Request<CreateUsageRecordGroupParams>): Call {
  const { entitlementId = '', orgId } = params;
  const findings: Finding[] = [];
  if (body.entitlementID !== undefined && body.entitlementID !== entitlementId)
    findings.push({ pointer: '/entitlementID', message: 'is not the entitlement of the path' });
  if (body.organizationID !== undefined && body.organizationID !== orgId)
    findings.push({ pointer: '/organizationID', message: 'is not the organization of the path' });
  const reported = readGroup({ ...body, entitlementID: entitlementId }, [], findings);
  requireWhole(findings);
  return { source: 'API', reported: [reported], isAtomic: true, isSingle: true };
}

/** The groups that a body reports. @throws 400 */
function readBatch({ body, headers }: Request<NewUsageRecordGroup[]>, isAtomic: boolean): Call {
  const findings: Finding[] = [];
  const reported = body.map((element, index) => readGroup(element, [index], findings));
  requireWhole(findings);
  const key = idempotencyKeyOf(headers['idempotency-key']);
  return { source: 'API', reported, key, isAtomic, isSingle: false };
}

const atomic = z.enum(['true', 'false']).optional().meta({
  default: 'false',
  description: 'true: all are taken, or none when one of them cannot be (400)',
});

type Deps = { registry: AdapterRegistry };

/** Reporting what was used of one entitlement. */
const singleRoute = (deps: TakeDeps) =>
  route({
    method: 'POST',
    path: '/org/{orgId}/entitlement/{entitlementId}/usageRecordGroup',
    operationId: 'reportUsageRecordGroup',
    group,
    summary: 'Report usage of an entitlement',
    description: `${sayings}An \`id\` that was reported before with the same content answers that record, and nothing happens (R60).`,
    access: 'metering:write',
    body: CreateUsageRecordGroupParams,
    bodyRequired: true,
    example: usageExample,
    response: MeteringUsageRecordGroup,
    responseDescription: 'The record group',
    responseExample: usageRecordGroupExample,
    errors: [
      entitlementErrors.entitlement_not_found.definition,
      meteringErrors.usage_record_group_exists.definition,
    ],
    quota: groupsPerDay,
    showsItself: true,
    isPlain: isPlainSingle,
    run: {
      kind: 'batch',
      batch: (scope, request) => takeUsage(scope, deps, readSingle(request)),
      shares: true,
      mend: mendUsage,
    },
  });

/** Reporting what was used: one group, or many. What is read of entitlements is remembered for all of these. */
export const reportRoutes = ({ registry }: Deps) => routesOf({ registry, known: createKnownSales() });

const routesOf = (deps: TakeDeps) => [
  singleRoute(deps),
  route({
    method: 'POST',
    path: '/org/{orgId}/batchCreateUsageRecordGroups',
    operationId: 'batchReportUsageRecordGroups',
    group,
    summary: 'Report usage of many entitlements',
    description:
      `${sayings}Groups that cannot be taken are kept as INVALID with the reason, and counted in \`X-Invalid-Count\`; the ` +
      'others are taken. An `id` that was reported before with other content is answered as INVALID and not kept. With ' +
      'an `Idempotency-Key`, groups without an `id` get the same one in each repeat.',
    access: 'metering:write',
    query: z.object({ atomic }),
    body: elements,
    bodyRequired: true,
    example: [usageExample],
    response: z.array(MeteringUsageRecordGroup),
    responseDescription: 'The record groups, in the order of the body',
    responseExample: [usageRecordGroupExample],
    errors: [meteringErrors.usage_record_group_exists.definition],
    quota: groupsPerDay,
    units: ({ body }) => body.length,
    isPlain: isPlainBatch,
    repeatsAlike: true,
    run: {
      kind: 'batch',
      batch: (scope, request) => takeUsage(scope, deps, readBatch(request, request.query.atomic === 'true')),
      mend: mendUsage,
      // What is refused must undo what was written: that takes a transaction that goes on after the answer is known.
      first: ({ query }) => (query.atomic === 'true' ? async () => undefined : undefined),
    },
  }),
  route({
    method: 'POST',
    path: '/org/{orgId}/batchValidateUsageRecordGroups',
    operationId: 'batchValidateUsageRecordGroups',
    group,
    summary: 'Say whether usage can be taken',
    description: 'Nothing is written. Everything that is wrong is named, with its place in the body.',
    access: 'metering:write',
    body: elements,
    bodyRequired: true,
    example: [usageExample],
    response: z.string(),
    responseDescription: 'That all can be taken',
    isPlain: isPlainBatch,
    run: {
      kind: 'batch',
      batch: (scope, request) => validateUsage(scope, deps, readBatch(request, true)),
    },
  }),
];
