/** Generated from openapi.json by `npm run generate`; do not edit. */
import type { Helps } from '../ui/operation/helps.ts';

export const helps: Helps = {"getOnboardingInfo":{},"updateOnboardingInfo":{"":"Any member may skip a step, for the whole organization. Absent fields keep their value. Maps merge by key and a null removes its key; arrays are replaced. Fields that the service sets are ignored.","dismissed":"Whether the list of first steps is hidden for all members.","skippedSteps":"Skipped steps; a skip by one member applies to the organization."}};
