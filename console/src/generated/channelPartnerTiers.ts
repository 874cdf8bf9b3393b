/** Generated from openapi.json by `npm run generate`; do not edit. */
import type { Operation, OperationField } from '../ui/operation/operation.ts';

const ChannelPartnerTier: OperationField[] = [{name:"name",kind:"text"},{name:"protectionDays",kind:"whole"},{name:"rank",kind:"whole"},{name:"share",kind:"number"}];

export const listChannelPartnerTiers: Operation = {id:"listChannelPartnerTiers",group:"channelPartnerTiers",method:"list",verb:"GET",title:"List the tiers of channel partners",permission:"channelPartners:read",params:[],query:[],isPaged:true};
export const createChannelPartnerTier: Operation = {id:"createChannelPartnerTier",group:"channelPartnerTiers",method:"create",verb:"POST",title:"Create a tier of channel partners",permission:"channelPartners:write",params:[],body:"record",fields:ChannelPartnerTier};
export const getChannelPartnerTier: Operation = {id:"getChannelPartnerTier",group:"channelPartnerTiers",method:"get",verb:"GET",title:"Get a tier of channel partners",permission:"channelPartners:read",params:["channelPartnerTierId"]};
export const updateChannelPartnerTier: Operation = {id:"updateChannelPartnerTier",group:"channelPartnerTiers",method:"update",verb:"PATCH",title:"Change a tier of channel partners",permission:"channelPartners:write",params:["channelPartnerTierId"],body:"record",fields:ChannelPartnerTier,hasTag:true};
export const deleteChannelPartnerTier: Operation = {id:"deleteChannelPartnerTier",group:"channelPartnerTiers",method:"delete",verb:"DELETE",title:"Delete a tier of channel partners",permission:"channelPartners:write",params:["channelPartnerTierId"],hasTag:true};
