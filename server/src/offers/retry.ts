import type { OrgTransaction } from '../platform/access/scope.ts';
import { invalid } from '../platform/errors.ts';
import { RawJson, route } from '../platform/http/route.ts';
import { modifiedBy } from '../products/index.ts';
import { requireApproval } from './approval.ts';
import { changeOffer } from './change.ts';
import { agreementFindings, contextOf, type FindAgreement, type OfferDeps } from './checks.ts';
import { encodeOffer, type OfferRow } from './columns.ts';
import { enqueueCreation } from './creation.ts';
import { offerErrors } from './errors.ts';
import { forgetMade } from './pending-changes.ts';
import { inspectOffer } from './prepare/prepare.ts';
import { bodyOf } from './prepare/stored.ts';
import { WorkloadOffer } from './records.ts';
import { requireStateFor } from './states.ts';
import { requireOffer } from './store.ts';

export const retryOfferRoute = (deps: OfferDeps) =>
  route({
    method: 'POST',
    path: '/org/{orgId}/offer/{offerId}/retry',
    operationId: 'retryOffer',
    group: 'Offer',
    summary: 'Retry the creation of an offer',
    description:
      'If the offer itself caused the failure, change the offer first. The checks of a new offer apply, such as an agreement ' +
      'that has ended. The response is PENDING_CREATE.',
    access: 'offers:write',
    response: WorkloadOffer,
    responseDescription: 'The offer',
    errors: [
      offerErrors.offer_not_found.definition,
      offerErrors.offer_state.definition,
      offerErrors.offer_not_approved.definition,
    ],
    run: {
      kind: 'transaction',
      handle: async (scope, { params }) => ({
        body: new RawJson(encodeOffer(await retryOffer(scope, deps, params.offerId))),
      }),
    },
  });

/** Fields of the meta info about a failed creation, which a retry removes. */
const ofFailure = ['errorMessages', 'prettifiedErrorMessages', 'createRetryAttempts', 'nextCreateRetryAt'];

/**
 * Retries the failed creation of an offer. An earlier attempt may have created the offer, so the job first
 * looks the offer up at the marketplace.
 * @throws 400 with the findings, 404 when the offer does not exist, 409 when its state does not allow a retry
 */
async function retryOffer(
  scope: OrgTransaction,
  { documents, findAgreement }: OfferDeps,
  id: string,
): Promise<OfferRow> {
  const offer = await requireOffer(scope, id);
  await requireRetryable(scope, findAgreement, offer);
  if (offer.external_id !== null) scope.send(forgetMade(scope, id));
  const waiting = await changeOffer(scope, offer, 'UPDATE', {
    status: 'PENDING_CREATE',
    metaInfo: { lastModifiedBy: modifiedBy(scope) },
    removeMetaInfo: ofFailure,
  });
  await enqueueCreation(scope, documents, waiting, { again: true });
  return waiting;
}

/**
 * Requires an offer whose creation can be retried.
 * @throws 400 with the findings, 409 when the state does not allow a retry
 */
export async function requireRetryable(
  scope: OrgTransaction,
  findAgreement: FindAgreement,
  offer: OfferRow,
): Promise<void> {
  requireStateFor('retry', offer);
  const body = bodyOf(offer);
  const findings = [
    ...inspectOffer(body, await contextOf(scope, body, { stored: body })).findings,
    ...(await agreementFindings(scope, body, findAgreement)),
  ];
  if (findings.length > 0) throw invalid(findings);
  await requireApproval(scope, [offer]);
}
