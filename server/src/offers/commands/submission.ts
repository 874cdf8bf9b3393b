import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { InTransaction, RouteRequest } from '../../platform/http/route.ts';
import { hasRelations, namesFeatures, replacedName } from '../prepare/index.ts';
import { lookUpReplaced, requireFeatures } from '../publication/index.ts';
import type { WorkloadOffer } from '../records.ts';
import { sourceOf } from '../row-conversion.ts';
import { findOffer } from '../store.ts';
import { checkRelated, repeatOffer } from './create.ts';
import { draftIdOf, requireNotJustSubmitted, submitDraft, submittedBody } from './drafts.ts';
import type { OfferDeps } from './relations.ts';
import { requireSource } from './require-source.ts';

/**
 * A body with an id may be a draft’s submission (R24): that changes a row, and takes its lock. A source that is to be
 * cancelled (R29), features of a product (R26) and what the offer builds on (R27) are looked up before the offer is
 * made.
 */
export function submission(deps: OfferDeps, request: RouteRequest<unknown, WorkloadOffer>) {
  const { body, bodyHash, parsedBody } = request;
  const id = draftIdOf(parsedBody);
  const checked = sourceOf(body.metaInfo) !== undefined || namesFeatures(body) || hasRelations(body);
  if (id === undefined && !checked) return undefined;
  return async (scope: OrgTransaction) => {
    const answer = id === undefined ? undefined : await submitDraft(scope, deps, request, id);
    if (answer) return answer;
    if (id !== undefined) await requireNotJustSubmitted(scope, id, bodyHash());
    if (!checked) return undefined;
    // A repeat has its answer, whatever became of what the offer builds on (R20).
    const repeat = await repeatOffer(scope, bodyHash());
    if (repeat) return repeat;
    await requireSource(scope, undefined, body);
    await requireFeatures(scope, body);
    return checkRelated(scope, deps, body);
  };
}

/**
 * An offer that replaces one which is not ours has that looked up at its marketplace (R26), unless it has its answer
 * already (R20).
 */
export function lookUp(
  { registry }: OfferDeps,
  { body, bodyHash, parsedBody }: RouteRequest<unknown, WorkloadOffer>,
): ((context: { transaction: InTransaction }) => Promise<void>) | undefined {
  const id = draftIdOf(parsedBody);
  if (id === undefined && replacedName(body) === undefined) return undefined;
  return ({ transaction }) =>
    lookUpReplaced(registry, transaction, async (scope) => {
      if (await repeatOffer(scope, bodyHash())) return undefined;
      const draft = id === undefined ? undefined : await findOffer(scope, id);
      return draft?.status === 'DRAFT' ? submittedBody(draft, body) : body;
    });
}
