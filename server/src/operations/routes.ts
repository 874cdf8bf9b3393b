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
    .meta({ description: `Only operations about this ${what}; cannot be combined with the other subjects` });

const listParameters = z.object({
  offerId: only('offer'),
  entitlementId: only('entitlement'),
  crmOpportunityId: only('CRM opportunity (CRM A or C) or deal (CRM B)'),
  partnerOpportunityId: only('opportunity at a marketplace'),
  status: z.enum(operationStatuses).optional().meta({ description: 'Only operations with this status' }),
  ...pageParameters(),
});

const subjects = ['offerId', 'entitlementId', 'crmOpportunityId', 'partnerOpportunityId'] as const;

/** Normalizes an id of CRM C. Ids of other CRMs are stored unchanged. */
type Normalize = (id: string) => string;

function list(
  scope: OrgScope,
  request: RouteRequest<z.output<typeof listParameters>>,
  normalize: Normalize,
): Batch {
  const { query } = request;
  const given = subjects.filter((name) => query[name] !== undefined);
  if (given.length > 1)
    throw invalid(
      given.map((pointer) => ({ pointer, message: 'must not be combined with another subject' })),
    );
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
  runId: z.string().max(200).optional().meta({ description: 'Id of the run; default: the only run' }),
  hasChildren: z.enum(['true', 'false']).optional().meta({
    default: 'false',
    description: 'true: also return the operations that the operation enqueued (one level)',
  }),
});

type OperationRequest = WithParameters<'operationId'> & { query: z.output<typeof detailParameters> };

function get(scope: OrgScope, { params: { operationId: id }, query }: OperationRequest): Batch {
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

/** Requests the cancellation of an operation. A repeated request returns only the operation's current state. */
async function cancel(scope: OrgTransaction, id: string): Promise<Answer> {
  const operation = await lockOperation(scope, id);
  if (!operation) throw operationErrors.operation_not_found();
  if (operation.finished_at !== null)
    throw operationErrors.operation_finished(`The operation has ended with the status ${operation.status}.`);
  if (!operation.cancellable) throw operationErrors.operation_not_cancellable();
  const before = encodeOperationDetails(operation);
  if (operation.cancel_requested_at !== null) return { body: new RawJson(before) };
  const payload = encodeOperationDetails(await requestCancellation(scope, id));
  await scope.query(
    recordEvent(scope, {
      entityType: 'WORKFLOW_EXECUTION',
      entityId: id,
      // The only event of an operation is its cancellation.
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
      'Operations are work that continues after the request that started it. The list is ordered by start time and id. ' +
      'Operations are kept for 30 days after their end.',
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
      'Ends the operation without a further attempt. If an attempt is running and succeeds, the operation is COMPLETED ' +
      'despite the cancellation.',
    access: 'operations:write',
    response: OperationDetails,
    responseDescription: 'The operation, which ends shortly after',
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
