export { AttributionKind } from './attribution/records.ts';
export { selectChannelPartner } from './channel-partners/store.ts';
export { partnerErrors } from './errors.ts';
export { channelPartnerOf } from './portal/bound.ts';
