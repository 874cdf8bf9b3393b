import { z } from 'zod';
import { aiBillingSql } from '../../organizations/index.ts';
import type { OrgScope } from '../../platform/access/scope.ts';
import type { Statement } from '../../platform/database/statement.ts';
import { readRoute } from '../../platform/http/read-route.ts';
import { RawJson, route } from '../../platform/http/route.ts';
import { listBatch } from '../../platform/lists/list-answer.ts';
import { pageParameters } from '../../platform/lists/pagination.ts';
import { recordEncoder } from '../../platform/records/encode.ts';
import { aiInvoiceColumnList, aiInvoiceColumns, encodeAiInvoice } from './columns.ts';
import { aiErrors } from './errors.ts';
import { monthOf } from './months.ts';
import { AIInvoice, AIUsage } from './records.ts';

const selectBill = (scope: OrgScope, id: string): Statement => ({
  name: 'select_ai_invoice',
  text: `SELECT ${aiInvoiceColumnList} FROM ai_invoice i WHERE i.organization_id = $1 AND i.id = $2`,
  values: [scope.organizationId, id],
});

/** The month as it stands; the free use of one that has begun is what it was at its last call. */
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
  .meta({ description: 'A month, as 2026-11; the present one of the organization’s clock when absent.' });

/** Bills of AI features, and their use. They are the operator's, and none of the organization's own invoices. */
export const aiRoutes = () => [
  route({
    method: 'GET',
    path: '/org/{orgId}/aiInvoice',
    operationId: 'listAIInvoices',
    group: 'Billing',
    summary: 'List invoices of AI features',
    description:
      'What the operator charges the organization, one for each month with use, in order of creation time and id.',
    access: 'billing:read',
    query: z.object(pageParameters()),
    response: z.array(AIInvoice),
    responseDescription: 'The invoices',
    run: {
      kind: 'batch',
      batch: (scope, request) =>
        listBatch(scope, request, {
          table: 'ai_invoice',
          columns: aiInvoiceColumns.map(([, column]) => column),
          filters: {},
          encode: encodeAiInvoice,
        }),
    },
  }),
  readRoute({
    path: '/org/{orgId}/aiInvoice/{aiInvoiceId}',
    operationId: 'getAIInvoice',
    group: 'Billing',
    summary: 'Get an invoice of AI features',
    access: 'billing:read',
    response: AIInvoice,
    responseDescription: 'The invoice',
    select: (scope, { aiInvoiceId }) => selectBill(scope, aiInvoiceId),
    missing: aiErrors.ai_invoice_not_found,
    encode: encodeAiInvoice,
  }),
  route({
    method: 'GET',
    path: '/org/{orgId}/aiUsage',
    operationId: 'getAIUsage',
    group: 'Billing',
    summary: 'Get the use of AI features in a month',
    access: 'billing:read',
    query: z.object({ month }),
    response: AIUsage,
    responseDescription: 'The use',
    run: {
      kind: 'batch',
      batch: (scope, { query }) => ({
        statements: [selectUsage(scope, query.month ?? monthOf(scope.now))],
        respond: ([rows]) => ({ body: new RawJson(encodeUsage(rows?.[0] ?? {})) }),
      }),
    },
  }),
];
