import type { Follower, Schedule } from '../notifications/index.ts';
import type { QuotaDefinition } from '../platform/access/quotas.ts';
import type { Route } from '../platform/http/route.ts';
import type { AnyJobHandler } from '../platform/jobs/queue.ts';
import type { UpcomingSource } from '../platform/jobs/upcoming.ts';
import { agreementRoutes } from './agreements/crud.ts';
import { agreementEndSoonSchedule } from './agreements/end-soon.ts';
import { countAgreements } from './agreements/store.ts';
import { attributionRoutes } from './attribution/crud.ts';
import { attributeJobHandler, followResales } from './attribution/resales.ts';
import { channelPartnerRoutes } from './channel-partners/crud.ts';
import { ownerLeftSchedule } from './channel-partners/references.ts';
import { countChannelPartners, lockChannelPartnerForReference } from './channel-partners/store.ts';
import { loseDealRoute, withdrawDealRoute } from './deals/close.ts';
import { type DealRouteDeps, listDealConflictsRoute } from './deals/conflicts.ts';
import {
  createDealRoute,
  deleteDealRoute,
  getDealRoute,
  listDealsRoute,
  updateDealRoute,
} from './deals/crud.ts';
import { approveDealRoute, rejectDealRoute, requestDealActionRoute } from './deals/decide.ts';
import { dealUpcoming, expireJobHandler } from './deals/protection.ts';
import { countDeals, hasOpenDeals } from './deals/store.ts';
import { submitDealRoute } from './deals/submit.ts';
import { followSales, winDealRoute, winJobHandler } from './deals/win.ts';
import { partnerErrors } from './errors.ts';
import { portalDealRoutes } from './portal/deals.ts';
import { portalOfferRoutes } from './portal/offers.ts';
import { selfRoutes } from './portal/self.ts';
import { countTiers, tierRoutes } from './tiers.ts';

export { ChannelPartnerAgreement } from './agreements/records.ts';
export { isSigned } from './agreements/store.ts';
export { ChannelPartner } from './channel-partners/records.ts';
export { channelPartnerReferences } from './channel-partners/references.ts';
export { DealRegistration } from './deals/records.ts';
export { partnerDescription } from './description.ts';

/** The routes of deal registrations. */
const dealRoutes = (deps: DealRouteDeps) => [
  listDealsRoute,
  getDealRoute,
  listDealConflictsRoute(deps),
  createDealRoute,
  updateDealRoute,
  deleteDealRoute,
  submitDealRoute(deps),
  withdrawDealRoute,
  loseDealRoute,
  winDealRoute,
  approveDealRoute,
  requestDealActionRoute,
  rejectDealRoute,
];

/** The routes of the partner portal, the only routes for callers that act for a channel partner. */
const portalRoutes = ({ selectReferrals }: DealRouteDeps): Route[] => [
  ...selfRoutes(),
  ...portalDealRoutes(selectReferrals),
  ...portalOfferRoutes(),
];

/** The operation on channel partners with which organizations bind members and clients. */
export const boundChannelPartners = {
  lock: lockChannelPartnerForReference,
  missing: partnerErrors.channel_partner_not_found.definition,
};

/** The routes of channel partners, their agreements, deal registrations and attributions, and of the portal. */
export const partnerRoutes = (deps: DealRouteDeps = {}): Route[] => [
  ...channelPartnerRoutes({ hasOpenDeals }),
  ...tierRoutes(),
  ...agreementRoutes(),
  ...dealRoutes(deps),
  ...attributionRoutes(),
  ...portalRoutes(deps),
];

/** The schedules of channel partners. */
export const partnerSchedules: readonly Schedule[] = [agreementEndSoonSchedule, ownerLeftSchedule];

/** Event listeners that enqueue jobs. */
export const partnerFollowers: readonly Follower[] = [followSales, followResales];

/** All kinds of jobs about channel partners. */
export const partnerJobs: readonly AnyJobHandler[] = [expireJobHandler, winJobHandler, attributeJobHandler];

export const partnerQuotas: readonly QuotaDefinition[] = [
  {
    name: 'channelPartners',
    description: 'Channel partners that are not deleted',
    count: countChannelPartners,
  },
  {
    name: 'channelPartnerAgreements',
    description: 'Agreements with channel partners',
    count: countAgreements,
  },
  { name: 'channelPartnerTiers', description: 'Tiers of channel partners', count: countTiers },
  {
    name: 'dealRegistrations',
    description: 'Deal registrations, including ended registrations',
    count: countDeals,
  },
];

/** Upcoming dates of deal registrations. */
export const partnerUpcoming: readonly UpcomingSource[] = [dealUpcoming];
