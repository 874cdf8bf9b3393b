/** Generated from openapi.json by `npm run generate`; do not edit. */
import type { Operation } from '../ui/operation/operation.ts';

export const getOfferFillerCrmPartnerConfigInfos: Operation = {id:"getOfferFillerCrmPartnerConfigInfos",group:"offerFillerCrmPartnerConfigInfos",method:"get",verb:"GET",title:"Get how offers were filled by CRM (deprecated)",permission:"organization:read",params:[]};
