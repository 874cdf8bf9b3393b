import { z } from 'zod';
import { aiBillingSql } from '../../organizations/index.ts';
import type { OrgScope } from '../../platform/access/scope.ts';
import type { Statement } from '../../platform/database/statement.ts';
import { RawJson, route } from '../../platform/http/route.ts';
import { recordEncoder } from '../../platform/records/encode.ts';
import { monthOf } from './charge.ts';
import { AIUsage } from './records.ts';

/** Selects the usage of a month to date. The latest call of a month determines the month’s free usage. */
const selectUsage = (scope: OrgScope, month: string): Statement => ({
  name: 'select_ai_usage',
  text: `SELECT $2::text AS month, coalesce(m.calls, 0) AS calls, trim_scale(coalesce(m.used, 0)) AS used,
           trim_scale(coalesce(m.reserved, 0)) AS reserved, u.credit,
           trim_scale(greatest(coalesce(m.used, 0) - u.credit, 0)) AS charged, s.most - s.credit AS cap, s.enabled
         FROM (${aiBillingSql}) s
         LEFT JOIN ai_month m ON m.organization_id = $1 AND m.month = $2::text,
         LATERAL (SELECT CASE WHEN m.calls > 0 THEN m.credit_cents ELSE s.credit END AS credit) u`,
  values: [scope.organizationId, month],
});

const encodeUsage = recordEncoder([
  ['month', 'month', 'text'],
  ['calls', 'calls', 'number'],
  ['usedCents', 'used', 'number'],
  ['reservedCents', 'reserved', 'number'],
  ['creditCents', 'credit', 'number'],
  ['chargedCents', 'charged', 'number'],
  ['spendingCapCents', 'cap', 'number', 'nullable'],
  ['enabled', 'enabled', 'json'],
]);

const month = z
  .string()
  .regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'must be a month of the form YYYY-MM')
  .optional()
  .meta({
    description: 'Month, such as 2026-11; defaults to the current month by the organization’s clock.',
  });

export const getAiUsageRoute = route({
  method: 'GET',
  path: '/org/{orgId}/aiUsage',
  operationId: 'getAIUsage',
  group: 'Billing',
  summary: 'Get the AI usage of a month',
  access: 'billing:read',
  query: z.object({ month }),
  response: AIUsage,
  responseDescription: 'AI usage of the month',
  run: {
    kind: 'batch',
    batch: (scope, { query }) => ({
      statements: [selectUsage(scope, query.month ?? monthOf(scope.now))],
      respond: ([rows]) => ({ body: new RawJson(encodeUsage(rows?.[0] ?? {})) }),
    }),
  },
});
