import { observeJob } from '../../marketplaces/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { invalid } from '../../platform/errors.ts';
import { enqueue } from '../../platform/jobs/queue.ts';
import { modifiedBy } from '../../products/index.ts';
import { changeOffer, scheduleReconciliation } from '../change/index.ts';
import type { OfferRow } from '../columns.ts';
import { offerErrors } from '../errors.ts';
import { isCreationLost, lockMade } from '../publication/index.ts';
import type { CreationOutcome } from '../records.ts';
import { lockOfferByExternalId } from '../store.ts';
import { requireOffer } from './preconditions.ts';

/**
 * Takes a person's word for what became of a creation of which the answer was lost, where the marketplace cannot be asked:
 * the offer is read there by its id, or is CREATE_FAILED.
 * @throws 400 that names the field, 404, and 409 where nobody has to say it
 */
export async function resolveCreation(
  scope: OrgTransaction,
  id: string,
  { externalID, failed }: CreationOutcome,
): Promise<OfferRow> {
  const offer = await requireOffer(scope, id);
  await requireLost(scope, offer);
  if (externalID && failed) throw refuse('/failed', 'must not be true of an offer that the marketplace has');
  if (failed) return fail(scope, offer);
  if (!externalID) throw refuse('/externalID', 'must be there, unless `failed` is true');
  const other = await lockOfferByExternalId(scope, offer.partner ?? '', externalID);
  if (other && other.id !== id)
    throw refuse('/externalID', `is what the marketplace calls the offer ${other.id}`);
  await scope.query(lockMade(scope.organizationId, id, externalID));
  const made = await changeOffer(scope, offer, 'UPDATE', {
    externalId: externalID,
    metaInfo: { lastModifiedBy: modifiedBy(scope) },
    removeMetaInfo: ['errorMessages', 'prettifiedErrorMessages'],
  });
  const partner = offer.partner ?? '';
  await scope.query(enqueue(scope, observeJob, { partner, kind: 'OFFER', externalId: externalID }));
  await scheduleReconciliation(scope, made);
  return made;
}

/** @throws 409 where nobody has to say what became of the creation */
export async function requireLost(scope: OrgTransaction, offer: OfferRow): Promise<void> {
  if (offer.status !== 'PENDING_CREATE' || !(await isCreationLost(scope, offer.id)))
    throw offerErrors.offer_state(
      `The offer is ${offer.status}, and the answer to its creation is not one that a person has to say.`,
    );
}

const refuse = (pointer: string, message: string) => invalid([{ pointer, message }]);

const fail = (scope: OrgTransaction, offer: OfferRow): Promise<OfferRow> =>
  changeOffer(scope, offer, 'UPDATE', {
    status: 'CREATE_FAILED',
    metaInfo: {
      lastModifiedBy: modifiedBy(scope),
      errorMessages: ['not at the marketplace'],
      prettifiedErrorMessages: [
        'The marketplace does not have the offer, as somebody has said who looked there.',
      ],
    },
  });
