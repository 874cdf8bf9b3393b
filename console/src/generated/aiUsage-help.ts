/** Generated from openapi.json by `npm run generate`; do not edit. */
import type { Helps } from '../ui/operation/helps.ts';

export const helps: Helps = {"getAIUsage":{"$query/month":"Month, such as 2026-11; defaults to the current month by the organization’s clock."}};
