import type { Route } from '../../platform/http/route.ts';
import type { DealRouteDeps } from '../deals/index.ts';
import { portalDealRoutes } from './deals.ts';
import { portalOfferRoutes } from './offers.ts';
import { selfRoutes } from './self.ts';

export { channelPartnerOf } from './bound.ts';

/** The operations of channel partners' people: they reach these alone. */
export const portalRoutes = ({ selectReferrals }: DealRouteDeps): Route[] => [
  ...selfRoutes(),
  ...portalDealRoutes(selectReferrals),
  ...portalOfferRoutes(),
];
