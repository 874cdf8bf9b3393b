import { Decimal } from 'decimal.js';
import { z } from 'zod';
import {
  type AdapterRegistry,
  type Change,
  type Failure,
  failureOf,
  MarketplaceError,
  marketplaceJobHandler,
  marketplaceRetry,
  type WithAdapter,
} from '../marketplaces/index.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';
import type { Statement } from '../platform/database/statement.ts';
import { type Finding, invalid } from '../platform/errors.ts';
import { route } from '../platform/http/route.ts';
import { makeReadyNow } from '../platform/jobs/job-again.ts';
import { enqueue, type JobDefinition, type JobHandler, type JobRun } from '../platform/jobs/queue.ts';
import { coinProblem } from '../platform/money-and-time/coins.ts';
import { changeEntitlement } from './change.ts';
import type { EntitlementRow } from './columns.ts';
import { agreementsOf } from './earlier-agreements.ts';
import { entitlementErrors } from './errors.ts';
import { requireEntitlement, requireMarketplace } from './preconditions.ts';
import { type EntitlementInfo, type MarketplaceRefund, RefundEntitlementParams } from './records.ts';
import { type ChangeDeps, changes, partnerErrors } from './response.ts';
import { lockEntitlement, selectEntitlement } from './store.ts';

export const refundRoute = ({ registry, pages }: ChangeDeps) =>
  route({
    ...changes,
    access: 'billing:write',
    method: 'POST',
    path: '/org/{orgId}/entitlement/{entitlementId}/refund',
    operationId: 'refundEntitlement',
    summary: 'Refund part of a marketplace invoice',
    description:
      'On marketplace A, which refunds the amount without the buyer’s consent. `info.refunds` contains the outcome ' +
      'of the request; the entitlement’s revenue includes the refund once the marketplace reports it. ' +
      'Direct sales are refunded by `createRefund`.',
    body: RefundEntitlementParams,
    example: { invoiceID: 'invoice-2031-07-0042', amount: 120.5, reasonCode: 'INCORRECT_METERING' },
    responseDescription: 'The entitlement, whose last refund is PENDING',
    errors: partnerErrors,
    run: {
      kind: 'transaction',
      handle: async (scope, request) =>
        pages.answerChange(
          scope,
          request,
          await refundAtMarketplace(scope, registry, request.params.entitlementId, request.body),
        ),
    },
  });

/** The largest number of refunds that an entitlement stores. */
const mostRefunds = 100;

/**
 * Requests a refund of part of an invoice from the marketplace; the refund on the entitlement shows the outcome.
 * @throws 400 if the marketplace has no API for refunds, or for an invalid amount
 */
async function refundAtMarketplace(
  scope: OrgTransaction,
  registry: AdapterRegistry,
  entitlementId: string,
  params: RefundEntitlementParams,
): Promise<EntitlementRow> {
  const entitlement = await requireEntitlement(scope, entitlementId);
  const reasons = requireRefundable(scope, registry, entitlement);
  const { currency = 'USD', refunds = [] } = JSON.parse(entitlement.info) as EntitlementInfo;
  const { invoiceID, amount, reasonCode = 'OTHER', description } = params;
  const findings = findingsOf(params, currency, reasons, entitlement.partner ?? '');
  if (findings.length > 0 || !invoiceID || amount === undefined) throw invalid(findings);
  if (refunds.length >= mostRefunds)
    throw entitlementErrors.entitlement_state(
      `The entitlement has ${mostRefunds} refunds, which is the limit. Make further refunds in the marketplace’s portal.`,
    );
  const refund: MarketplaceRefund = {
    id: scope.newId('mrf'),
    invoiceID,
    amount,
    currency,
    reasonCode,
    ...(description ? { description } : {}),
    status: 'PENDING',
    creationTime: scope.now.toISOString(),
  };
  await scope.query(enqueue(scope, refundJob, { entitlementId, refundId: refund.id as string }));
  return changeEntitlement(scope, entitlement, 'UPDATE', {
    info: JSON.stringify({ refunds: [...refunds, refund] }),
  });
}

/**
 * Returns the reasons that the marketplace accepts.
 * @throws 400 if it has no API for refunds
 */
export function requireRefundable(
  scope: OrgTransaction,
  registry: AdapterRegistry,
  entitlement: EntitlementRow,
): readonly string[] {
  const { can, partner } = requireMarketplace(scope, registry, entitlement);
  if (!can.refundReasons)
    throw entitlementErrors.entitlement_partner(
      `${partner} has no API for refunds. Make the refund in its portal.`,
    );
  return can.refundReasons;
}

function findingsOf(
  { invoiceID, amount, reasonCode = 'OTHER' }: RefundEntitlementParams,
  currency: string,
  reasons: readonly string[],
  partner: string,
): Finding[] {
  const findings: Finding[] = [];
  if (!invoiceID) findings.push({ pointer: '/invoiceID', message: 'is required' });
  if (amount === undefined) findings.push({ pointer: '/amount', message: 'is required' });
  else if (!new Decimal(amount).gt(0)) findings.push({ pointer: '/amount', message: 'must be more than 0' });
  const problem = coinProblem(amount, currency);
  if (problem) findings.push({ pointer: '/amount', message: problem });
  if (!reasons.includes(reasonCode))
    findings.push({ pointer: '/reasonCode', message: `is not a refund reason of ${partner} for refunds` });
  return findings;
}

const Payload = z.object({ entitlementId: z.string(), refundId: z.string() });
type Payload = z.infer<typeof Payload>;

