/** Generated from openapi.json by `npm run generate`; do not edit. */
import type { Helps } from '../ui/operation/helps.ts';

export const helps: Helps = {"getOverview":{}};
