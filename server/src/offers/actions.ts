import { type ActionDefinition, actionsRoute } from '../platform/http/actions.ts';
import type { Route } from '../platform/http/route.ts';
import { requireReviewable, requireSubmittable } from './approve.ts';
import type { OfferDeps } from './checks.ts';
import type { OfferRow } from './columns.ts';
import { requireReady } from './drafts.ts';
import { offerErrors } from './errors.ts';
import { requireExtendable } from './extend.ts';
import { requireReconcilable } from './reconcile.ts';
import { requireLost } from './resolve-creation.ts';
import { requireRetryable } from './retry.ts';
import { type OfferOperation, requireStateFor } from './states.ts';
import { findOffer } from './store.ts';

/**
 * Lists the possible operations on an offer.
 * @param routes the routes of offers, whose inputs the list describes
 */
export const listOfferActions = (deps: OfferDeps, routes: readonly Route[]) =>
  actionsRoute({
    path: '/org/{orgId}/offer/{offerId}/action',
    operationId: 'listOfferActions',
    group: 'Offer',
    summary: 'List the possible operations on an offer',
    access: 'offers:read',
    actions: offerActions(deps),
    routes,
    find: async (scope, { offerId }) => {
      const offer = await findOffer(scope, offerId);
      return offer?.status === 'DELETED' ? undefined : offer;
    },
    missing: offerErrors.offer_not_found,
  });

type OfferAction = ActionDefinition<OfferRow>;

const inState =
  (operation: OfferOperation): OfferAction['precondition'] =>
  (_scope, offer) =>
    requireStateFor(operation, offer);

const always = () => {};

/**
 * Lists the operations that are possible on an offer. Submitting is listed for drafts only, because createOffer
 * with the id of any other offer creates a new offer.
 */
const offerActions = (deps: OfferDeps): readonly OfferAction[] => [
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
