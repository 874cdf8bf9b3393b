import { z } from 'zod';
import { acquireSharedBuyersLock } from '../buyers/index.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';
import { invalid } from '../platform/errors.ts';
import { route } from '../platform/http/route.ts';
import { coinProblem } from '../platform/money-and-time/coins.ts';
import { Exact, equalShares, roundUpTo } from '../platform/money-and-time/exact.ts';
import type { EntitlementRow, TermRow } from './columns.ts';
import { subTermStarts } from './dates.ts';
import { entitlementErrors } from './errors.ts';
import { requireState } from './preconditions.ts';
import { DivideEntitlementCommitParams, type EntitlementInfo } from './records.ts';
import { changes, stateErrors, warnEntitlement } from './response.ts';
import {
  boughtTerm,
  changeTerm,
  createTerm,
  currencyOf,
  type DividedTerm,
  fromLife,
  type RequireUndivided,
  requireCurrentEntitlement,
  requireUndivided,
} from './terms/index.ts';

export const divideCommitRoute = route({
  ...changes,
  method: 'POST',
  path: '/org/{orgId}/entitlement/{entitlementId}/divideCommit',
  operationId: 'divideEntitlementCommit',
  summary: 'Divide the commit of the current term',
  description:
    'Creates a sub term for each start date, with equal amounts; the last sub term has the remainder. A commitAmount above ' +
    '0 is divided as commit; otherwise the commit that usage has not consumed is divided as credit.',
  body: DivideEntitlementCommitParams,
  example: { commitAmount: 12000, startDates: ['2026-12-01T10:00:00.000Z', '2027-06-01T00:00:00.000Z'] },
  response: z.string(),
  responseExample: 'trm_01m7z53qrwf3raysksbfq2fp2q',
  responseDescription: 'The id of the divided term',
  errors: stateErrors,
  run: {
    kind: 'transaction',
    handle: async (scope, request) => {
      const body = await divideCommit(scope, request.params.entitlementId, request.body);
      await warnEntitlement(scope, request);
      return { body };
    },
  },
});

/** Divides the commit of the current term equally among sub terms (R46). Returns the id of the divided term. */
async function divideCommit(
  scope: OrgTransaction,
  entitlementId: string,
  params: DivideEntitlementCommitParams,
): Promise<string> {
  await acquireSharedBuyersLock(scope);
  const entitlement = await requireCurrentEntitlement(scope, entitlementId);
  const parent = await requireDivisible(scope, entitlement, requireUndivided);
  const starts = subTermStarts(params.startDates ?? [], parent.start_time as string, parent.end_time);
  const currency = (JSON.parse(parent.entitlement_info) as EntitlementInfo).currency || 'USD';
  const { total, as } = amountToDivide(parent, params.commitAmount, currency);
  const shares = equalShares(total, starts.length, currency);
  const ids = starts.map(() => scope.newId('trm'));
  await changeTerm(scope, parent, { info: { isCommitDivided: true, subEntitlementTermIds: ids } });
  const now = scope.now.toISOString();
  for (const [index, id] of ids.entries())
    await createTerm(scope, {
      ...parent,
      id,
      info: JSON.stringify({ type: 'DivideCommit', parentEntitlementTermId: parent.id }),
      credit_amount: as === 'credit' ? shares[index] : null,
      shared_credit: as === 'credit' ? shares[index] : null,
      carried_credit: null,
      reported_amount: '0',
      used_commit_amount: '0',
      used_credit_amount: '0',
      ...fromLife(
        boughtTerm(
          { start: starts[index] as string, end: starts[index + 1] ?? parent.end_time },
          as === 'commit' ? (shares[index] as string) : '0',
        ),
      ),
      creation_time: now,
      last_update_time: now,
    });
  return parent.id;
}

/**
 * Returns the current term, if its commit can be divided.
 * @throws 400 if the status does not allow it, the commit is divided, or no commit is left
 */
export async function requireDivisible<Term extends DividedTerm>(
  scope: OrgTransaction,
  entitlement: EntitlementRow,
  undivided: RequireUndivided<Term>,
): Promise<Term> {
  requireState(entitlement, 'divideCommit');
  const term = await undivided(scope, entitlement);
  if (!commitLeft(term).greaterThan(0))
    throw entitlementErrors.entitlement_state(`Term ${term.id} has no commit left to divide.`);
  return term;
}

/**
 * Computes the amount to divide: the given amount as commit, or the whole remaining commit as credit.
 * @throws 400 for an amount above the remaining commit
 */
function amountToDivide(
  term: TermRow,
  asked: number | undefined,
  currency: string,
): { total: string; as: 'commit' | 'credit' } {
  const left = commitLeft(term);
  if (asked === undefined || asked <= 0) return { total: left.toFixed(), as: 'credit' };
  if (left.lessThan(asked))
    throw invalid([
      {
        pointer: '/commitAmount',
        message: `must not exceed the remaining commit, ${left.toFixed()}`,
      },
    ]);
  const problem = coinProblem(asked, currency);
  if (problem) throw invalid([{ pointer: '/commitAmount', message: problem }]);
  return { total: String(asked), as: 'commit' };
}

/** Computes the amount of an undivided commit that usage has not consumed. */
const commitLeft = (term: DividedTerm): Exact =>
  new Exact(term.commit_amount ?? 0).minus(
    roundUpTo(currencyOf(term), new Exact(term.used_commit_amount ?? 0)),
  );
