import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { Answer, Batch } from '../../platform/http/route.ts';
import type { ReportedGroup } from './shape.ts';
import { type GroupOutcome, type TakeDeps, takeUsage } from './take.ts';

/** Stores a record group that the service reports, within the caller’s transaction. Returns the outcome. */
export async function takeOwnUsage(
  scope: OrgTransaction,
  deps: TakeDeps,
  group: Pick<ReportedGroup, 'id' | 'entitlementId' | 'usedAt' | 'names' | 'quantities' | 'metaInfo'>,
  { isQuiet = false } = {},
): Promise<GroupOutcome> {
  let [outcome]: readonly GroupOutcome[] = [];
  let step: Answer | Batch = takeUsage(scope, deps, {
    source: 'INTERNAL',
    reported: [{ ...group, billable: undefined }],
    isAtomic: false,
    isSingle: false,
    isQuiet,
    respond: (outcomes) => {
      [outcome] = outcomes;
      return { body: undefined };
    },
  });
  while ('statements' in step)
    step = step.respond(await Promise.all(step.statements.map((statement) => scope.query(statement))));
  if (!outcome) throw new Error(`usage of entitlement ${group.entitlementId} was not stored`);
  return outcome;
}
