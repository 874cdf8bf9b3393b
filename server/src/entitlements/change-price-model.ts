import { z } from 'zod';
import { acquireSharedBuyersLock } from '../buyers/index.ts';
import {
  asWarning,
  lengthFindings,
  priceFindings,
  requireMayChangeSale,
  unpricedCommits,
} from '../offers/index.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';
import { type Finding, invalid } from '../platform/errors.ts';
import { lockRows } from '../platform/http/record-tags.ts';
import { route } from '../platform/http/route.ts';
import {
  backoff,
  enqueue,
  JobCancelled,
  type JobDefinition,
  type JobHandler,
} from '../platform/jobs/queue.ts';
import type { Period } from '../platform/money-and-time/recurrence.ts';
import { millisecondsOf } from '../platform/records/fields.ts';
import { modifiedBy } from '../products/index.ts';
import type { WorkloadMetaInfo } from '../products/records/index.ts';
import { changeEntitlement } from './change.ts';
import type { EntitlementRow } from './columns.ts';
import { kindOfChange, type PriceModel } from './derive/index.ts';
import type { EntitlementPages } from './page-links.ts';
import { requireDirect, requireState } from './preconditions.ts';
import { type EntitlementInfo, UpdateEntitlementPriceModelParams } from './records.ts';
import { approvalErrors, changes, partnerErrors } from './response.ts';
import { isOver } from './states.ts';
import { lockEntitlement } from './store.ts';
import {
  changeRunningTerm,
  inDueTerm,
  lastPeriod,
  type RequireUndivided,
  requireCurrentEntitlement,
  requireUndivided,
} from './terms/index.ts';

export const changePriceModelRoute = ({ pages }: { pages: EntitlementPages }) =>
  route({
    ...changes,
    method: 'PATCH',
    path: '/org/{orgId}/entitlement/{entitlementId}/priceModel',
    operationId: 'updateEntitlementPriceModel',
    condition: {
      of: '/org/{orgId}/entitlement/{entitlementId}',
      lock: lockRows(['entitlement', 'entitlementId']),
    },
    summary: 'Change the prices of a direct sale',
    description:
      'Begins a term of type QuantityChange if only quantities of commits change, else PlanChange. With an applyTime ' +
      'in the future, the change applies at that time if the entitlement is ACTIVE.',
    body: UpdateEntitlementPriceModelParams,
    example: {
      commits: [{ key: 'seats', type: 'PER_USER', rate: 120, quantity: 15, length: 1, timeUnit: 'YEAR' }],
    },
    errors: [...partnerErrors, ...approvalErrors],
    run: {
      kind: 'transaction',
      handle: async (scope, request) => {
        const { params, body, strict } = request;
        const changed = await changePriceModel(scope, params.entitlementId, withoutUnset(body), { strict });
        return pages.answerChange(scope, request, changed);
      },
    },
  });

/** Unset price lists become empty lists. */
function withoutUnset({ applyTime, commits, billableDimensions }: UpdateEntitlementPriceModelParams) {
  return {
    ...(applyTime ? { applyTime } : {}),
    ...(commits === undefined ? {} : { commits: commits ?? [] }),
    ...(billableDimensions === undefined ? {} : { billableDimensions: billableDimensions ?? [] }),
  };
}

const isSameDay = (one: Date, other: Date): boolean =>
  one.toISOString().slice(0, 10) === other.toISOString().slice(0, 10);

const clockLeewayMs = 60_000;

/**
 * Checks whether a time means now: the caller’s clock may differ a little, and a bare date of today is its midnight.
 */
const meansNow = (given: Date, now: Date): boolean =>
  Math.abs(given.getTime() - now.getTime()) < clockLeewayMs || (given < now && isSameDay(given, now));

/**
 * Computes when a change applies: now if the time is absent or an earlier time of today (UTC).
 * @throws 400 that names the field
 */
function applyTimeOf(
  { applyTime, ...model }: UpdateEntitlementPriceModelParams,
  { endTime, info, priced }: { endTime: string | null; info?: EntitlementInfo; priced?: Period | undefined },
  now: Date,
): Date {
  const findings: Finding[] = [];
  if (!model.commits && !model.billableDimensions)
    findings.push({ pointer: '/commits', message: 'is required, or billableDimensions' });
  const given = applyTime ? new Date(millisecondsOf(applyTime) as number) : now;
  const at = meansNow(given, now) ? now : given;
  if (at < now) findings.push({ pointer: '/applyTime', message: 'must not be in the past' });
  if (endTime !== null && at.getTime() >= Date.parse(endTime))
    findings.push({ pointer: '/applyTime', message: `must be before the end, ${endTime}` });
  findings.push(...priceFindings(model, info));
  if (priced) findings.push(...lengthFindings(model.commits ?? [], info?.commits ?? [], priced));
  if (findings.length > 0) throw invalid(findings);
  return at;
}

