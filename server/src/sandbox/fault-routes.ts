import { z } from 'zod';
import { isMarketplace } from '../marketplaces/index.ts';
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

/** A year is longer than any marketplace holds a notification back. */
const longestDelayMs = 366 * 86_400_000;

function create(scope: OrgScope, fault: SandboxFaultParams): Batch {
  requireTest(scope);
  const { partner, kind, cause, permanent = true, delay, count = 1 } = fault;
  const findings: Finding[] = [];
  if (kind === undefined) findings.push({ pointer: '/kind', message: 'is required' });
  if (partner !== undefined && !isMarketplace(partner))
    findings.push({ pointer: '/partner', message: 'must be a marketplace, MKA to MKF' });
  const length = delay === undefined ? undefined : lengthFrom(delay);
  if (delay !== undefined && !(length && length.toMillis() <= longestDelayMs))
    findings.push({ pointer: '/delay', message: 'must be a length of time in ISO 8601, a year at most' });
  if (!kind || findings.length > 0) throw invalid(findings);
  return {
    statements: [insertFault(scope, { partner, kind, cause, permanent, delay, count })],
    respond: ([rows]) => ({ body: new RawJson(encodeFault(rows?.[0] ?? {})) }),
  };
}

/** The routes that say what is to go wrong at the marketplaces of the sandbox. */
export const faultRoutes = (): Route[] => [
  route({
    method: 'POST',
    path,
    operationId: 'createSandboxFault',
    group,
    summary: 'Let something go wrong at the marketplaces of the sandbox',
    description:
      'FAIL_CREATE: a creation is refused with the cause. RATE_LIMIT: a call is turned away with 429. LOSE_CALL and ' +
      'LOSE_ANSWER: the connection is lost before a change has an effect, or after. SLOW: a change of an ' +
      'offer, or the end of an agreement, is taken, and made a minute later unless said otherwise. REJECT_USAGE: the first record of ' +
      'a call that reports usage is refused with the cause, and the whole call where one bad record has that effect. ' +
      'SKIP_USAGE: its last record is not processed. LOSE_NOTIFICATION, DELAY_NOTIFICATION (an hour unless said ' +
      'otherwise), REORDER_NOTIFICATION (a minute, so that others overtake it) and DUPLICATE_NOTIFICATION (sent twice, ' +
      'and once more under another id): what becomes of a notification. Of the next monthly payout: REFUND_REVENUE gives ' +
      'a tenth of a sale back, CORRECT_REVENUE lowers one that was billed before, DUPLICATE_REVENUE shows a line twice, ' +
      'UNKNOWN_REVENUE one of an agreement that nobody knows, ORDER_ID_REVENUE names the order in place of the agreement. ' +
      'Faults of a kind strike one after the other.',
    access: 'sandbox:write',
    body: SandboxFaultParams,
    bodyRequired: true,
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
    summary: 'List what was asked to go wrong',
    description: 'In order of creation time and id, with those that have struck as often as wanted.',
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
    summary: 'Let something go right again',
    access: 'sandbox:write',
    response: SandboxFault,
    responseDescription: 'The fault as it was',
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
