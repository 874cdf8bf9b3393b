/** Generated from openapi.json by `npm run generate`; do not edit. */
import type { Helps } from '../ui/operation/helps.ts';

export const helps: Helps = {"getCosellConfigInfoV2":{},"updateCosellConfigInfoV2":{"":"One entry for each marketplace and CRM. The entries in the body replace the stored entries. Fields that the service sets are ignored.","$items":"All entries.","$items/*/cloudPartner":"The marketplace.","$items/*/crmPartner":"The CRM.","$items/*/info":"Settings of this pair."}};
