/** Generated from openapi.json by `npm run generate`; do not edit. */
import type { Operation } from '../ui/operation/operation.ts';

export const getOfferFillerConfigInfos: Operation = {id:"getOfferFillerConfigInfos",group:"offerFillerConfigInfos",method:"get",verb:"GET",title:"Get how offers were filled (deprecated)",permission:"organization:read",params:[]};
