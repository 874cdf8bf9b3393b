import type { OfferDeps } from '../commands/index.ts';
import { offerSetRoutes } from '../sets/index.ts';
import { approvalRoutes } from './approval.ts';
import { changeRoutes } from './changes.ts';
import { cloneRoutes } from './clone.ts';
import { documentRoutes, type PdfDeps } from './documents.ts';
import { draftRoutes } from './drafts.ts';
import { lifeRoutes } from './life.ts';
import { listOffers, listsByOther } from './lists.ts';
import { createOfferRoute, getOffer } from './one.ts';

export { contactLinkRoutes } from './contacts.ts';

export type OfferRouteDeps = OfferDeps & PdfDeps;

/** All routes of offers and of their sets. */
export const offerRoutes = (deps: OfferRouteDeps) => [
  createOfferRoute(deps),
  listOffers(),
  getOffer(),
  ...draftRoutes(deps),
  ...approvalRoutes(),
  ...cloneRoutes(),
  ...lifeRoutes(deps),
  ...changeRoutes(deps),
  ...documentRoutes(deps),
  ...listsByOther(),
  ...offerSetRoutes(deps),
];