/** Job that requests a refund from the marketplace. */
const refundJob: JobDefinition<Payload> = {
  kind: 'entitlements.refund',
  payload: Payload,
  lane: ({ refundId }) => `refund:${refundId}`,
  retry: marketplaceRetry,
  operation: {
    name: 'Refund part of a marketplace invoice',
    subject: ({ entitlementId }) => ({ entitlement_id: entitlementId }),
  },
};

type FollowPayload = Payload & { handle: string };

/**
 * Job that polls a refund until it completes or fails. The lane is the refund’s handle, by which a notification
 * finds the job.
 */
const followRefundJob: JobDefinition<FollowPayload> = {
  kind: 'entitlements.followRefund',
  payload: Payload.extend({ handle: z.string() }),
  lane: ({ handle }) => `refund-change:${handle}`,
  retry: marketplaceRetry,
};

type LoadedRefund = { partner: string; refund: MarketplaceRefund };
type LoadedRequest = LoadedRefund & { externalAgreementIds: readonly string[] };

export const refundJobHandler = (registry: AdapterRegistry): JobHandler<Payload> =>
  marketplaceJobHandler(registry, {
    definition: refundJob,
    load: loadRequest,
    call: async ({ adapter, externalAgreementIds, refund }, job): Promise<Change> => {
      if (!adapter.refund) throw new MarketplaceError('NOT_SUPPORTED', { kind: 'refused' });
      const { invoiceID = '', amount = 0, currency = '', reasonCode = 'OTHER', description } = refund;
      return adapter.refund(
        {
          externalAgreementIds,
          invoiceId: invoiceID,
          amount: new Decimal(amount).toFixed(),
          currency,
          reasonCode,
          description,
          isRepeat: job.mayHaveActed,
        },
        job.payload.refundId,
      );
    },
    finish: (job, change) =>
      change.state === 'RUNNING'
        ? job.finish('asked', async (scope) => {
            const at = new Date(scope.now.getTime() + change.askAgainMs);
            const payload = { ...job.payload, handle: change.handle };
            await scope.query(enqueue(scope, followRefundJob, payload, { at }));
          })
        : settle(job, change),
    onFailure: fail,
  });

export const followRefundJobHandler = (registry: AdapterRegistry): JobHandler<FollowPayload> =>
  marketplaceJobHandler(registry, {
    definition: followRefundJob,
    load,
    call: async ({ adapter }: WithAdapter<LoadedRefund>, job): Promise<Change> => {
      const change = await adapter.readChange?.(job.payload.handle);
      if (!change) throw new MarketplaceError('NOT_SUPPORTED', { kind: 'refused' });
      return change;
    },
    finish: (job, change) =>
      change.state === 'RUNNING'
        ? job.repeat('', async (scope) => ({
            at: new Date(scope.now.getTime() + change.askAgainMs),
            payload: job.payload,
          }))
        : settle(job, change),
    onFailure: fail,
  });

async function load(
  scope: OrgTransaction,
  { entitlementId, refundId }: Payload,
): Promise<LoadedRefund | string> {
  const [row] = await scope.query<EntitlementRow>(selectEntitlement(scope, entitlementId));
  const { refunds = [] } = JSON.parse(row?.info ?? '{}') as EntitlementInfo;
  const refund = refunds.find(({ id }) => id === refundId);
  if (!row?.partner || !row.external_id || refund?.status !== 'PENDING')
    return 'nothing to do: the refund is not pending';
  return { partner: row.partner, refund };
}

async function loadRequest(scope: OrgTransaction, payload: Payload): Promise<LoadedRequest | string> {
  const loaded = await load(scope, payload);
  if (typeof loaded === 'string') return loaded;
  return { ...loaded, externalAgreementIds: await agreementsOf(scope, payload.entitlementId) };
}

const settle = (job: JobRun<Payload>, change: Exclude<Change, { state: 'RUNNING' }>): Promise<void> =>
  change.state === 'FAILED'
    ? fail(job, failureOf(change))
    : job.finish('refunded', (scope) => write(scope, job.payload, { status: 'COMPLETED' }, 'REFUNDED'));

const fail = (job: JobRun<Payload>, { raw, readable }: Failure): Promise<void> =>
  job.finish(
    `refused: ${raw}`,
    (scope) => write(scope, job.payload, { status: 'FAILED', message: readable }, 'REFUND_FAILED'),
    'FAILED',
  );

/** Writes the outcome of a refund to its entitlement. */
async function write(
  scope: OrgTransaction,
  { entitlementId, refundId }: Payload,
  end: Pick<MarketplaceRefund, 'status' | 'message'>,
  eventChange: 'REFUNDED' | 'REFUND_FAILED',
): Promise<void> {
  const entitlement = await lockEntitlement(scope, entitlementId);
  if (!entitlement) return;
  const { refunds = [] } = JSON.parse(entitlement.info) as EntitlementInfo;
  const lastUpdateTime = scope.now.toISOString();
  const changed = refunds.map((one) => (one.id === refundId ? { ...one, ...end, lastUpdateTime } : one));
  await changeEntitlement(scope, entitlement, 'UPDATE', {
    info: JSON.stringify({ refunds: changed }),
    eventChange,
  });
}

/** Reschedules the next check of the refund with this handle to an earlier time. */
export const expediteRefund = ({ organizationId }: OrgTransaction, handle: string): Statement =>
  makeReadyNow(
    'hasten_refund_at_marketplace',
    `SELECT r.id FROM job r WHERE r.organization_id = $1 AND r.lane = 'refund-change:' || $2 AND r.finished_at IS NULL`,
    [organizationId, handle],
  );
