/** Generated from openapi.json by `npm run generate`; do not edit. */
import type { Helps } from '../ui/operation/helps.ts';

export const helps: Helps = {"getFundingApplicationFieldMappingConfigInfo":{},"updateFundingApplicationFieldMappingConfigInfo":{"":"One entry for each marketplace, CRM, programme and kind of funding. The entries in the body replace the stored entries. Fields that the service sets are ignored.","$items":"All entries.","$items/*/cloudPartner":"The marketplace.","$items/*/crmPartner":"The CRM.","$items/*/fundingType":"Kind of funding.","$items/*/lastModifyTime":"Time of the last change; set by the service.","$items/*/mappingInfo":"Mapping of fields.","$items/*/programType":"Funding programme."}};
