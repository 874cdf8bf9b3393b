import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { OfferRow } from '../columns.ts';
import { offerErrors } from '../errors.ts';
import { type OfferOperation, offerOperations } from '../states.ts';
import { lockOffer } from '../store.ts';

const doing: Record<OfferOperation, string> = {
  update: 'changed',
  cancel: 'cancelled',
  extend: 'extended',
  delete: 'deleted',
  retry: 'created again',
  submit: 'submitted',
  submitForApproval: 'submitted for approval',
  notify: 'told to contacts',
};

/** The offer, locked. @throws 404 when it is not there or deleted */
export async function requireOffer(scope: OrgTransaction, id: string): Promise<OfferRow> {
  const offer = await lockOffer(scope, id);
  if (!offer || offer.status === 'DELETED') throw offerErrors.offer_not_found();
  return offer;
}

/** The offer, locked, in a state for the operation. @throws 404, and 409 that names the states */
export async function requireState(
  scope: OrgTransaction,
  id: string,
  operation: OfferOperation,
): Promise<OfferRow> {
  const offer = await requireOffer(scope, id);
  requireStateFor(operation, offer);
  return offer;
}

/** @throws 409 that names the states in which the operation is possible */
export function requireStateFor(operation: OfferOperation, { status }: Pick<OfferRow, 'status'>): void {
  const allowed = offerOperations[operation];
  if (!allowed.includes(status))
    throw offerErrors.offer_state(
      `The offer is ${status}; it can be ${doing[operation]} when it is ${allowed.join(', ')}.`,
    );
}
