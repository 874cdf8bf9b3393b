/** Generated from openapi.json by `npm run generate`; do not edit. */
import type { Helps } from '../ui/operation/helps.ts';

export const helps: Helps = {"getCosellAccountMappingConfigs":{},"updateCosellAccountMappingConfigs":{"":"One entry for each CRM; a CRM without an entry uses the default names. The entries in the body replace the stored entries. Fields that the service sets are ignored.","$items":"All entries.","$items/*/account":"Names of account fields.","$items/*/crmPartner":"The CRM.","$items/*/lastValidatedAt":"When the names were last checked; set by the service.","$items/*/opportunity":"Names of opportunity fields."}};
