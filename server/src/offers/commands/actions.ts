import type { ActionDefinition } from '../../platform/http/actions.ts';
import type { OfferRow } from '../columns.ts';
import type { OfferOperation } from '../states.ts';
import { requireReviewable, requireSubmittable } from './approval.ts';
import { requireReady } from './drafts.ts';
import { requireExtendable, requireReconcilable, requireRetryable } from './life.ts';
import { requireStateFor } from './preconditions.ts';
import type { OfferDeps } from './relations.ts';
import { requireLost } from './resolve-creation.ts';

type OfferAction = ActionDefinition<OfferRow>;

const inState =
  (operation: OfferOperation): OfferAction['precondition'] =>
  (_scope, offer) =>
    requireStateFor(operation, offer);

const always = () => {};

/**
 * What may be done with an offer. A draft is submitted by creating an offer with its id: of any other offer the
 * operation makes another.
 */
export const offerActions = (deps: OfferDeps): readonly OfferAction[] => [
  { name: 'update', operationId: 'updateOffer', precondition: inState('update') },
  { name: 'updateMetaInfo', operationId: 'updateOfferMetaInfo', precondition: always },
  {
    name: 'submit',
    operationId: 'createOffer',
    precondition: (scope, offer) => requireReady(scope, deps, offer),
  },
  { name: 'submitForApproval', operationId: 'submitOfferForApproval', precondition: requireSubmittable },
  { name: 'approve', operationId: 'approveOffer', precondition: requireReviewable },
  { name: 'requestAction', operationId: 'requestOfferAction', precondition: requireReviewable },
  { name: 'decline', operationId: 'declineOffer', precondition: requireReviewable },
  {
    name: 'retry',
    operationId: 'retryOffer',
    precondition: (scope, offer) => requireRetryable(scope, deps.findAgreement, offer),
  },
  { name: 'resolveCreation', operationId: 'resolveOfferCreation', precondition: requireLost },
  {
    name: 'extend',
    operationId: 'extendOfferExpiryDate',
    precondition: (scope, offer) => requireExtendable(scope, deps.registry, offer),
  },
  { name: 'notifyContacts', operationId: 'sendOfferNotifications', precondition: inState('notify') },
  {
    name: 'synchronize',
    operationId: 'synchronizeOffer',
    precondition: (_scope, offer) => requireReconcilable(offer),
  },
  { name: 'clone', operationId: 'cloneOffer', precondition: always },
  { name: 'cancel', operationId: 'cancelOffer', destructive: true, precondition: inState('cancel') },
  { name: 'delete', operationId: 'deleteOffer', destructive: true, precondition: inState('delete') },
];