/** Changes the prices of a direct sale: immediately, or by a job at the given time. */
async function changePriceModel(
  scope: OrgTransaction,
  entitlementId: string,
  params: UpdateEntitlementPriceModelParams,
  { strict }: { strict: boolean },
): Promise<EntitlementRow> {
  const unpriced = unpricedCommits(params.commits ?? [], '/commits');
  if (strict && unpriced.length > 0) throw invalid(unpriced);
  await acquireSharedBuyersLock(scope);
  const entitlement = await requireCurrentEntitlement(scope, entitlementId);
  await requireRepriceable(scope, entitlement, requireUndivided);
  const info = JSON.parse(entitlement.info) as EntitlementInfo;
  const priced = await lastPeriod(scope, entitlement);
  const at = applyTimeOf(params, { endTime: entitlement.end_time, info, priced }, scope.now);
  const { commits, billableDimensions } = params;
  const model: PriceModel = {
    ...(commits ? { commits } : {}),
    ...(billableDimensions ? { billableDimensions } : {}),
  };
  const { warningMessages = [] } = JSON.parse(entitlement.meta_info) as WorkloadMetaInfo;
  const metaInfo = {
    lastModifiedBy: modifiedBy(scope),
    ...(unpriced.length > 0 ? { warningMessages: [...warningMessages, ...unpriced.map(asWarning)] } : {}),
  };
  if (at <= scope.now) return apply(scope, entitlement, model, metaInfo);
  const jobId = scope.newId('job');
  await scope.query(enqueue(scope, priceModelJob, { entitlementId, jobId, model }, { at, id: jobId }));
  return changeEntitlement(scope, entitlement, 'UPDATE', { metaInfo });
}

/**
 * Requires that the prices can change now.
 * @param undivided requires that the commit of the current term is undivided
 * @throws 400 for a marketplace sale or a wrong status, 409 if sales need an approval that the caller cannot give
 */
export async function requireRepriceable(
  scope: OrgTransaction,
  entitlement: EntitlementRow,
  undivided: RequireUndivided,
): Promise<void> {
  requireDirect(entitlement);
  requireState(entitlement, 'changePriceModel');
  await undivided(scope, entitlement);
  await requireMayChangeSale(scope, 'A new price');
}

/** Applies a price model. New commits remove the payments on dates, which were agreed on for the earlier commits. */
const apply = (scope: OrgTransaction, entitlement: EntitlementRow, model: PriceModel, metaInfo?: object) =>
  changeRunningTerm(scope, entitlement, {
    type: kindOfChange(JSON.parse(entitlement.info) as EntitlementInfo, model),
    terms: model,
    remove: model.commits ? ['paymentInstallments', 'commitAmount'] : [],
    also: { metaInfo },
  });

type Payload = { entitlementId: string; jobId: string; model: PriceModel };

/** Job that changes a price model at its time, by the organization’s clock. */
export const priceModelJob: JobDefinition<Payload> = {
  kind: 'entitlements.price-model',
  payload: z.object({
    entitlementId: z.string(),
    jobId: z.string(),
    model: z.custom<PriceModel>((value) => typeof value === 'object' && value !== null),
  }),
  lane: ({ entitlementId, jobId }) => `price:${entitlementId}:${jobId}`,
  retry: backoff({ tries: 20 }),
  operation: {
    name: 'Change the price model of an entitlement as scheduled',
    subject: ({ entitlementId }) => ({ entitlement_id: entitlementId }),
    cancellable: true,
  },
};

export const priceModelJobHandler: JobHandler<Payload> = {
  definition: priceModelJob,
  run: (job) =>
    job.finish('changed, unless the entitlement has ended', async (scope) => {
      await acquireSharedBuyersLock(scope);
      const entitlement = await lockEntitlement(scope, job.payload.entitlementId);
      if (entitlement?.status === 'ACTIVE' && !isOver(entitlement, scope.now))
        await apply(scope, await inDueTerm(scope, entitlement), job.payload.model);
    }),
  // A failed attempt is rolled back completely, so no change has to be undone.
  giveUp: (job, error) =>
    job.finish(error.message, undefined, error instanceof JobCancelled ? 'CANCELED' : 'FAILED'),
};
