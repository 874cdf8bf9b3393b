/** Generated from openapi.json by `npm run generate`; do not edit. */
import type { Helps } from '../ui/operation/helps.ts';

export const helps: Helps = {"getCosellFillerConfigInfo":{},"updateCosellFillerConfigInfo":{"":"One entry for each pair of systems. The entries in the body replace the stored entries. Fields that the service sets are ignored.","$items":"All entries.","$items/*/from":"Source system.","$items/*/lastModifyTime":"Time of the last change; set by the service.","$items/*/mappingInfo":"Mapping of fields.","$items/*/to":"Target system.","$items/*/version":"Version of the mapping’s format."}};
