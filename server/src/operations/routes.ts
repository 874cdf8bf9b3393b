import { z } from 'zod';
import type { OrgScope, OrgTransaction } from '../platform/access/scope.ts';
import { invalid } from '../platform/errors.ts';
import { recordEvent } from '../platform/events/record-event.ts';
import {
  type Answer,
  type Batch,
  RawJson,
  type RouteRequest,
  route,
  type WithParameters,
} from '../platform/http/route.ts';
import { listBatch } from '../platform/lists/list-answer.ts';
import { pageParameters } from '../platform/lists/pagination.ts';
import { encodeOperation, encodeOperationDetails, operationColumns, runIdOf } from './columns.ts';
import { operationErrors } from './errors.ts';
import { Operation, OperationDetails, operationStatuses } from './records.ts';
import { lockOperation, requestCancellation, selectChildren, selectOperation } from './store.ts';

const only = (what: string) =>
  z
    .string()
    .max(200)
    .optional()
    .meta({ description: `Only operations about this ${what}; not together with another of these four` });

const listParameters = z.object({
  offerId: only('offer'),
  entitlementId: only('entitlement'),
  crmOpportunityId: only('opportunity of a CRM: of CRM A or C, or deal of CRM B'),
  partnerOpportunityId: only('opportunity at a marketplace'),
  status: z.enum(operationStatuses).optional().meta({ description: 'Only operations of this status' }),
  ...pageParameters(),
});

const subjects = ['offerId', 'entitlementId', 'crmOpportunityId', 'partnerOpportunityId'] as const;

/** The function that makes the form in which an id of CRM C is kept; ids of the others are kept as they are given. */
type Normalize = (id: string) => string;

function list(
  scope: OrgScope,
  request: RouteRequest<z.output<typeof listParameters>>,
  normalize: Normalize,
): Batch {
  const { query } = request;
  const given = subjects.filter((name) => query[name] !== undefined);
  if (given.length > 1)
    throw invalid(given.map((pointer) => ({ pointer, message: 'only one of these may be given' })));
  return listBatch(scope, request, {
    table: 'job',
    columns: operationColumns,
    present: ['operation'],
    filters: {
      offer_id: query.offerId,
      entitlement_id: query.entitlementId,
      partner_opportunity_id: query.partnerOpportunityId,
      status: query.status,
    },
    either: {
      crm_opportunity_id: query.crmOpportunityId && normalize(query.crmOpportunityId),
      crm_a_opportunity_id: query.crmOpportunityId,
      crm_b_deal_id: query.crmOpportunityId,
    },
    encode: encodeOperation,
  });
}

const detailParameters = z.object({
  runId: z.string().max(200).optional().meta({ description: 'The run; the only one when absent' }),
  hasChildren: z.enum(['true', 'false']).optional().meta({
    default: 'false',
    description: 'true: also the operations that this one enqueued in its turn, one level',
  }),
});

type ToGet = WithParameters<'operationId'> & { query: z.output<typeof detailParameters> };

function get(scope: OrgScope, { params: { operationId: id }, query }: ToGet): Batch {
  const children = query.hasChildren === 'true';
  return {
    statements: [selectOperation(scope, id), ...(children ? [selectChildren(scope, id)] : [])],
    respond: ([rows, children]) => {
      const row = rows?.[0];
      if (!row || (query.runId !== undefined && query.runId !== runIdOf(id)))
        throw operationErrors.operation_not_found();
      return { body: new RawJson(encodeOperationDetails(row, children)) };
    },
  };
}

/** Asked for a second time, it says how far the first request is. */
async function cancel(scope: OrgTransaction, id: string): Promise<Answer> {
  const operation = await lockOperation(scope, id);
  if (!operation) throw operationErrors.operation_not_found();
  if (operation.finished_at !== null)
    throw operationErrors.operation_finished(`The operation is ${operation.status}.`);
  if (!operation.cancellable) throw operationErrors.operation_not_cancellable();
  const before = encodeOperationDetails(operation);
  if (operation.cancel_requested_at !== null) return { body: new RawJson(before) };
  const payload = encodeOperationDetails(await requestCancellation(scope, id));
  await scope.query(
    recordEvent(scope, {
      entityType: 'WORKFLOW_EXECUTION',
      entityId: id,
      // Nothing else of an operation is an event.
      sequence: 1,
      action: 'CANCEL',
      payload,
      before,
    }),
  );
  return { body: new RawJson(payload) };
}

const notFound = operationErrors.operation_not_found.definition;

export const operationRoutes = (normalize: Normalize) => [
  route({
    method: 'GET',
    path: '/org/{orgId}/operation',
    operationId: 'listOperations',
    group: 'Operation',
    summary: 'List operations',
    description:
      'Work that goes on after the request that asked for it, in order of start time and id. An operation is kept ' +
      'for 30 days after its end.',
    access: 'operations:read',
    query: listParameters,
    response: z.array(Operation),
    responseDescription: 'The operations',
    run: { kind: 'batch', batch: (scope, request) => list(scope, request, normalize) },
  }),
  route({
    method: 'GET',
    path: '/org/{orgId}/v2/operation/{operationId}',
    operationId: 'getOperation',
    group: 'Operation',
    summary: 'Get an operation',
    access: 'operations:read',
    query: detailParameters,
    response: OperationDetails,
    responseDescription: 'The operation',
    errors: [notFound],
    run: { kind: 'batch', batch: get },
  }),
  route({
    method: 'POST',
    path: '/org/{orgId}/v2/operation/{operationId}/cancel',
    operationId: 'cancelOperation',
    group: 'Operation',
    summary: 'Cancel an operation',
    description:
      'It is not started again. A run that is going on ends first, and when it succeeds the operation is COMPLETED ' +
      'all the same.',
    access: 'operations:write',
    response: OperationDetails,
    responseDescription: 'The operation; it ends a moment later',
    errors: [
      notFound,
      operationErrors.operation_finished.definition,
      operationErrors.operation_not_cancellable.definition,
    ],
    run: {
      kind: 'transaction',
      handle: (scope, request) => cancel(scope, request.params.operationId),
    },
  }),
];
