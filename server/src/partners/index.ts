import type { Follower, Schedule } from '../notifications/index.ts';
import type { QuotaDefinition } from '../platform/access/quotas.ts';
import type { Route } from '../platform/http/route.ts';
import type { AnyJobHandler } from '../platform/jobs/queue.ts';
import type { UpcomingSource } from '../platform/jobs/upcoming.ts';
import { agreementEndSoonSchedule, agreementRoutes, countAgreements } from './agreements/index.ts';
import { attributeJobHandler, attributionRoutes, followResales } from './attribution/index.ts';
import {
  channelPartnerRoutes,
  countChannelPartners,
  lockChannelPartnerForReference,
  ownerLeftSchedule,
} from './channel-partners/index.ts';
import {
  countDeals,
  type DealRouteDeps,
  dealRoutes,
  dealUpcoming,
  expireJobHandler,
  followSales,
  hasOpenDeals,
  winJobHandler,
} from './deals/index.ts';
import { partnerErrors } from './errors.ts';
import { portalRoutes } from './portal/index.ts';
import { countTiers, tierRoutes } from './tiers/index.ts';

export { ChannelPartnerAgreement, isSigned } from './agreements/index.ts';
export { AttributionKind } from './attribution/index.ts';
export { ChannelPartner, channelPartnerReferences, selectChannelPartner } from './channel-partners/index.ts';
export { DealRegistration } from './deals/index.ts';
export { partnerDescription } from './description.ts';
export { partnerErrors } from './errors.ts';
export { channelPartnerOf } from './portal/index.ts';

/** What members and clients of a channel partner's are bound to. */
export const boundChannelPartners = {
  lock: lockChannelPartnerForReference,
  missing: partnerErrors.channel_partner_not_found.definition,
};

/** Companies that sell for the organization, and the customers that they bring. */
export const partnerRoutes = (deps: DealRouteDeps = {}): Route[] => [
  ...channelPartnerRoutes({ hasOpenDeals }),
  ...tierRoutes(),
  ...agreementRoutes(),
  ...dealRoutes(deps),
  ...attributionRoutes(),
  ...portalRoutes(deps),
];

/** The schedules of what time and the trail bring. */
export const partnerSchedules: readonly Schedule[] = [agreementEndSoonSchedule, ownerLeftSchedule];

/** What follows from events of the trail. */
export const partnerFollowers: readonly Follower[] = [followSales, followResales];

/** All kinds of jobs about channel partners. */
export const partnerJobs: readonly AnyJobHandler[] = [expireJobHandler, winJobHandler, attributeJobHandler];

export const partnerQuotas: readonly QuotaDefinition[] = [
  {
    name: 'channelPartners',
    description: 'Channel partners, without deleted ones',
    count: countChannelPartners,
  },
  {
    name: 'channelPartnerAgreements',
    description: 'Agreements with channel partners',
    count: countAgreements,
  },
  { name: 'channelPartnerTiers', description: 'Tiers of channel partners', count: countTiers },
  { name: 'dealRegistrations', description: 'Deal registrations, ended ones too', count: countDeals },
];

/** What falls due of deal registrations. */
export const partnerUpcoming: readonly UpcomingSource[] = [dealUpcoming];
