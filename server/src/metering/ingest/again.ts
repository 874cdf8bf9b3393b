import type { AdapterRegistry } from '../../marketplaces/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { Answer, Batch } from '../../platform/http/route.ts';
import { type Judged, judge } from './judge.ts';
import { findSales } from './lookup.ts';
import type { Reported } from './shape.ts';

/** Says whether usage that was reported before can be taken now. */
export async function judgeAgain(
  scope: OrgTransaction,
  registry: AdapterRegistry,
  reported: Reported,
): Promise<Judged> {
  let judged: Judged | undefined;
  let step: Answer | Batch = findSales(scope, registry, [reported], (sales, metrics) => {
    judged = judge(reported, sales.get(reported.entitlementId)?.sold, { metrics, now: scope.now });
    return { body: '' };
  });
  while ('statements' in step)
    step = step.respond(await Promise.all(step.statements.map((statement) => scope.query(statement))));
  return judged as Judged;
}
