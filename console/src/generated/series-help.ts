/** Generated from openapi.json by `npm run generate`; do not edit. */
import type { Helps } from '../ui/operation/helps.ts';

export const helps: Helps = {"getSeries":{"$query/metric":"The metric","$query/by":"Length of a span; weeks begin on Mondays","$query/from":"First day, in UTC; by default 29 days before the last day","$query/to":"Last day, in UTC; by default today","$query/currency":"ISO 4217 code; required for amounts","$query/split":"partner: also return a series for each marketplace; amounts only"}};
