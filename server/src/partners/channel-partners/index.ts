export { ChannelPartnerType } from './records.ts';
export { sells } from './states.ts';
export {
  type ChannelPartnerRow,
  lockChannelPartner,
  lockChannelPartnerForReference,
  selectChannelPartner,
} from './store.ts';
