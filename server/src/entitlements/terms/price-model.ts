import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { acquireSharedBuyersLock } from '../../buyers/index.ts';
import {
  asWarning,
  lengthFindings,
  priceFindings,
  requireMayChangeSale,
  unpricedCommits,
} from '../../offers/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { type Finding, invalid } from '../../platform/errors.ts';
import {
  backoff,
  enqueue,
  JobCancelled,
  type JobDefinition,
  type JobHandler,
} from '../../platform/jobs/queue.ts';
import type { Period } from '../../platform/money-and-time/recurrence.ts';
import { millisecondsOf } from '../../platform/records/fields.ts';
import { modifiedBy } from '../../products/index.ts';
import type { WorkloadMetaInfo } from '../../products/records/index.ts';
import { changeEntitlement, requireDirect, requireState } from '../change/index.ts';
import type { EntitlementRow } from '../columns.ts';
import type { EntitlementInfo, UpdateEntitlementPriceModelParams } from '../records.ts';
import { isOver } from '../states.ts';
import { lockEntitlement } from '../store.ts';
import { changeRunningTerm } from './change-running.ts';
import {
  inDueTerm,
  type RequireUndivided,
  requireCurrentEntitlement,
  requireUndivided,
} from './current-term.ts';
import { lastPeriod } from './renew.ts';

type PriceModel = Pick<UpdateEntitlementPriceModelParams, 'commits' | 'billableDimensions'>;

/** Says whether a change is of quantities only, or of more. */
export function kindOfChange(info: EntitlementInfo, model: PriceModel): 'PlanChange' | 'QuantityChange' {
  const { commits, billableDimensions } = model;
  if (billableDimensions && !isDeepStrictEqual(billableDimensions, info.billableDimensions ?? []))
    return 'PlanChange';
  const withoutQuantities = (list: EntitlementInfo['commits'] = []) =>
    list.map(({ quantity: _, ...commit }) => commit);
  return commits && !isDeepStrictEqual(withoutQuantities(commits), withoutQuantities(info.commits))
    ? 'PlanChange'
    : 'QuantityChange';
}

const isSameDay = (one: Date, other: Date): boolean =>
  one.toISOString().slice(0, 10) === other.toISOString().slice(0, 10);

const clockLeewayMs = 60_000;

/**
 * Says whether a time means now. Nobody hits this very moment, whose clock may go before ours; and a bare date of today
 * is its midnight.
 */
const meansNow = (given: Date, now: Date): boolean =>
  Math.abs(given.getTime() - now.getTime()) < clockLeewayMs || (given < now && isSameDay(given, now));

/**
 * Computes when a change applies: now when nothing is said, or a time of today that has passed, in UTC. @throws 400
 * that names the field
 */
export function applyTimeOf(
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

/** Changes what a direct sale costs: at once, or by a job at its time. */
export async function changePriceModel(
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
 * @param undivided requires that the commit of the term that runs is not divided
 * @throws 400 by where it was sold, or its state, 409 where sales need an approval that the caller cannot give
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

/** Payments on dates were agreed on with the commits that they pay: with new ones they no longer hold. */
const apply = (scope: OrgTransaction, entitlement: EntitlementRow, model: PriceModel, metaInfo?: object) =>
  changeRunningTerm(scope, entitlement, {
    type: kindOfChange(JSON.parse(entitlement.info) as EntitlementInfo, model),
    terms: model,
    remove: model.commits ? ['paymentInstallments', 'commitAmount'] : [],
    also: { metaInfo },
  });

type Payload = { entitlementId: string; jobId: string; model: PriceModel };

/** Changes a price model when its time has come, by the organization's clock. */
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
    name: 'Change the price model of an entitlement at its time',
    subject: ({ entitlementId }) => ({ entitlement_id: entitlementId }),
    cancellable: true,
  },
};

export const priceModelJobHandler: JobHandler<Payload> = {
  definition: priceModelJob,
  run: (job) =>
    job.finish('changed, unless the entitlement had ended', async (scope) => {
      await acquireSharedBuyersLock(scope);
      const entitlement = await lockEntitlement(scope, job.payload.entitlementId);
      if (entitlement?.status === 'ACTIVE' && !isOver(entitlement, scope.now))
        await apply(scope, await inDueTerm(scope, entitlement), job.payload.model);
    }),
  // A try that failed has changed nothing.
  giveUp: (job, error) =>
    job.finish(error.message, undefined, error instanceof JobCancelled ? 'CANCELED' : 'FAILED'),
};
