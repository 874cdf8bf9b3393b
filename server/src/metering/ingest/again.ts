import type { AdapterRegistry } from '../../marketplaces/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { Answer, Batch } from '../../platform/http/route.ts';
import { type GroupVerdict, judge } from './judge.ts';
import { findSales } from './lookup.ts';
import type { ReportedGroup } from './shape.ts';

/** Validates previously reported usage again, and reads whether its entitlement has ended. */
export async function judgeAgain(
  scope: OrgTransaction,
  registry: AdapterRegistry,
  reported: ReportedGroup,
): Promise<GroupVerdict & { isEnded: boolean }> {
  let judged: (GroupVerdict & { isEnded: boolean }) | undefined;
  let step: Answer | Batch = findSales(scope, registry, [reported], (sales, metrics) => {
    const sold = sales.get(reported.entitlementId)?.sold;
    judged = {
      ...judge(reported, sold, { metrics, now: scope.now }),
      isEnded: sold?.status === 'CANCELLED',
    };
    return { body: '' };
  });
  while ('statements' in step)
    step = step.respond(await Promise.all(step.statements.map((statement) => scope.query(statement))));
  return judged as GroupVerdict & { isEnded: boolean };
}
