import type { Route } from '../../platform/http/route.ts';
import type { OfferDeps } from '../commands/index.ts';
import { offerSetRoutes } from '../sets/index.ts';
import { listOfferActions } from './actions.ts';
import { approvalRoutes } from './approval.ts';
import { changeRoutes } from './changes.ts';
import { cloneRoutes } from './clone.ts';
import { resolveCreationRoute } from './creation.ts';
import { documentRoutes, type PdfDeps } from './documents.ts';
import { draftRoutes } from './drafts.ts';
import { getOfferForm } from './form.ts';
import { lifeRoutes } from './life.ts';
import { listOffers, listsByOther } from './lists.ts';
import { createOfferRoute, getOffer } from './one.ts';

export { contactLinkRoutes } from './contacts.ts';

export type OfferRouteDeps = OfferDeps & PdfDeps;

/** All routes of offers and of their sets. */
export function offerRoutes(deps: OfferRouteDeps): Route[] {
  const routes = [
    createOfferRoute(deps),
    listOffers(),
    getOfferForm(),
    getOffer(),
    ...draftRoutes(deps),
    ...approvalRoutes(),
    ...cloneRoutes(),
    ...lifeRoutes(deps),
    ...changeRoutes(deps),
    resolveCreationRoute(),
    ...documentRoutes(deps),
    ...listsByOther(),
    ...offerSetRoutes(deps),
  ];
  return [...routes, listOfferActions(deps, routes)];
}
