import { actionsRoute } from '../../platform/http/actions.ts';
import type { Route } from '../../platform/http/route.ts';
import { type OfferDeps, offerActions } from '../commands/index.ts';
import { offerErrors } from '../errors.ts';
import { findOffer } from '../store.ts';

/** @param routes the operations on offers, of which the list tells what they ask for */
export const listOfferActions = (deps: OfferDeps, routes: readonly Route[]) =>
  actionsRoute({
    path: '/org/{orgId}/offer/{offerId}/action',
    operationId: 'listOfferActions',
    group: 'Offer',
    summary: 'List what can be done with an offer',
    access: 'offers:read',
    actions: offerActions(deps),
    routes,
    find: async (scope, { offerId }) => {
      const offer = await findOffer(scope, offerId);
      return offer?.status === 'DELETED' ? undefined : offer;
    },
    missing: offerErrors.offer_not_found,
  });
