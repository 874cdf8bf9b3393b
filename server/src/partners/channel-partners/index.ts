export type { ChannelPartnerRow } from './columns.ts';
export { ownerLeftSchedule } from './owner-left.ts';
export { ChannelPartner, ChannelPartnerType } from './records.ts';
export { channelPartnerReferences } from './references.ts';
export { channelPartnerRoutes } from './routes.ts';
export { sells } from './states.ts';
export {
  countChannelPartners,
  lockChannelPartner,
  lockChannelPartnerForReference,
  selectChannelPartner,
} from './store.ts';
