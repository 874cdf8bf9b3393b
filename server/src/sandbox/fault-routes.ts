import { z } from 'zod';
import { isMarketplace, marketplaceCodes } from '../marketplaces/index.ts';
import { deleteFault, faultColumns, insertFault } from '../marketplaces/sandbox/index.ts';
import type { OrgScope } from '../platform/access/scope.ts';
import type { ColumnOf } from '../platform/database/rows.ts';
import { type Finding, invalid } from '../platform/errors.ts';
import { type Batch, RawJson, type Route, route } from '../platform/http/route.ts';
import { listBatch } from '../platform/lists/list-answer.ts';
import { pageParameters } from '../platform/lists/pagination.ts';
import { lengthFrom } from '../platform/money-and-time/recurrence.ts';
import { recordEncoder } from '../platform/records/encode.ts';
import { requireTest, sandboxErrors } from './errors.ts';
import { SandboxFault, SandboxFaultParams } from './records.ts';

const path = '/org/{orgId}/sandbox/fault';
const group = 'Sandbox';
const testOnly = sandboxErrors.not_a_test_organization.definition;

const encodeFault = recordEncoder<ColumnOf<'sandbox_fault'>>([
  ['id', 'id', 'text'],
  ['partner', 'partner', 'text'],
  ['kind', 'kind', 'text'],
  ['count', 'wanted', 'number'],
  ['remaining', 'remaining', 'number'],
  ['cause', 'cause', 'text'],
  ['permanent', 'permanent', 'json'],
  ['delay', 'delay', 'text'],
  ['creationTime', 'creation_time', 'time'],
]);

/** Maximum delay of a fault: one year, longer than the delay of any real marketplace. */
const longestDelayMs = 366 * 86_400_000;

function create(scope: OrgScope, fault: SandboxFaultParams): Batch {
  requireTest(scope);
  const { partner, kind, cause, permanent = true, delay, count = 1 } = fault;
  const findings: Finding[] = [];
  if (kind === undefined) findings.push({ pointer: '/kind', message: 'is required' });
  if (partner !== undefined && !isMarketplace(partner))
    findings.push({ pointer: '/partner', message: `must be a marketplace, ${marketplaceCodes}` });
  const length = delay === undefined ? undefined : lengthFrom(delay);
  if (delay !== undefined && !(length && length.toMillis() <= longestDelayMs))
    findings.push({ pointer: '/delay', message: 'must be an ISO 8601 duration of at most a year' });
  if (!kind || findings.length > 0) throw invalid(findings);
  return {
    statements: [insertFault(scope, { partner, kind, cause, permanent, delay, count })],
    respond: ([rows]) => ({ body: new RawJson(encodeFault(rows?.[0] ?? {})) }),
  };
}

/** Returns the routes of injected faults at the sandbox's marketplaces. */
export const faultRoutes = (): Route[] => [
  route({
    method: 'POST',
    path,
    operationId: 'createSandboxFault',
    group,
    summary: 'Inject a fault at the marketplaces of the sandbox',
    description:
      'FAIL_CREATE: a creation is rejected with the cause. RATE_LIMIT: a call is rejected with 429. LOSE_CALL and ' +
      'LOSE_ANSWER: the connection is lost before a change takes effect, or after. SLOW: a change to an ' +
      'offer, or the end of an agreement, is accepted and takes effect after the delay (default: a minute). REJECT_USAGE: the first record of ' +
      'a usage report is rejected with the cause, or the whole report on marketplaces that reject a report with an invalid record. ' +
      'SKIP_USAGE: the last record of a report is not processed. LOSE_NOTIFICATION, DELAY_NOTIFICATION (default: ' +
      'an hour), REORDER_NOTIFICATION (default: a minute, so that later notifications arrive first) and DUPLICATE_NOTIFICATION (sent twice, ' +
      'and a third time with a different id) affect notifications. The following affect the next monthly payout: REFUND_REVENUE refunds ' +
      'a tenth of a sale, CORRECT_REVENUE lowers a sale that was billed before, DUPLICATE_REVENUE returns a line twice, ' +
      'UNKNOWN_REVENUE returns a line of an unknown agreement, ORDER_ID_REVENUE refers to the order instead of the agreement. ' +
      'Faults of the same kind occur in sequence.',
    access: 'sandbox:write',
    body: SandboxFaultParams,
    example: { partner: 'MKA', kind: 'FAIL_CREATE', count: 2, cause: 'INVALID_BUYER', permanent: false },
    response: SandboxFault,
    responseDescription: 'The fault',
    errors: [testOnly],
    run: { kind: 'batch', batch: (scope, { body }) => create(scope, body) },
  }),
  route({
    method: 'GET',
    path,
    operationId: 'listSandboxFaults',
    group,
    summary: 'List injected faults',
    description: 'Lists faults in order of creation time and id, including exhausted faults.',
    access: 'organization:read',
    query: z.object(pageParameters()),
    response: z.array(SandboxFault),
    responseDescription: 'The faults',
    errors: [testOnly],
    run: {
      kind: 'batch',
      batch: (scope, request) => {
        requireTest(scope);
        return listBatch(scope, request, {
          table: 'sandbox_fault',
          columns: faultColumns,
          filters: {},
          encode: encodeFault,
        });
      },
    },
  }),
  route({
    method: 'DELETE',
    path: `${path}/{sandboxFaultId}`,
    operationId: 'deleteSandboxFault',
    group,
    summary: 'Delete a fault',
    access: 'sandbox:write',
    response: SandboxFault,
    responseDescription: 'The deleted fault',
    errors: [sandboxErrors.sandbox_fault_not_found.definition, testOnly],
    run: {
      kind: 'batch',
      batch: (scope, { params }) => {
        requireTest(scope);
        return {
          statements: [deleteFault(scope, params.sandboxFaultId)],
          respond: ([rows]) => {
            if (!rows?.[0]) throw sandboxErrors.sandbox_fault_not_found();
            return { body: new RawJson(encodeFault(rows[0])) };
          },
        };
      },
    },
  }),
];
